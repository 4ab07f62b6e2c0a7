/** Holds the state of the dashboard's server that outlives a request. */
import "server-only";
import pino from "pino";
import { type BoundedCache, createCache } from "@/lib/cache/bounded-cache";
import { createLogOptions } from "@/lib/monitoring/log-options";
import packageFile from "@/package.json";
import { type Environment, environment } from "./environment";
import { type ForeignHost, openForeignHost } from "./foreign/foreign-host";
import { Unlock } from "./foreign/unlock";
import { RequestLimits } from "./http/request-limits";
import { getShared } from "./shared";

export interface DashboardContext {
  readonly settings: Environment;
  /** They limit the requests of a single browser. */
  readonly limits: RequestLimits;
  /** The state of a foreign host is undefined with our own service, which stores all of it itself. */
  readonly foreign: ForeignHost | undefined;
  /**
   * A sign-in session has one workspace, by the digest of its cookie. It never changes: another workspace is another
   * session.
   */
  readonly workspaces: BoundedCache<string>;
  /** A foreign host's password; without one, none is required. */
  readonly unlock: Unlock | undefined;
  readonly log: pino.Logger;
  /** The host may take this many ms for a complete response. */
  readonly timeoutMs: number;
}

/** This holds the workspaces of about 20,000 sessions; evicted ones are requested again. */
const WORKSPACES_BYTES = 8 * 1024 * 1024;
const ID_BYTES = 100;
/** A host may take this many ms. */
const TIMEOUT_MS = 10_000;

export function createDashboardContext(
  settings: Environment,
  logger: pino.Logger,
  timeoutMs = TIMEOUT_MS,
): DashboardContext {
  return {
    settings,
    limits: new RequestLimits(settings.rateLimitFactor),
    foreign: openForeignHost(settings, logger, timeoutMs),
    workspaces: createCache<string>({
      name: "workspaces of sessions",
      maxBytes: WORKSPACES_BYTES,
      measureBytes: () => ID_BYTES,
    }),
    unlock: createUnlock(settings),
    log: logger,
    timeoutMs,
  };
}

function createUnlock({ apiKey, dashboardPassword }: Environment): Unlock | undefined {
  return apiKey === undefined || dashboardPassword === undefined ? undefined : new Unlock(dashboardPassword);
}

export function getDashboardContext(): DashboardContext {
  return getShared("dashboard", () => createDashboardContext(environment(), log()));
}

/** Writes one JSON line per event, never with a key. */
function log(): pino.Logger {
  return getShared("log", () =>
    pino({
      ...createLogOptions(environment().logLevel, { program: "dashboard", version: packageFile.version }),
      redact: ["key", "headers"],
    }),
  );
}

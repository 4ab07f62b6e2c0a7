/** The dashboard server's long-lived state. */
import "server-only";
import pino from "pino";
import { type BoundedCache, createCache } from "@/lib/cache/bounded-cache";
import { type Environment, environment } from "./environment";
import { type ForeignHost, openForeignHost } from "./foreign/foreign-host";
import { Unlock } from "./foreign/unlock";
import { RequestLimits } from "./http/request-limits";
import { getShared } from "./shared";

export interface DashboardContext {
  readonly settings: Environment;
  /** Request limits of a single browser. */
  readonly limits: RequestLimits;
  /** The state of a foreign host is undefined with our own service, which stores all of it itself. */
  readonly foreign: ForeignHost | undefined;
  /**
   * Workspace of a sign-in session, by the digest of its cookie. It never changes: another workspace is another
   * session.
   */
  readonly workspaces: BoundedCache<string>;
  /** Password protection of a foreign host; undefined: no password is required. */
  readonly unlock: Unlock | undefined;
  readonly log: pino.Logger;
  /** The host may take this many ms for a complete response. */
  readonly timeoutMs: number;
}

/** Enough for the workspaces of about 20,000 sessions; evicted ones are requested again. */
const WORKSPACES_BYTES = 8 * 1024 * 1024;
/** Size of a workspace id. */
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
      sizeOf: () => ID_BYTES,
    }),
    unlock: unlockOf(settings),
    log: logger,
    timeoutMs,
  };
}

function unlockOf({ apiKey, dashboardPassword }: Environment): Unlock | undefined {
  return apiKey === undefined || dashboardPassword === undefined ? undefined : new Unlock(dashboardPassword);
}

export function getDashboardContext(): DashboardContext {
  return getShared("dashboard", () => createDashboardContext(environment(), log()));
}

/** One JSON line per event, never with a key. */
function log(): pino.Logger {
  return getShared("log", () =>
    pino({
      name: "dashboard",
      level: environment().logLevel,
      base: { program: "dashboard" },
      redact: ["key", "headers"],
    }),
  );
}

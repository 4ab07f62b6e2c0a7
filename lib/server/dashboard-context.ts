import "server-only";
import pino from "pino";
import { createCache } from "@/lib/cache/bounded-cache";
import { createLogOptions } from "@/lib/monitoring/log-options";
import packageFile from "@/package.json";
import { type Environment, environment } from "./environment";
import { openForeignHost } from "./foreign/foreign-host";
import { Unlock } from "./foreign/unlock";
import { RequestLimits } from "./http/request-limits";
import { getShared } from "./shared";

export type DashboardContext = Readonly<ReturnType<typeof createDashboardContext>>;

/** This holds the workspaces of about 20,000 sessions; evicted ones are requested again. */
const WORKSPACES_BYTES = 8 * 1024 * 1024;
const ID_BYTES = 100;
const TIMEOUT_MS = 10_000;

/** @param timeoutMs the time that a host may take for a complete response */
export function createDashboardContext(settings: Environment, logger: pino.Logger, timeoutMs = TIMEOUT_MS) {
  const { apiKey, dashboardPassword } = settings;
  return {
    settings,
    /** They limit the requests of a single browser. */
    limits: new RequestLimits(settings.rateLimitFactor),
    /** The state of a foreign host is undefined with our own service, which stores all of it itself. */
    foreign: openForeignHost(settings, logger, timeoutMs),
    /** A sign-in session has one workspace, by the digest of its cookie. It never changes: another workspace is another session. */
    workspaces: createCache<string>({
      name: "workspaces of sessions",
      maxBytes: WORKSPACES_BYTES,
      measureBytes: () => ID_BYTES,
    }),
    /** A foreign host's password; without one, none is required. */
    unlock: apiKey === undefined || dashboardPassword === undefined ? undefined : new Unlock(dashboardPassword),
    log: logger,
    timeoutMs,
  };
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

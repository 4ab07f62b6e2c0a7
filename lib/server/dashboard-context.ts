/** The dashboard server's long-lived state. */
import "server-only";
import { resolve } from "node:path";
import pino from "pino";
import { type BoundedCache, createCache } from "@/lib/cache/bounded-cache";
import { Accounts } from "./accounts";
import { Budgets } from "./budgets";
import { type Environment, environment } from "./environment";
import { PageCache } from "./page-cache";
import type { PurchaseOutcome } from "./purchase-outcome";
import { RequestLimits } from "./request-limits";
import { Sessions } from "./sessions";
import { getShared } from "./shared";
import { Unlock } from "./unlock";

export interface DashboardContext {
  readonly settings: Environment;
  /** Request limits of a single browser. */
  readonly limits: RequestLimits;
  readonly pages: PageCache<PurchaseOutcome>;
  readonly sessions: Sessions;
  readonly budgets: Budgets;
  readonly accounts: Accounts;
  /**
   * Workspace of a sign-in session, by the digest of its cookie. It never changes: another workspace is another
   * session.
   */
  readonly workspaces: BoundedCache<string>;
  /** Idempotency keys of pages whose purchase may have been charged, by the page's cache key. */
  readonly uncertain: BoundedCache<string>;
  /** Password protection of a foreign host; undefined: no password is required. */
  readonly unlock: Unlock | undefined;
  readonly log: pino.Logger;
  /** How long the host may take for a complete response, in ms. */
  readonly timeoutMs: number;
}

/** Enough for the workspaces of about 20,000 sessions; evicted ones are requested again. */
const WORKSPACES_BYTES = 8 * 1024 * 1024;
/** Enough for about 1,000 purchases of unknown outcome; the service replays responses for 24 hours (ms). */
const UNCERTAIN_BYTES = 512 * 1024;
const UNCERTAIN_MS = 23 * 3_600_000;
/** Size of a workspace id or an idempotency key. */
const ID_BYTES = 100;
/** How long a host may take, in ms. */
const TIMEOUT_MS = 10_000;

export function createDashboardContext(
  settings: Environment,
  logger: pino.Logger,
  timeoutMs = TIMEOUT_MS,
): DashboardContext {
  return {
    settings,
    limits: new RequestLimits(settings.rateLimitFactor),
    pages: new PageCache(undefined, boughtFile(settings, logger)),
    sessions: new Sessions(),
    budgets: new Budgets(settings.dataDir, logger),
    accounts: new Accounts(),
    workspaces: createCache<string>({
      name: "workspaces of sessions",
      maxBytes: WORKSPACES_BYTES,
      sizeOf: () => ID_BYTES,
    }),
    uncertain: createCache<string>({
      name: "purchases of unknown outcome",
      maxBytes: UNCERTAIN_BYTES,
      sizeOf: () => ID_BYTES,
      ttlMs: UNCERTAIN_MS,
    }),
    unlock: unlockOf(settings),
    log: logger,
    timeoutMs,
  };
}

/** Our own service knows what is owned; of another host it is kept here. */
function boughtFile({ apiKey, dataDir }: Environment, logger: pino.Logger) {
  return apiKey === undefined ? undefined : { path: resolve(dataDir, "bought.jsonl"), log: logger };
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

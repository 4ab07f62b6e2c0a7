/** The parts of the dashboard's server that live as long as it does. */
import "server-only";
import { LRUCache } from "lru-cache";
import type pino from "pino";
import { Accounts } from "./accounts";
import { Budgets } from "./budgets";
import { type Environment, environment } from "./environment";
import { log } from "./log";
import type { Outcome } from "./outcome";
import { PageCache } from "./page-cache";
import { Sessions } from "./sessions";
import { shared } from "./shared";
import { Unlock } from "./unlock";

export interface Dashboard {
  readonly settings: Environment;
  readonly pages: PageCache<Outcome>;
  readonly sessions: Sessions;
  readonly budgets: Budgets;
  readonly accounts: Accounts;
  /** The workspace of a sign-in session, by the digest of its cookie. It never changes: another one is another session. */
  readonly workspaces: LRUCache<string, string>;
  /** The password before a foreign host; undefined: none is asked for. */
  readonly unlock: Unlock | undefined;
  readonly log: pino.Logger;
  /** How long the host may take for a whole answer. */
  readonly timeoutMs: number;
}

/** Sessions whose workspace is known; of another one it is asked for again. */
const WORKSPACES_KEPT = 20_000;
/** How long a host may take, in ms. */
const TIMEOUT_MS = 10_000;

export function makeDashboard(settings: Environment, logger: pino.Logger, timeoutMs = TIMEOUT_MS): Dashboard {
  return {
    settings,
    pages: new PageCache(),
    sessions: new Sessions(),
    budgets: new Budgets(settings.dataDir, logger),
    accounts: new Accounts(),
    workspaces: new LRUCache({ max: WORKSPACES_KEPT }),
    unlock: unlockOf(settings),
    log: logger,
    timeoutMs,
  };
}

function unlockOf({ apiKey, dashboardPassword }: Environment): Unlock | undefined {
  return apiKey === undefined || dashboardPassword === undefined ? undefined : new Unlock(dashboardPassword);
}

export function dashboard(): Dashboard {
  return shared("dashboard", () => makeDashboard(environment(), log()));
}

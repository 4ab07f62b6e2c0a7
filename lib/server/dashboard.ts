/** The parts of the dashboard's server that live as long as it does. */
import "server-only";
import type pino from "pino";
import { Balance } from "./balance";
import { Budgets } from "./budgets";
import { type Environment, environment } from "./environment";
import { log } from "./log";
import type { Outcome } from "./outcome";
import { PageCache } from "./page-cache";
import { Sessions } from "./sessions";
import { shared } from "./shared";
import { Tally } from "./tally";

export interface Dashboard {
  readonly settings: Environment;
  readonly pages: PageCache<Outcome>;
  readonly sessions: Sessions;
  readonly balance: Balance;
  readonly budgets: Budgets;
  readonly tally: Tally;
  readonly log: pino.Logger;
  /** How long the host may take for a whole answer. */
  readonly timeoutMs: number;
}

/** How long a host may take, in ms. */
const TIMEOUT_MS = 10_000;

export function makeDashboard(settings: Environment, logger: pino.Logger, timeoutMs = TIMEOUT_MS): Dashboard {
  return {
    settings,
    pages: new PageCache(),
    sessions: new Sessions(),
    balance: new Balance(),
    budgets: new Budgets(settings.dataDir, logger),
    tally: new Tally(),
    log: logger,
    timeoutMs,
  };
}

export function dashboard(): Dashboard {
  return shared("dashboard", () => makeDashboard(environment(), log()));
}

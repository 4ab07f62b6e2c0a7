/** The dashboard's own budgets: what may be spent in a session, a day and a month before it stops. */
import { isObject, number } from "@dealflow/client/tolerant-reader";

/** Route of the dashboard's own server that returns and sets them. */
export const BUDGETS_ROUTE = "/api/budgets";

export const BUDGET_PERIODS = ["session", "day", "month"] as const;
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];

/** Credits; null: no limit. Days and months are those of UTC. */
export type BudgetLimits = Readonly<Record<BudgetPeriod, number | null>>;

export interface BudgetsState {
  readonly limits: BudgetLimits;
  /** What this dashboard has used in each. */
  readonly used: Readonly<Record<BudgetPeriod, number>>;
}

export const NO_LIMITS: BudgetLimits = { session: null, day: null, month: null };
export const MAX_BUDGET = 1_000_000_000;

/** Undefined when invalid; null means no budget. */
export function readLimit(value: unknown): number | null | undefined {
  if (value === null) return null;
  const read = number(value);
  return read !== null && Number.isInteger(read) && read >= 1 && read <= MAX_BUDGET ? read : undefined;
}

/** Undefined when it is not a response of the budgets route. */
export function readBudgets(json: unknown): BudgetsState | undefined {
  if (!isObject(json) || !isObject(json.limits) || !isObject(json.used)) return undefined;
  const { limits, used } = json;
  return {
    limits: {
      session: readLimit(limits.session) ?? null,
      day: readLimit(limits.day) ?? null,
      month: readLimit(limits.month) ?? null,
    },
    used: { session: number(used.session) ?? 0, day: number(used.day) ?? 0, month: number(used.month) ?? 0 },
  };
}

/** Budgets as a form: what may be spent in a session, a day and a month of UTC. */
import { MAX_BUDGET } from "@dealflow/contract/account/spending/budgets";

export const BUDGET_PERIODS = ["session", "day", "month"] as const;
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];

/** Credits; null means no limit. */
export type BudgetLimits = Readonly<Record<BudgetPeriod, number | null>>;

export const NO_LIMITS: BudgetLimits = { session: null, day: null, month: null };

/** Returns undefined for an invalid budget, and null for none. */
export function parseLimit(value: unknown): number | null | undefined {
  if (value === null) return null;
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MAX_BUDGET ? value : undefined;
}

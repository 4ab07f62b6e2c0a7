/** The dashboard's own budgets: what may be spent in a session, a day and a month before it stops. */

import { MAX_BUDGET } from "@dealflow/contract/account/budgets";
import { wholeNumberField } from "@dealflow/contract/account/schemas";
import * as z from "zod/mini";

/** Route of the dashboard's own server that returns and sets them. */
export const BUDGETS_ROUTE = "/api/budgets";

export const BUDGET_PERIODS = ["session", "day", "month"] as const;
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];

export const LIMIT_MESSAGE = `a whole number of credits from 1 to ${MAX_BUDGET}, or null for none`;
const limit = z.nullable(wholeNumberField(1, MAX_BUDGET, `must be ${LIMIT_MESSAGE}`));

/** What a page sends to set them: credits; null: no limit. Days and months are those of UTC. */
export const budgetLimits = z.object({ session: limit, day: limit, month: limit });
export type BudgetLimits = z.infer<typeof budgetLimits>;

export const budgetsResponse = z.object({
  limits: budgetLimits,
  /** What this dashboard has used in each. */
  used: z.object({ session: z.number(), day: z.number(), month: z.number() }),
});
export type BudgetsState = z.infer<typeof budgetsResponse>;

export const NO_LIMITS: BudgetLimits = { session: null, day: null, month: null };

/** Undefined when invalid; null means no budget. */
export function parseLimit(value: unknown): number | null | undefined {
  return limit.safeParse(value).data;
}

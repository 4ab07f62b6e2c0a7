/**
 * Budgets of a workspace and its members limit purchases by the dashboard. The transaction that charges enforces them.
 */
import * as z from "zod/mini";
import { isUuid } from "../../query/syntax";
import { accountEndpoints } from "../endpoint";
import { readonlyList, requestBody, wholeNumberField } from "../schemas";

export const MAX_BUDGET = 1_000_000_000;

/** The fields are in credits by day and month of UTC. */
const budgetFields = {
  limits: z.object({ day: z.nullable(z.number()), month: z.nullable(z.number()) }),
  /** The usage is that of the dashboard. */
  used: z.object({ day: z.number(), month: z.number() }),
};
const budget = z.object(budgetFields);

const accountBudgets = z.object({
  workspace: budget,
  /** The limit applies to each sign-in session; `used` is that of the requesting one, until 8 hours after its last purchase. */
  session: z.object({ limit: z.nullable(z.number()), used: z.number() }),
  /** Owners see everyone's, at most `WORKSPACE_LIMITS.members`; members see their own. */
  members: readonlyList(z.object({ ...budgetFields, id: z.string(), name: z.string(), email: z.string() })),
});
export type AccountBudgets = z.infer<typeof accountBudgets>;

const credits = `must be null or a whole number of credits from 1 to ${MAX_BUDGET.toLocaleString("en-US")}`;
const limit = z.nullable(wholeNumberField(1, MAX_BUDGET, credits));

export const BUDGETS = accountEndpoints({
  budgets: { path: "/budgets", response: accountBudgets },
  setBudget: {
    method: "PUT",
    path: "/budgets",
    owner: true,
    request: requestBody({
      /** Null selects the workspace. */
      person: z.nullable(
        z.string("must be the id of a member, or null").check(z.refine(isUuid, "must be the id of a member")),
      ),
      /** Null means no budget. */
      day: limit,
      month: limit,
      /** Only a workspace has a budget for each session; it has none when this is absent. */
      session: z.optional(limit),
    }),
    response: accountBudgets,
  },
});

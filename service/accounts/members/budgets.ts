import type pg from "pg";
import { type BudgetLimits, setBudget } from "@/service/credits/budgets";
import { RuleError } from "@/service/store/rule-error";
import { inTransaction } from "@/service/store/transaction";
import { lockWorkspace } from "../workspaces";
import { readMembership } from "./locks";

/** Sets the budget of the workspace when `personId` is null. Throws `RuleError` for a non-member. */
export async function setMemberBudget(
  pool: pg.Pool,
  workspaceId: string,
  personId: string | null,
  limits: BudgetLimits,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    // The lock waits for charges, and keeps the member from being removed, which would orphan the budget.
    await lockWorkspace(client, workspaceId);
    if (personId !== null && (await readMembership(client, workspaceId, personId)).role === undefined)
      throw new RuleError("NOT_FOUND", "This person is not a member of the workspace.");
    await setBudget(client, workspaceId, personId, limits);
  });
}

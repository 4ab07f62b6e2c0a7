/** The budget of a workspace or of one of its members, set. */
import type pg from "pg";
import { type BudgetLimits, setBudget } from "@/service/credits/budgets";
import { inTransaction } from "@/service/store/transaction";
import { AccountError } from "../account-error";
import { lockWorkspace } from "../workspaces";
import { readMembership } from "./locks";

/** Of the workspace when `personId` is null. Throws `AccountError` for who is no member. */
export async function setMemberBudget(
  pool: pg.Pool,
  workspaceId: string,
  personId: string | null,
  limits: BudgetLimits,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    // Charges that are in progress end before it; and no one is removed meanwhile, who would leave a budget behind.
    await lockWorkspace(client, workspaceId);
    if (personId !== null && (await readMembership(client, workspaceId, personId)).role === undefined)
      throw new AccountError("NOT_FOUND", "This person is no member of the workspace.");
    await setBudget(client, workspaceId, personId, limits);
  });
}

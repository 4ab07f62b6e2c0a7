/** Budgets of the open workspace and of its members: members see their own, owners all; owners set them. */
import type { Context, Handler } from "hono";
import { z } from "zod";
import { type AccountBudgets, type Budget, MAX_BUDGET } from "@/lib/contract/account-budgets";
import { isUuid } from "@/lib/contract/syntax";
import { setMemberBudget } from "@/service/accounts/members/budgets";
import { listMembers } from "@/service/accounts/members/members";
import { readBudgets } from "@/service/credits/budgets";
import type { Env, Services } from "../context";
import { withAccountErrors } from "./account-errors";
import { parseBody } from "./request-input";

const credits = `must be null or a whole number of credits from 1 to ${MAX_BUDGET.toLocaleString("en-US")}`;
const limit = z.number(credits).int(credits).min(1, credits).max(MAX_BUDGET, credits).nullable();
const budgetSchema = z.strictObject({
  person: z.string("must be the id of a member, or null").refine(isUuid, "must be the id of a member").nullable(),
  day: limit,
  month: limit,
});

const NO_BUDGET: Budget = { limits: { day: null, month: null }, used: { day: 0, month: 0 } };

export function getBudgetsHandler(services: Services): Handler<Env> {
  return async (c) => c.json(await readAccountBudgets(c, services));
}

export function setBudgetHandler(services: Services): Handler<Env> {
  return async (c) => {
    const { person, ...limits } = await parseBody(c, budgetSchema);
    await withAccountErrors(
      setMemberBudget(services.pools.main, c.get("caller").workspaceId, person?.toLowerCase() ?? null, limits),
    );
    return c.json(await readAccountBudgets(c, services));
  };
}

async function readAccountBudgets(c: Context<Env>, { pools }: Services): Promise<AccountBudgets> {
  const { workspaceId } = c.get("caller");
  const { personId, role } = c.get("viewer");
  const stored = await readBudgets(pools.main, workspaceId, new Date());
  const members = await listMembers(pools.main, workspaceId);
  const byMember = new Map(stored.map(({ personId, limits, used }) => [personId, { limits, used }]));
  const visible = members.filter(({ id }) => role === "owner" || id === personId);
  return {
    workspace: byMember.get(null) ?? NO_BUDGET,
    members: visible.map(({ id, name, email }) => ({ id, name, email, ...(byMember.get(id) ?? NO_BUDGET) })),
  };
}

/** Budgets of the open workspace and of its members: members see their own, owners all; owners set them. */

import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountBudgets, Budget } from "@dealflow/contract/account/budgets";
import type { Context, Handler } from "hono";
import { setMemberBudget } from "@/service/accounts/members/budgets";
import { listMembers } from "@/service/accounts/members/members";
import { readBudgets } from "@/service/credits/budgets";
import type { Env, Services } from "../context";
import { parseBody, respond, withAccountErrors } from "./request-input";

const NO_BUDGET: Budget = { limits: { day: null, month: null }, used: { day: 0, month: 0 } };

export function getBudgetsHandler(services: Services): Handler<Env> {
  return async (c) => respond(c, ACCOUNT.budgets, await readAccountBudgets(c, services));
}

export function setBudgetHandler(services: Services): Handler<Env> {
  return async (c) => {
    const { person, ...limits } = await parseBody(c, ACCOUNT.setBudget);
    await withAccountErrors(
      setMemberBudget(services.pools.main, c.get("caller").workspaceId, person?.toLowerCase() ?? null, limits),
    );
    return respond(c, ACCOUNT.setBudget, await readAccountBudgets(c, services));
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

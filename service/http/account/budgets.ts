/** Budgets of the open workspace and of its members: members see their own, owners all; owners set them. */

import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountBudgets } from "@dealflow/contract/account/budgets";
import type { Context, Handler } from "hono";
import { setMemberBudget } from "@/service/accounts/members/budgets";
import { listMembers } from "@/service/accounts/members/members";
import { type BudgetOf, readBudgets, readSessionUse } from "@/service/credits/budgets";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { parseBody, respond, withAccountErrors } from "./request-input";

const NO_BUDGET: Omit<BudgetOf, "personId"> = {
  limits: { session: null, day: null, month: null },
  used: { day: 0, month: 0 },
};

export function getBudgetsHandler(services: Services): Handler<Env> {
  return async (c) => respond(c, ACCOUNT.budgets, await readAccountBudgets(c, services));
}

export function setBudgetHandler(services: Services): Handler<Env> {
  return async (c) => {
    const { person, session = null, ...limits } = await parseBody(c, ACCOUNT.setBudget);
    if (person !== null && session !== null)
      throw new ApiError("INVALID_INPUT", "session: only the workspace has a budget for its sessions");
    await withAccountErrors(
      setMemberBudget(services.pools.main, c.get("caller").workspaceId, person?.toLowerCase() ?? null, {
        session,
        ...limits,
      }),
    );
    return respond(c, ACCOUNT.setBudget, await readAccountBudgets(c, services));
  };
}

async function readAccountBudgets(c: Context<Env>, { pools }: Services): Promise<AccountBudgets> {
  const { workspaceId } = c.get("caller");
  const { personId, role, sessionId } = c.get("viewer");
  const now = new Date();
  const stored = await readBudgets(pools.main, workspaceId, now);
  const members = await listMembers(pools.main, workspaceId);
  const byMember = new Map(stored.map(({ personId, limits, used }) => [personId, { limits, used }]));
  const visible = members.filter(({ id }) => role === "owner" || id === personId);
  const workspace = byMember.get(null) ?? NO_BUDGET;
  return {
    workspace,
    session: { limit: workspace.limits.session ?? null, used: await readSessionUse(pools.main, sessionId, now) },
    members: visible.map(({ id, name, email }) => ({ id, name, email, ...(byMember.get(id) ?? NO_BUDGET) })),
  };
}

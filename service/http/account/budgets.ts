/** Budgets of the open workspace and of its members: members see their own, owners all; owners set them. */

import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import { type AccountBudgets, BUDGETS } from "@dealflow/contract/account/spending/budgets";
import { setMemberBudget } from "@/service/accounts/members/budgets";
import { listMembers } from "@/service/accounts/members/members";
import { type BudgetOf, readBudgets, readSessionUse } from "@/service/credits/budgets";
import { ApiError } from "../api-error";
import type { Services } from "../context";
import { type AccountRequest, handleEach } from "./endpoint-handlers";

const NO_BUDGET: Omit<BudgetOf, "personId"> = {
  limits: { session: null, day: null, month: null },
  used: { day: 0, month: 0 },
};

export const BUDGET_HANDLERS = handleEach(BUDGETS, {
  budgets: (services, request) => readAccountBudgets(services, request),

  setBudget: async (services, request) => {
    const { person, session = null, ...limits } = await request.body();
    if (person !== null && session !== null)
      throw new ApiError("INVALID_INPUT", "session: only the workspace has a budget for its sessions");
    const owner = person?.toLowerCase() ?? null;
    await setMemberBudget(services.pools.main, request.workspaceId, owner, { session, ...limits });
    return readAccountBudgets(services, request);
  },
});

async function readAccountBudgets(
  { pools }: Services,
  { workspaceId, viewer, now }: Pick<AccountRequest<AccountEndpoint>, "workspaceId" | "viewer" | "now">,
): Promise<AccountBudgets> {
  const { personId, role, sessionId } = viewer;
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

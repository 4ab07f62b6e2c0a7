/** Budgets of the open workspace and of its members: read by all, an owner sees everybody's; set by owners. */
import type { Context, Handler } from "hono";
import { z } from "zod";
import { type AccountBudgets, type Budget, MAX_BUDGET } from "@/lib/contract/account-budgets";
import { isUuid } from "@/lib/contract/syntax";
import { setMemberBudget } from "@/service/accounts/members/budgets";
import { listMembers } from "@/service/accounts/members/members";
import { readBudgets } from "@/service/credits/budgets";
import type { Env, Services } from "../context";
import { bodyAs } from "./kept";
import { allowed } from "./refusal";

const credits = `must be null or a whole number of credits from 1 to ${MAX_BUDGET.toLocaleString("en-US")}`;
const limit = z.number(credits).int(credits).min(1, credits).max(MAX_BUDGET, credits).nullable();
const asked = z.strictObject({
  person: z.string("must be the id of a member, or null").refine(isUuid, "must be the id of a member").nullable(),
  day: limit,
  month: limit,
});

const NONE: Budget = { limits: { day: null, month: null }, used: { day: 0, month: 0 } };

export function budgets(services: Services): Handler<Env> {
  return async (c) => c.json(await budgetsFor(c, services));
}

export function changedBudget(services: Services): Handler<Env> {
  return async (c) => {
    const { person, ...limits } = await bodyAs(c, asked);
    await allowed(
      setMemberBudget(services.pools.main, c.get("caller").workspaceId, person?.toLowerCase() ?? null, limits),
    );
    return c.json(await budgetsFor(c, services));
  };
}

async function budgetsFor(c: Context<Env>, { pools }: Services): Promise<AccountBudgets> {
  const { workspaceId } = c.get("caller");
  const { personId, role } = c.get("viewer");
  const found = await readBudgets(pools.main, workspaceId, new Date());
  const members = await listMembers(pools.main, workspaceId);
  const of = new Map(found.map(({ personId, limits, used }) => [personId, { limits, used }]));
  const shown = members.filter(({ id }) => role === "owner" || id === personId);
  return {
    workspace: of.get(null) ?? NONE,
    members: shown.map(({ id, name, email }) => ({ id, name, email, ...(of.get(id) ?? NONE) })),
  };
}

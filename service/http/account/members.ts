/** The members of the open workspace: listed, given another role, removed. */
import type { Context, Handler } from "hono";
import { z } from "zod";
import { type Members, ROLES } from "@/lib/contract/account-people";
import { listInvitations } from "@/service/accounts/members/invitations";
import { changeRole, listMembers, removeMember } from "@/service/accounts/members/members";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { bodyAs, idOf } from "./kept";
import { allowed } from "./refusal";

export const role = z.enum(ROLES, `must be ${ROLES.join(" or ")}`);
const change = z.strictObject({ role });

export function members(services: Services): Handler<Env> {
  return async (c) => c.json(await membersOf(c, services));
}

export function changedMember(services: Services): Handler<Env> {
  return async (c) => {
    const id = idOf(c);
    const { role } = await bodyAs(c, change);
    await allowed(changeRole(services.pools.main, c.get("caller").workspaceId, id, role));
    return c.json(await membersOf(c, services));
  };
}

export function removedMember({ pools }: Services): Handler<Env> {
  return async (c) => {
    const id = idOf(c);
    // To leave is something else: one goes on in another workspace, and must have one.
    if (id.toLowerCase() === c.get("viewer").personId)
      throw new ApiError("CONFLICT", "This is you: leave the workspace instead.");
    await allowed(removeMember(pools.main, c.get("caller").workspaceId, id));
    return c.body(null, 204);
  };
}

async function membersOf(c: Context<Env>, { pools }: Services): Promise<Members> {
  const { workspaceId } = c.get("caller");
  const owner = c.get("viewer").role === "owner";
  const [members, invitations] = await Promise.all([
    listMembers(pools.main, workspaceId),
    owner ? listInvitations(pools.main, workspaceId, new Date()) : [],
  ]);
  return { members, invitations };
}

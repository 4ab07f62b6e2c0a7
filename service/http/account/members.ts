/** The members of the open workspace: listed, given another role, removed. */
import type { Handler } from "hono";
import { z } from "zod";
import { ROLES } from "@/lib/contract/account-people";
import { changeRole, listMembers, positionOfMember, removeMember } from "@/service/accounts/members/members";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { bodyAs, idOf } from "./kept";
import { listPage } from "./list-page";
import { allowed } from "./refusal";

export const role = z.enum(ROLES, `must be ${ROLES.join(" or ")}`);
const change = z.strictObject({ role });

export function members({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { workspaceId } = c.get("caller");
    return c.json(await listPage(c, (part) => listMembers(pools.main, workspaceId, part), positionOfMember));
  };
}

export function changedMember({ pools }: Services): Handler<Env> {
  return async (c) => {
    const id = idOf(c);
    const { role } = await bodyAs(c, change);
    await allowed(changeRole(pools.main, c.get("caller").workspaceId, id, role));
    return c.body(null, 204);
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

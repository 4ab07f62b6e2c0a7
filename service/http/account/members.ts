/** The members of the open workspace: listed, given another role, removed. */
import type { Handler } from "hono";
import { z } from "zod";
import { ROLES } from "@/lib/contract/account-people";
import { getMemberPosition, listMembers, removeMember, updateRole } from "@/service/accounts/members/members";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { withAccountErrors } from "./account-errors";
import { listPage } from "./list-page";
import { getIdParameter, parseBody } from "./request-input";

export const role = z.enum(ROLES, `must be ${ROLES.join(" or ")}`);
const change = z.strictObject({ role });

export function listMembersHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { workspaceId } = c.get("caller");
    return c.json(await listPage(c, (part) => listMembers(pools.main, workspaceId, part), getMemberPosition));
  };
}

export function updateMemberHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const id = getIdParameter(c);
    const { role } = await parseBody(c, change);
    await withAccountErrors(updateRole(pools.main, c.get("caller").workspaceId, id, role));
    return c.body(null, 204);
  };
}

export function removeMemberHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const id = getIdParameter(c);
    // Leaving is a separate action: one continues in another workspace, and must have one.
    if (id.toLowerCase() === c.get("viewer").personId)
      throw new ApiError("CONFLICT", "This is you: leave the workspace instead.");
    await withAccountErrors(removeMember(pools.main, c.get("caller").workspaceId, id));
    return c.body(null, 204);
  };
}

/** The members of the open workspace: listed, given another role, removed. */

import { ACCOUNT } from "@dealflow/contract/account";
import type { Handler } from "hono";
import { getMemberPosition, listMembers, removeMember, updateRole } from "@/service/accounts/members/members";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { withAccountErrors } from "./account-errors";
import { listPage } from "./list-page";
import { getIdParameter, parseBody, respond } from "./request-input";

export function listMembersHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { workspaceId } = c.get("caller");
    const page = await listPage(c, (part) => listMembers(pools.main, workspaceId, part), getMemberPosition);
    return respond(c, ACCOUNT.members, page);
  };
}

export function updateMemberHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const id = getIdParameter(c);
    const { role, revokeKeys = false } = await parseBody(c, ACCOUNT.changeMember);
    await withAccountErrors(updateRole(pools.main, c.get("caller").workspaceId, id, role, revokeKeys));
    return c.body(null, 204);
  };
}

export function removeMemberHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const id = getIdParameter(c);
    // Leaving is a separate action: one continues in another workspace, and must have one.
    if (id.toLowerCase() === c.get("viewer").personId)
      throw new ApiError("CONFLICT", "You can't remove yourself. Leave the workspace instead.");
    const { revokeKeys } = await parseBody(c, ACCOUNT.removeMember);
    await withAccountErrors(removeMember(pools.main, c.get("caller").workspaceId, id, revokeKeys));
    return c.body(null, 204);
  };
}

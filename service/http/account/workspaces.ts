/** Workspaces of a person: create, open, rename, leave; and the open one. */

import { ACCOUNT } from "@dealflow/contract/account/account";
import { PERSON_LIMITS } from "@dealflow/contract/account/people";
import type { Handler } from "hono";
import { createOwnWorkspace, leaveWorkspace, renameWorkspace } from "@/service/accounts/members/members";
import { readWorkspaceBalance } from "@/service/accounts/workspaces";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { getIdParameter, parseBody, parseName, requireOwnAccount, respond, withAccountErrors } from "./request-input";
import { getIdentity, startSession } from "./start-session";

/** The new workspace has no credits, because only the one of a registration starts with some. */
export function createWorkspaceHandler(services: Services): Handler<Env> {
  return async (c) => {
    const { name } = await parseBody(c, ACCOUNT.addWorkspace);
    const { personId } = c.get("viewer");
    const workspaceId = await withAccountErrors(
      createOwnWorkspace(services.pools.main, personId, parseWorkspaceName(name), new Date()),
    );
    return startSession(c, services, ACCOUNT.addWorkspace, { personId, workspaceId }, { status: 201 });
  };
}

/** Responds with 404 for a workspace that the person is not in. */
export function openWorkspaceHandler(services: Services): Handler<Env> {
  return async (c) => {
    const { personId } = c.get("viewer");
    const workspaceId = getIdParameter(c);
    const { rowCount } = await services.pools.main.query(
      "select from members where workspace_id = $1 and user_id = $2",
      [workspaceId, personId],
    );
    if (rowCount === 0) throw new ApiError("NOT_FOUND", "You aren't a member of a workspace with this id.");
    return startSession(c, services, ACCOUNT.openWorkspace, { personId, workspaceId });
  };
}

export function renameWorkspaceHandler(services: Services): Handler<Env> {
  return async (c) => {
    // The demo's visitors, and the documentation, rely on its name.
    const { personId } = requireOwnAccount(c, "workspace's name");
    const { name } = await parseBody(c, ACCOUNT.renameWorkspace);
    const { workspaceId } = c.get("caller");
    await renameWorkspace(services.pools.main, workspaceId, parseWorkspaceName(name));
    return respond(c, ACCOUNT.renameWorkspace, await getIdentity(services, personId, workspaceId));
  };
}

export function leaveWorkspaceHandler(services: Services): Handler<Env> {
  return async (c) => {
    const { personId } = requireOwnAccount(c, "membership");
    const { revokeKeys = false } = await parseBody(c, ACCOUNT.leaveWorkspace);
    const { workspaceId } = c.get("caller");
    const next = await withAccountErrors(leaveWorkspace(services.pools.main, workspaceId, personId, revokeKeys));
    return startSession(c, services, ACCOUNT.leaveWorkspace, { personId, workspaceId: next });
  };
}

function parseWorkspaceName(text: string): string {
  return parseName(text, PERSON_LIMITS.workspaceName, "workspace's name");
}

/** Returns the balance of the open workspace, and the use of this session. */
export function getWorkspaceHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const workspace = await readWorkspaceBalance(
      pools.main,
      c.get("caller").workspaceId,
      c.get("viewer").sessionId,
      new Date(),
    );
    if (workspace === undefined) throw new ApiError("NOT_FOUND", "this workspace no longer exists");
    return respond(c, ACCOUNT.workspace, workspace);
  };
}

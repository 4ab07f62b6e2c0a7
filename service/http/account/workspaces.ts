/** Workspaces of a person: create, open, rename, leave, delete; and the open one. */

import { PERSON_LIMITS, WORKSPACES } from "@dealflow/contract/account/people";
import { CREDITS_PAGES } from "@dealflow/contract/account/spending/credits";
import {
  createOwnWorkspace,
  deleteOwnWorkspace,
  leaveWorkspace,
  renameWorkspace,
} from "@/service/accounts/members/members";
import { readWorkspaceBalance } from "@/service/accounts/workspaces";
import { ApiError } from "../api-error";
import { handle, handleEach } from "./endpoint-handlers";
import { parseName, requireOwnAccount } from "./request-input";
import { getIdentity, startSession } from "./sign-in/start-session";

export const WORKSPACE_HANDLERS = {
  /** Returns the balance of the open workspace, and the use of this session. */
  workspace: handle(CREDITS_PAGES.workspace, async ({ pools }, { workspaceId, viewer, now }) => {
    const workspace = await readWorkspaceBalance(pools.main, workspaceId, viewer, now);
    if (workspace === undefined) throw new ApiError("NOT_FOUND", "this workspace no longer exists");
    return workspace;
  }),
  ...handleEach(WORKSPACES, {
    /** The new workspace has no credits, because only the one of a registration starts with some. */
    addWorkspace: async (services, { c, viewer: { personId }, body, now }) => {
      const name = parseWorkspaceName((await body()).name);
      const workspaceId = await createOwnWorkspace(services.pools.main, personId, name, now);
      return startSession(c, services, WORKSPACES.addWorkspace, { personId, workspaceId });
    },

    /** Responds with 404 for a workspace that the person is not in. */
    openWorkspace: async (services, { c, id: workspaceId, viewer: { personId } }) => {
      const { rowCount } = await services.pools.main.query(
        "select from members where workspace_id = $1 and user_id = $2",
        [workspaceId, personId],
      );
      if (rowCount === 0) throw new ApiError("NOT_FOUND", "You aren't a member of a workspace with this id.");
      return startSession(c, services, WORKSPACES.openWorkspace, { personId, workspaceId });
    },

    renameWorkspace: async (services, { c, workspaceId, body }) => {
      // The demo's visitors, and the documentation, rely on its name.
      const { personId } = requireOwnAccount(c, "workspace's name");
      await renameWorkspace(services.pools.main, workspaceId, parseWorkspaceName((await body()).name));
      return getIdentity(services, personId, workspaceId);
    },

    leaveWorkspace: async (services, { c, workspaceId, body }) => {
      const { personId } = requireOwnAccount(c, "membership");
      const { revokeKeys = false } = await body();
      const next = await leaveWorkspace(services.pools.main, workspaceId, personId, revokeKeys);
      return startSession(c, services, WORKSPACES.leaveWorkspace, { personId, workspaceId: next });
    },

    deleteWorkspace: async (services, { c, workspaceId, body, now }) => {
      const { personId } = requireOwnAccount(c, "membership");
      // An operator may have given it a name that no person could give.
      const { name } = await body();
      const { workspace } = await getIdentity(services, personId, workspaceId);
      if (plainName(name) !== plainName(workspace.name))
        throw new ApiError("INVALID_INPUT", `The name is not that of this workspace, ${workspace.name}.`);
      const next = await deleteOwnWorkspace(services.pools.main, workspaceId, personId, now);
      return startSession(c, services, WORKSPACES.deleteWorkspace, { personId, workspaceId: next });
    },
  }),
};

function plainName(text: string): string {
  return text.trim().normalize("NFC");
}

function parseWorkspaceName(text: string): string {
  return parseName(text, PERSON_LIMITS.workspaceName, "workspace's name");
}

/** Lists, creates, rotates and revokes the API keys of the open workspace, and restores the dashboard's. */

import { KEY_LIMITS, KEYS } from "@dealflow/contract/account/keys";
import { listKeys, revokeKey } from "@/service/accounts/keys";
import { getActiveFirstPosition } from "@/service/accounts/list-page";
import { addKey, restoreDashboardKey, rotateKey } from "@/service/accounts/workspace-keys";
import { ApiError } from "../api-error";
import { handleEach } from "./endpoint-handlers";
import { listPage, parseName } from "./request-input";

export const KEY_HANDLERS = handleEach(KEYS, {
  keys: ({ pools }, { c, workspaceId, now }) =>
    listPage(c, (part) => listKeys(pools.main, workspaceId, now, part), getActiveFirstPosition),

  addKey: async ({ pools }, { scope, body, now }) =>
    addKey(pools.main, scope, parseName((await body()).name, KEY_LIMITS.name), now),

  rotateKey: async ({ pools }, { id, scope, body, now }) => rotateKey(pools.main, scope, id, (await body()).days, now),

  revokeKey: async ({ pools }, { id, workspaceId, now }) => {
    if (!(await revokeKey(pools.main, workspaceId, id, now)))
      throw new ApiError("NOT_FOUND", "This key doesn't exist or is no longer active.");
  },

  restoreDashboardKey: ({ pools }, { workspaceId, now }) => restoreDashboardKey(pools.main, workspaceId, now),
});

/** Lists, creates, rolls and revokes the API keys of the open workspace, and restores the dashboard's. */

import { ACCOUNT } from "@dealflow/contract/account/account";
import { KEY_LIMITS } from "@dealflow/contract/account/keys";
import { getKeyPosition, listKeys, revokeKey } from "@/service/accounts/keys";
import { addKey, restoreDashboardKey, rollKey } from "@/service/accounts/workspace-keys";
import { ApiError } from "../api-error";
import {
  type AccountHandlers,
  getIdParameter,
  getViewScope,
  listPage,
  parseBody,
  parseName,
  respond,
  withAccountErrors,
} from "./request-input";

export const KEY_HANDLERS = {
  keys:
    ({ pools }) =>
    async (c) => {
      const { workspaceId } = c.get("caller");
      const now = new Date();
      const page = await listPage(c, (part) => listKeys(pools.main, workspaceId, now, part), getKeyPosition);
      return respond(c, ACCOUNT.keys, page);
    },

  addKey:
    ({ pools }) =>
    async (c) => {
      const name = parseName((await parseBody(c, ACCOUNT.addKey)).name, KEY_LIMITS.name);
      const created = addKey(pools.main, getViewScope(c), name, new Date());
      return respond(c, ACCOUNT.addKey, await withAccountErrors(created), 201);
    },

  rollKey:
    ({ pools }) =>
    async (c) => {
      const id = getIdParameter(c);
      const { days } = await parseBody(c, ACCOUNT.rollKey);
      const rolled = rollKey(pools.main, getViewScope(c), id, days, new Date());
      return respond(c, ACCOUNT.rollKey, await withAccountErrors(rolled), 201);
    },

  revokeKey:
    ({ pools }) =>
    async (c) => {
      if (!(await revokeKey(pools.main, c.get("caller").workspaceId, getIdParameter(c), new Date())))
        throw new ApiError("NOT_FOUND", "This key doesn't exist or is no longer active.");
      return c.body(null, 204);
    },

  restoreDashboardKey:
    ({ pools }) =>
    async (c) => {
      const restored = restoreDashboardKey(pools.main, c.get("caller").workspaceId, new Date());
      return respond(c, ACCOUNT.restoreDashboardKey, await withAccountErrors(restored), 201);
    },
} as const satisfies AccountHandlers;

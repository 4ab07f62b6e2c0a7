/** GET /account/v1/workspace: its name and balance. Requested before the dashboard shows any cached data. */
import type { Handler } from "hono";
import { ACCOUNT } from "@/lib/contract/account";
import { readWorkspaceBalance } from "@/service/accounts/workspaces";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { respond } from "./request-input";

export function getWorkspaceHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const workspace = await readWorkspaceBalance(pools.main, c.get("caller").workspaceId);
    if (workspace === undefined) throw new ApiError("NOT_FOUND", "the workspace does not exist any more");
    return respond(c, ACCOUNT.workspace, workspace);
  };
}

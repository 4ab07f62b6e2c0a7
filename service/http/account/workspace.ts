/** GET /account/v1/workspace: its name and what it has of credits. */
import type { Handler } from "hono";
import type { AccountWorkspace } from "@/lib/contract/account";
import { findWorkspace } from "@/service/accounts/workspaces";
import { readBalance } from "@/service/credits/ledger";
import type { Env, Services } from "../context";

export function workspaceOf({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { workspaceId } = c.get("caller");
    const [workspace, credits] = await Promise.all([
      findWorkspace(pools.main, workspaceId),
      readBalance(pools.main, workspaceId),
    ]);
    const answer: AccountWorkspace = { id: workspaceId, name: workspace?.name ?? "", ...credits };
    return c.json(answer);
  };
}

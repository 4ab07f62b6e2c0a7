/** GET /account/v1/ledger: the ledger by pages, newest first. */
import type { Handler } from "hono";
import { ACCOUNT } from "@/lib/contract/account";
import { LEDGER_CURSOR_PARAMETER, LEDGER_PAGE } from "@/lib/contract/account-credits";
import { isUuid } from "@/lib/contract/syntax";
import { readLedgerLines } from "@/service/credits/ledger";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { respond } from "./request-input";

export function listLedgerHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    // The cursor is the id of the last entry that was read: within a workspace's own ledger it reveals nothing.
    const cursor = c.req.query(LEDGER_CURSOR_PARAMETER);
    if (cursor !== undefined && !isUuid(cursor))
      throw new ApiError("INVALID_INPUT", `${LEDGER_CURSOR_PARAMETER} must be the nextCursor of a page before`);
    const lines = await readLedgerLines(pools.main, c.get("caller").workspaceId, LEDGER_PAGE + 1, cursor);
    const entries = lines.slice(0, LEDGER_PAGE);
    const nextCursor = lines.length > LEDGER_PAGE ? (entries.at(-1)?.id ?? null) : null;
    return respond(c, ACCOUNT.ledger, { entries, nextCursor });
  };
}

/** /account/v1/sessions: a person's sessions, and ending them. */

import { ACCOUNT } from "@dealflow/contract/account";
import type { Handler } from "hono";
import type { ListPart } from "@/service/accounts/list-page";
import { deleteSession, deleteSessions, getSessionPosition, listSessions } from "@/service/accounts/people/sessions";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { listPage } from "./list-page";
import { getIdParameter, respond } from "./request-input";
import { requireOwnAccount } from "./viewer";

export function listSessionsHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { personId, sessionId, demo } = c.get("viewer");
    const now = new Date();
    const read = (part: ListPart) => listSessions(pools.main, personId, sessionId, now, part);
    const page = await listPage(c, read, getSessionPosition);
    if (!demo) return respond(c, ACCOUNT.sessions, page);
    // Sessions of other visitors of the demo account are not shown.
    return respond(c, ACCOUNT.sessions, { items: page.items.filter(({ current }) => current), nextCursor: null });
  };
}

export function endOtherSessionsHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { personId, sessionId } = requireOwnAccount(c, "list of sessions");
    await deleteSessions(pools.main, personId, sessionId);
    return c.body(null, 204);
  };
}

export function endSessionHandler({ pools, people }: Services): Handler<Env> {
  return async (c) => {
    const id = getIdParameter(c);
    const { personId, sessionId, demo } = c.get("viewer");
    const own = id.toLowerCase() === sessionId;
    const deleted = (own || !demo) && (await deleteSession(pools.main, personId, id));
    if (!deleted) throw new ApiError("NOT_FOUND", "this session has already ended");
    return c.body(null, 204, own ? { "Set-Cookie": people.cookies.serializeExpired() } : {});
  };
}

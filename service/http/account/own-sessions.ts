/** /account/v1/sessions: where a person is signed in, and how that ends. */
import type { Handler } from "hono";
import type { ListPage } from "@/lib/contract/account-lists";
import type { PersonSession } from "@/lib/contract/account-people";
import type { ListPart } from "@/service/accounts/list-page";
import { endSession, endSessions, listSessions, positionOfSession } from "@/service/accounts/people/sessions";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { idOf } from "./kept";
import { listPage } from "./list-page";
import { notOfTheDemo } from "./viewer";

export function ownSessions({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { personId, sessionId, demo } = c.get("viewer");
    const now = new Date();
    const read = (part: ListPart) => listSessions(pools.main, personId, sessionId, now, part);
    const page = await listPage(c, read, positionOfSession);
    if (!demo) return c.json(page);
    // Other visitors of the demo account are none of this one's business.
    const own: ListPage<PersonSession> = { items: page.items.filter(({ current }) => current), nextCursor: null };
    return c.json(own);
  };
}

export function endedOthers({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { personId, sessionId } = notOfTheDemo(c, "list of sessions");
    await endSessions(pools.main, personId, sessionId);
    return c.body(null, 204);
  };
}

export function endedSession({ pools, people }: Services): Handler<Env> {
  return async (c) => {
    const id = idOf(c);
    const { personId, sessionId, demo } = c.get("viewer");
    const own = id.toLowerCase() === sessionId;
    const ended = (own || !demo) && (await endSession(pools.main, personId, id));
    if (!ended) throw new ApiError("NOT_FOUND", "this session has ended already");
    return c.body(null, 204, own ? { "Set-Cookie": await people.cookies.ended() } : {});
  };
}

/**
 * Lists, counts and streams the inbox of the open workspace, and marks it as read. It is free, so items do not say who.
 */

import { INBOX } from "@dealflow/contract/account/inbox";
import { INBOX_EVENTS, LAST_EVENT_ID_HEADER } from "@dealflow/contract/account/inbox-stream";
import { quote } from "@dealflow/contract/query/quote";
import type { Context } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { purchasesSince } from "@/service/feed/purchases/purchased";
import { createReferences } from "@/service/feed/tokens/reference";
import {
  type InboxNaming,
  type InboxScope,
  listInbox,
  listInboxAfter,
  markInboxRead,
  readInboxState,
} from "@/service/inbox/items";
import type { Follower } from "@/service/inbox/updates";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { handleEach } from "./endpoint-handlers";
import { listPage } from "./request-input";

/** The items of a request or a batch name their records with the result. */
function createNaming({ payOnceDays, secret }: Services): () => InboxNaming {
  const references = createReferences(secret);
  return () => ({ references, since: purchasesSince(payOnceDays, new Date()) });
}

export const INBOX_HANDLERS = handleEach(INBOX, {
  inbox: (services, { c, scope }) =>
    listPage(
      c,
      ({ limit, after }) =>
        listInbox(services.pools.main, scope, createNaming(services)(), { limit, before: after?.key }),
      // A position needs no other key, and the id of a record is not for everyone.
      ({ position }) => ({ key: position, id: scope.workspaceId }),
    ),

  inboxState: ({ pools }, { scope }) => readInboxState(pools.main, scope),

  readInbox: async ({ pools }, { scope, body }) => markInboxRead(pools.main, scope, (await body()).position),

  inboxUpdates: (services, { c, scope, viewer }) => {
    const getNaming = createNaming(services);
    const after = parseAfter(c);
    const follower = services.inboxUpdates.follow(viewer.sessionId);
    let written: () => void = () => undefined;
    c.set("written", new Promise((resolve) => (written = resolve)));
    const response = streamSSE(c, async (stream) => {
      stream.onAbort(follower.end);
      await sendUpdates(services, stream, { ...scope, getNaming }, follower, after).finally(() => {
        follower.end();
        written();
      });
    });
    // Neither compressed, which would hold events back, nor buffered by nginx.
    response.headers.set("Cache-Control", "no-store, no-transform");
    response.headers.set("X-Accel-Buffering", "no");
    return response;
  },
});

/** A comment is sent when nothing else was for so long, so that no proxy takes the connection for dead (ms). */
const HEARTBEAT_MS = 15_000;
/** Then the client connects again (ms): no proxy has to keep a connection for longer. */
const LIFETIME_MS = 5 * 60_000;
const BATCH = 100;

/** Returns when the session, the connection or the stream's lifetime ends. */
async function sendUpdates(
  { pools, inboxUpdates, log }: Services,
  stream: SSEStreamingApi,
  scope: InboxScope & { readonly getNaming: () => InboxNaming },
  follower: Follower,
  after: number | undefined,
): Promise<void> {
  const endsAt = Date.now() + LIFETIME_MS;
  let position = after;
  try {
    for (;;) {
      // Read before the items: an item added meanwhile is in the next state.
      const state = await inboxUpdates.read(() => readInboxState(pools.main, scope));
      position ??= state.latest;
      while (position < state.latest && !stream.aborted) {
        const from: number = position;
        const items = await inboxUpdates.read(() => listInboxAfter(pools.main, scope, scope.getNaming(), from, BATCH));
        for (const item of items)
          await stream.writeSSE({ id: String(item.position), event: INBOX_EVENTS.item, data: JSON.stringify(item) });
        const last: number = items.at(-1)?.position ?? state.latest;
        position = items.length < BATCH ? Math.max(state.latest, last) : last;
      }
      await stream.writeSSE({ event: INBOX_EVENTS.state, data: JSON.stringify(state) });
      for (;;) {
        const outcome = await follower.next(state, HEARTBEAT_MS);
        if (outcome === "ended" || Date.now() >= endsAt) return;
        if (outcome === "changed") break;
        await stream.write(":\n\n");
      }
    }
  } catch (error) {
    // The client connects again, and continues after the last item it got.
    log.warn({ err: error }, "a stream of an inbox ended early");
  }
}

function parseAfter(c: Context<Env>): number | undefined {
  const text = c.req.header(LAST_EVENT_ID_HEADER);
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new ApiError("INVALID_INPUT", `${LAST_EVENT_ID_HEADER} must be the position of an item; got ${quote(text)}`);
}

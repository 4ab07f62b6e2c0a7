/** GET on an event feed: check, read the page, charge for it, answer with what was paid. */
import type { Handler } from "hono";
import { CREDITS_REMAINING_HEADER, CREDITS_USED_HEADER } from "@/lib/contract/headers";
import { readCursor, writeCursor } from "@/service/feed/cursor";
import { EVENT_TABLES, type EventFeedName, positionOf, readPage, readTotal } from "@/service/feed/event-feeds";
import { ApiError } from "./api-error";
import type { Env, Services } from "./context";
import { readFeedRequest } from "./read-request";

export function listEvents(services: Services, name: EventFeedName): Handler<Env> {
  const source = EVENT_TABLES[name];
  const { pools, debits, secret } = services;

  return async (c) => {
    const caller = c.get("caller");
    const query = readFeedRequest(c, name);
    const scope = { feed: source.feed, query, workspaceId: caller.workspaceId };
    const position = query.cursor === undefined ? undefined : readCursor(scope, query.cursor, secret);
    if (position !== undefined && "message" in position) throw new ApiError("INVALID_INPUT", position.message);

    const charge = {
      workspaceId: caller.workspaceId,
      keyId: caller.keyId,
      requestId: c.get("requestId"),
      endpoint: source.feed.endpoint,
    };
    // A balance of 0 is refused before any look-up (decisions).
    if (!debits.mayHaveCredits(caller.workspaceId) && (await debits.charge({ ...charge, records: 0 })).balance === 0)
      throw outOfCredits();

    const [page, total] = await Promise.all([
      readPage(pools, source, query, position, query.limit),
      query.includeTotal ? readTotal(pools, source, query) : undefined,
    ]);
    const paid = await debits.charge({ ...charge, records: page.records.length });
    // The last credit went to another request while the page was read.
    if (paid.records === 0 && paid.balance === 0) throw outOfCredits();

    const served = page.records.slice(0, paid.records);
    const cut = served.length < page.records.length;
    const hasMore = page.hasMore || cut;
    const last = served.at(-1);
    const pagination = {
      hasMore,
      nextCursor: hasMore && last !== undefined ? writeCursor(scope, positionOf(last), secret) : null,
      ...(total === undefined ? {} : { total }),
    };
    const meta = { endpoint: source.feed.endpoint, creditsUsed: paid.records, creditsRemaining: paid.balance };
    return c.body(
      `{"success":true,"data":[${served.join(",")}],"pagination":${JSON.stringify(pagination)},"meta":${JSON.stringify(meta)}}`,
      200,
      {
        "Content-Type": "application/json",
        [CREDITS_USED_HEADER]: String(paid.records),
        [CREDITS_REMAINING_HEADER]: String(paid.balance),
      },
    );
  };
}

function outOfCredits(): ApiError {
  return new ApiError("PAYMENT_REQUIRED", "the workspace has no credits left", {
    [CREDITS_USED_HEADER]: "0",
    [CREDITS_REMAINING_HEADER]: "0",
  });
}

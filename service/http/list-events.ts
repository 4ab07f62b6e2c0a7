/** GET on an event feed: check, read the page, charge for it, answer with what was paid. */
import type { Handler } from "hono";
import { CREDITS_REMAINING_HEADER, CREDITS_USED_HEADER } from "@/lib/contract/headers";
import type { Charged } from "@/service/credits/debit";
import { canonicalFilters } from "@/service/feed/canonical";
import { readCursor, writeCursor } from "@/service/feed/cursor";
import { EVENT_TABLES, type EventFeedName, positionOf } from "@/service/feed/event-feeds";
import { ApiError } from "./api-error";
import type { Env, Services } from "./context";
import { readFeedRequest } from "./read-request";

export function listEvents(services: Services, name: EventFeedName): Handler<Env> {
  const source = EVENT_TABLES[name];
  const { feeds, debits, secret } = services;

  return async (c) => {
    const caller = c.get("caller");
    const query = readFeedRequest(c, name);
    const { limit, includeTotal } = query;
    const filters = canonicalFilters(query);
    const scope = { feed: source.feed, filters, workspaceId: caller.workspaceId };
    const position = query.cursor === undefined ? undefined : readCursor(scope, query.cursor, secret);
    if (position !== undefined && "message" in position) throw new ApiError("INVALID_INPUT", position.message);

    const pay = async (records: number, version?: number): Promise<Charged> => {
      const charged = await debits.charge({
        workspaceId: caller.workspaceId,
        keyId: caller.keyId,
        requestId: c.get("requestId"),
        endpoint: source.feed.endpoint,
        records,
        feed: source.table,
        version,
      });
      feeds.noteVersion(source.table, charged.version);
      return charged;
    };
    // A balance of 0 is refused before any look-up (decisions).
    if (!debits.mayHaveCredits(caller.workspaceId) && (await pay(0)).balance === 0) throw outOfCredits();

    const asked = { source, query, filters, position, limit, includeTotal };
    let page = await feeds.page(asked);
    let paid = await pay(page.records.length, page.version);
    if (page.version !== undefined && page.version !== paid.version) {
      // The feed changed since the page was kept, so nothing was charged for it.
      page = await feeds.readPage(asked);
      paid = await pay(page.records.length);
    }
    // The last credit went to another request while the page was read.
    if (paid.records === 0 && paid.balance === 0) throw outOfCredits();

    const served = page.records.slice(0, paid.records);
    const cut = served.length < page.records.length;
    const hasMore = page.hasMore || cut;
    const last = served.at(-1);
    const pagination = {
      hasMore,
      nextCursor: hasMore && last !== undefined ? writeCursor(scope, positionOf(last), secret) : null,
      ...(page.total === undefined ? {} : { total: page.total }),
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

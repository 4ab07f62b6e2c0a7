/** GET on a feed: check, read the page, charge for it, answer with what was paid. */
import { FEEDS, type FeedName } from "@/lib/contract/feeds";
import { canonicalFilters } from "@/service/feed/canonical";
import { readCursor, writeCursor } from "@/service/feed/cursor";
import { type Page, type PageRequest, RanksGone, SOURCES } from "@/service/feed/feeds";
import type { FeedSource } from "@/service/feed/source";
import { ApiError } from "./api-error";
import type { Services } from "./context";
import type { Read } from "./metered";
import { readFeedRequest } from "./read-request";

export function listFeed({ feeds, secret }: Services, name: FeedName): Read {
  const source: FeedSource = SOURCES[name];
  const { table } = source;
  const { endpoint } = FEEDS[name];

  return (c) => {
    const query = readFeedRequest(c, name);
    const { limit, includeTotal = false } = query;
    const filters = canonicalFilters(query);
    const scope = { feed: source.feed, filters, workspaceId: c.get("caller").workspaceId };
    const position = query.cursor === undefined ? undefined : readCursor(scope, query.cursor, secret);
    if (position !== undefined && "message" in position) throw new ApiError("INVALID_INPUT", position.message);
    const asked: PageRequest = { source, query, filters, position, limit, includeTotal };

    return async (payment) => {
      await payment.expectCredits(endpoint);
      let page = await known(feeds.page(asked));
      let paid = await payment.pay(endpoint, { records: page.rows.length, feed: table, version: page.version });
      if (page.version !== undefined && page.version !== paid.version) {
        // The feed changed since the page was kept, so nothing was charged for it.
        page = await known(feeds.readPage(asked));
        paid = await payment.pay(endpoint, { records: page.rows.length, feed: table, version: undefined });
      }
      const served = page.rows.slice(0, paid.records);
      const hasMore = page.hasMore || served.length < page.rows.length;
      const last = served.at(-1);
      // The cursor stands on the last served record; without one where the reader stood.
      const reached = last === undefined ? (position ?? source.startOf(query)) : source.positionOf(last);
      const goesOn = hasMore || source.startOf(query) !== undefined;
      const pagination = {
        hasMore,
        nextCursor: goesOn && reached !== undefined ? writeCursor(scope, reached, secret) : null,
        ...(page.total === undefined ? {} : { total: page.total }),
      };
      const meta = { endpoint, creditsUsed: paid.records, creditsRemaining: paid.balance };
      const data = served.map(([record]) => record).join(",");
      return {
        body: `{"success":true,"data":[${data}],"pagination":${JSON.stringify(pagination)},"meta":${JSON.stringify(meta)}}`,
      };
    };
  };
}

async function known(page: Promise<Page>): Promise<Page> {
  try {
    return await page;
  } catch (error) {
    if (!(error instanceof RanksGone)) throw error;
    throw new ApiError(
      "INVALID_INPUT",
      "cursor is of a night whose ranks are not kept any more; start again without it to read the latest ranks",
    );
  }
}

/** GET on a feed: validate, read the page, charge for it, respond with the purchased records. */
import { parseFeedQuery } from "@/lib/contract/feed-query";
import { FEEDS, type FeedName } from "@/lib/contract/feeds";
import { getListReader } from "@/lib/contract/list-readers";
import { canonicalFilters } from "@/service/feed/canonical-filters";
import { readCursor, writeCursor } from "@/service/feed/cursor";
import { type Page, type PageRequest, SnapshotExpiredError, SOURCES } from "@/service/feed/feeds";
import type { FeedSource } from "@/service/feed/source";
import { ApiError } from "./api-error";
import type { Services } from "./context";
import type { Read } from "./metered";
import { getSearchParams, rejectInput } from "./read-request";

export function listFeed({ feeds, secret }: Services, name: FeedName): Read {
  const source: FeedSource = SOURCES[name];
  const { table } = source;
  const { endpoint } = FEEDS[name];

  return (c) => {
    const { query, paging, issues } = parseFeedQuery(FEEDS[name], getSearchParams(c), getListReader);
    if (issues.length > 0) rejectInput(issues);
    const { cursor, limit, includeTotal = false } = paging;
    const filters = canonicalFilters(query);
    const scope = { feed: source.feed, filters, workspaceId: c.get("caller").workspaceId };
    const position = cursor === undefined ? undefined : readCursor(scope, cursor, secret);
    if (position !== undefined && "message" in position) throw new ApiError("INVALID_INPUT", position.message);
    const request: PageRequest = { source, query, filters, position, limit, includeTotal };

    return async (payment) => {
      await payment.expectCredits(endpoint);
      let page = await withSnapshotErrors(feeds.page(request));
      let charged = await payment.pay(endpoint, { records: page.rows.length, feed: table, version: page.version });
      if (page.version !== undefined && page.version !== charged.version) {
        // The feed changed since the page was cached, so nothing was charged for it.
        page = await withSnapshotErrors(feeds.readPage(request));
        charged = await payment.pay(endpoint, { records: page.rows.length, feed: table, version: undefined });
      }
      const served = page.rows.slice(0, charged.records);
      const hasMore = page.hasMore || served.length < page.rows.length;
      const last = served.at(-1);
      // The cursor points to the last served record; without one, to the reader's position.
      const endPosition = last === undefined ? (position ?? source.getStart(query)) : source.getPosition(last);
      const hasNextPage = hasMore || source.getStart(query) !== undefined;
      const pagination = {
        hasMore,
        nextCursor: hasNextPage && endPosition !== undefined ? writeCursor(scope, endPosition, secret) : null,
        ...(page.total === undefined ? {} : { total: page.total }),
      };
      const meta = { endpoint, creditsUsed: charged.records, creditsRemaining: charged.balance };
      const data = served.map(([record]) => record).join(",");
      return {
        body: `{"success":true,"data":[${data}],"pagination":${JSON.stringify(pagination)},"meta":${JSON.stringify(meta)}}`,
      };
    };
  };
}

async function withSnapshotErrors(page: Promise<Page>): Promise<Page> {
  try {
    return await page;
  } catch (error) {
    if (!(error instanceof SnapshotExpiredError)) throw error;
    throw new ApiError(
      "INVALID_INPUT",
      "cursor has expired: prominence rankings are kept for two days; start again from the first page",
    );
  }
}

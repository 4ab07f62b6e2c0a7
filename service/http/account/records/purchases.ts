/**
 * GET /account/v1/purchased: how many records a workspace has purchased. GET and POST
 * /account/v1/quotes/:id: what a page, all that follows it, or records by their references would cost.
 */

import { MOST_QUOTED, PURCHASES, type RecordQuote } from "@dealflow/contract/account/spending/purchases";
import { FEED_NAMES, type FeedName } from "@dealflow/contract/feeds";
import { SOURCES } from "@/service/feed/feeds";
import { toFreeSuperset } from "@/service/feed/purchases/free-superset";
import { countPurchases, countUnpaid, type PurchaseScope } from "@/service/feed/purchases/purchased";
import { createReferences } from "@/service/feed/tokens/reference";
import { resolveReferences } from "@/service/http/metered/buy-records";
import { type FeedRequest, getFeedParameter, readFeedRequest } from "@/service/http/read-request";
import type { Services } from "../../context";
import { handleEach } from "../endpoint-handlers";
import { readPageAndPurchases } from "./explore";

export const QUOTE_HANDLERS = handleEach(PURCHASES, {
  purchasedCounts: async ({ pools }, { purchases }) => {
    const tables = await countPurchases(pools.main, purchases);
    return { counts: Object.fromEntries(FEED_NAMES.map((feed) => [feed, tables.get(SOURCES[feed].table) ?? 0])) };
  },

  quotePage: async (services, { c, purchases }) => {
    const feed = getFeedParameter(c);
    const request = readFeedRequest(services, feed, c);
    if (!request.free.exact) return getUpperBound(services, feed, request, purchases);
    const { page, purchasedAt } = await readPageAndPurchases(services, request);
    const records = page.rows.length;
    return { records, newRecords: records - purchasedAt.size, hasMore: page.hasMore, exact: true };
  },

  quoteAll: async (services, { c, purchases }) => {
    const { feeds, freeExplore } = services;
    const feed = getFeedParameter(c);
    const request = readFeedRequest(services, feed, c);
    const { free } = request;
    const all = { ...request, page: { ...request.page, limit: MOST_QUOTED } };
    // Where there are previews, their references buy all of what they match; otherwise paid pages do.
    const previewed = free.exact || (freeExplore === "rows" && !free.ownedOnly);
    if (!previewed) return getUpperBound(services, feed, all, purchases);
    const counts = await feeds.countUnpaid(
      { ...request.page, query: free.ownedQuery },
      purchases,
      MOST_QUOTED,
      free.exact ? undefined : free.query,
    );
    return { ...counts, exact: true };
  },

  quoteReferences: async ({ pools, secret }, { c, workspaceId, purchases, body }) => {
    const feed = getFeedParameter(c);
    const { references } = await body();
    const ids = [...resolveReferences(createReferences(secret), { feed, workspaceId }, references).keys()];
    const counts = await countUnpaid(pools.primary.fixed, purchases, SOURCES[feed].table, ids);
    return { ...counts, hasMore: false, exact: true };
  },
});

/** Counts as many records as their previews allow, for a purchase by facts that are not free. */
async function getUpperBound(
  { feeds }: Services,
  feed: FeedName,
  { page }: FeedRequest,
  purchases: PurchaseScope,
): Promise<RecordQuote> {
  const { records, hasMore } = await feeds.countUnpaid(
    { ...page, query: toFreeSuperset(feed, page.query) },
    purchases,
    page.limit,
  );
  return { records, newRecords: records, hasMore, exact: false };
}

/**
 * GET /account/v1/purchased: how many records a workspace has purchased. GET and POST
 * /account/v1/quotes/:id: what a page, all that follows it, or records by their references would cost.
 */

import { ACCOUNT } from "@dealflow/contract/account/account";
import { MOST_QUOTED, type RecordQuote } from "@dealflow/contract/account/purchases";
import { FEED_NAMES, type FeedName } from "@dealflow/contract/feeds";
import type { Context, Handler } from "hono";
import { SOURCES } from "@/service/feed/feeds";
import { toFreeSuperset } from "@/service/feed/purchases/free-superset";
import { countPurchases, countUnpaid, purchasesSince } from "@/service/feed/purchases/purchased";
import { createReferences } from "@/service/feed/tokens/reference";
import { resolveReferences } from "../../buy-records";
import type { Env, Services } from "../../context";
import { type FeedRequest, readFeedRequest } from "../../list-feed";
import { parseBody, respond } from "../request-input";
import { getFeedParameter, readPageAndPurchases } from "./explore";

export function countPurchasedHandler({ payOnceDays, pools }: Services): Handler<Env> {
  return async (c) => {
    const { workspaceId } = c.get("caller");
    const tables = await countPurchases(pools.main, { workspaceId, since: purchasesSince(payOnceDays, new Date()) });
    const counts = Object.fromEntries(FEED_NAMES.map((feed) => [feed, tables.get(SOURCES[feed].table) ?? 0]));
    return respond(c, ACCOUNT.purchasedCounts, { counts });
  };
}

export function quotePageHandler(services: Services): Handler<Env> {
  return async (c) => {
    const { workspaceId } = c.get("caller");
    const request = readRequest(services, c);
    const { free } = request;
    if (!free.exact)
      return respond(c, ACCOUNT.quotePage, await getUpperBound(services, getFeedParameter(c), request, workspaceId));
    const { page, purchasedAt } = await readPageAndPurchases(services, request, workspaceId);
    const records = page.rows.length;
    const newRecords = records - purchasedAt.size;
    return respond(c, ACCOUNT.quotePage, { records, newRecords, hasMore: page.hasMore, exact: true });
  };
}

export function quoteAllHandler(services: Services): Handler<Env> {
  const { feeds, freeExplore, payOnceDays } = services;
  return async (c) => {
    const { workspaceId } = c.get("caller");
    const request = readRequest(services, c);
    const { free } = request;
    const all = { ...request, page: { ...request.page, limit: MOST_QUOTED } };
    // Where there are previews, their references buy all of what they match; otherwise paid pages do.
    const previewed = free.exact || (freeExplore === "rows" && !free.ownedOnly);
    if (!previewed)
      return respond(c, ACCOUNT.quoteAll, await getUpperBound(services, getFeedParameter(c), all, workspaceId));
    const counts = await feeds.countUnpaid(
      { ...request.page, query: free.ownedQuery },
      { workspaceId, since: purchasesSince(payOnceDays, new Date()) },
      MOST_QUOTED,
      free.exact ? undefined : free.query,
    );
    return respond(c, ACCOUNT.quoteAll, { ...counts, exact: true });
  };
}

/** Counts as many records as their previews allow, for a purchase by facts that are not free. */
async function getUpperBound(
  { feeds, payOnceDays }: Services,
  feed: FeedName,
  { page }: FeedRequest,
  workspaceId: string,
): Promise<RecordQuote> {
  const purchases = { workspaceId, since: purchasesSince(payOnceDays, new Date()) };
  const { records, hasMore } = await feeds.countUnpaid(
    { ...page, query: toFreeSuperset(feed, page.query) },
    purchases,
    page.limit,
  );
  return { records, newRecords: records, hasMore, exact: false };
}

export function quoteReferencesHandler({ payOnceDays, pools, secret }: Services): Handler<Env> {
  const codec = createReferences(secret);
  return async (c) => {
    const { workspaceId } = c.get("caller");
    const feed = getFeedParameter(c);
    const { references } = await parseBody(c, ACCOUNT.quoteReferences);
    const ids = [...resolveReferences(codec, { feed, workspaceId }, references).keys()];
    const purchases = { workspaceId, since: purchasesSince(payOnceDays, new Date()) };
    const counts = await countUnpaid(pools.fixed, purchases, SOURCES[feed].table, ids);
    return respond(c, ACCOUNT.quoteReferences, { ...counts, hasMore: false, exact: true });
  };
}

function readRequest(services: Services, c: Context<Env>): FeedRequest {
  return readFeedRequest(services, getFeedParameter(c), c);
}

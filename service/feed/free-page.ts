/**
 * Builds a page for free exploration of a query that previews do not decide: owned records as the query finds them, and
 * the others as their previews match it.
 */
import type { FreeQuery } from "@dealflow/contract/query/free-query";
import type { Feeds, Page, UncachedRequest } from "./feeds";
import type { PurchaseScope } from "./purchases/purchased";
import type { FeedSource, Row } from "./sources/source";

export async function readFreePage(
  feeds: Feeds,
  request: UncachedRequest,
  free: FreeQuery,
  purchases: PurchaseScope,
): Promise<Page> {
  const { query, ownedQuery, ownedOnly } = free;
  const owned = { ...request, query: ownedQuery };
  if (ownedOnly) return feeds.readPurchasedPage(owned, purchases);
  const others = { ...request, query };
  const [page, otherPage, total] = await Promise.all([
    feeds.readPurchasedPage({ ...owned, includeTotal: false }, purchases),
    feeds.readUnpurchasedPage(others, purchases),
    request.includeTotal ? countFreeMatches(feeds, request, free, purchases) : undefined,
  ]);
  const rows = mergeRows(request, page.rows, otherPage.rows);
  return {
    rows: rows.slice(0, request.limit),
    hasMore: page.hasMore || otherPage.hasMore || rows.length > request.limit,
    total,
    version: undefined,
  };
}

export async function countFreeMatches(
  feeds: Feeds,
  request: UncachedRequest,
  { query, ownedQuery, ownedOnly }: FreeQuery,
  purchases: PurchaseScope,
): Promise<number> {
  const ownedMatches = feeds.countMatches({ ...request, query: ownedQuery }, purchases);
  if (ownedOnly) return ownedMatches;
  const others = { ...request, query };
  const [all, ownedAmongThem] = await Promise.all([feeds.countMatches(others), feeds.countMatches(others, purchases)]);
  return all - ownedAmongThem + (await ownedMatches);
}

function mergeRows({ source, query }: UncachedRequest, owned: readonly Row[], others: readonly Row[]): Row[] {
  const { direction } = source.buildQuery(query, undefined, 0).order;
  const sign = direction === "asc" ? 1 : -1;
  const withPosition = (row: Row) => ({ row, position: source.getPosition(row) });
  return [...owned, ...others]
    .map(withPosition)
    .sort((a, b) => sign * comparePositions(a.position, b.position))
    .map(({ row }) => row);
}

function comparePositions(a: ReturnType<FeedSource["getPosition"]>, b: ReturnType<FeedSource["getPosition"]>): number {
  return a.key === b.key ? (a.id < b.id ? -1 : 1) : a.key - b.key;
}

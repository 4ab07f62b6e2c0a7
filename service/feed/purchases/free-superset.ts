import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import type { AnyQuery, Filter } from "@dealflow/contract/filters";
import { CENT_USD, toFreeQuery } from "@dealflow/contract/query/free-query";

/** Widens a query to all that previews alone can match: without texts, and with a maximum's whole band. */
export function toFreeSuperset(feed: FeedName, query: AnyQuery): AnyQuery {
  const filters: readonly Filter[] = FEEDS[feed].filters;
  const wider: Record<string, AnyQuery[string]> = { ...query };
  for (const filter of filters) {
    if (filter.kind === "text") delete wider[filter.param];
    if (filter.kind !== "range" || filter.unit !== "usd" || filter.max === undefined) continue;
    const most = query[filter.max];
    // An amount on the edge of two bands belongs to the upper one, which therefore is included too.
    if (typeof most === "number") wider[filter.max] = most + CENT_USD;
  }
  return toFreeQuery(feed, wider).query;
}

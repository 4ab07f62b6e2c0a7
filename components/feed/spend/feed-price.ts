/** What coming to a page of the dashboard costs: nothing where the first page of its rows is here already. */
import { serializeFeedQuery } from "@dealflow/contract/feed-query";
import { FEEDS, type FeedName, LIMIT } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import { parseAddress } from "@/lib/filters/address";
import { feedAtPage } from "@/lib/filters/pages";
import { FREE, maxPrice, type Price } from "@/lib/format/price";
import { readFeed } from "@/lib/queries/feeds";

/** @param explores rows are free */
export function priceOf(feed: FeedName, query: AnyQuery, explores: boolean): Price {
  return explores ? FREE : priceOfView(feed, serializeFeedQuery(FEEDS[feed], query));
}

function priceOfView(feed: FeedName, canonical: string): Price {
  const cached = readFeed(feed, canonical).pages.length > 0;
  return cached ? FREE : maxPrice(LIMIT.default);
}

/** Pages that are not a feed's are free. @param href path and query @param explores rows are free */
export function priceOfAddress(href: string, explores: boolean): Price {
  const { pathname, searchParams } = new URL(href, "http://dashboard.invalid");
  const feed = feedAtPage(pathname);
  if (feed === undefined || explores) return FREE;
  const { canonical, issues } = parseAddress(FEEDS[feed], searchParams);
  // An address of which a part is left out buys nothing by being opened.
  return issues.length > 0 ? FREE : priceOfView(feed, canonical);
}

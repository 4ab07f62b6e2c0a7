/** Where a view's pages are in the query cache. */

import type { FeedName } from "@dealflow/contract/feeds";
import type { InfiniteData } from "@tanstack/react-query";
import type { FeedPage } from "@/lib/api/dashboard";
import type { ExplorePage } from "@/lib/api/explore";

/**
 * Pages in the batches in which they came: one that was bought, or all that the server had cached behind the last one.
 * An empty first batch: the server has none cached. An empty later one: those that it had were evicted.
 */
export type FeedData = InfiniteData<readonly FeedPage[], string | null>;

export type FeedKey = readonly ["feed", FeedName, string];

export function feedKey(feed: FeedName, canonical: string): FeedKey {
  return ["feed", feed, canonical];
}

export type ExploreData = InfiniteData<ExplorePage, string | null>;

/** What is listed: everything that matches, or what the workspace has purchased of it. */
export type FreeRows = "explore" | "purchased";

export function exploreKey(feed: FeedName, canonical: string, rows: FreeRows = "explore") {
  return [rows, feed, canonical] as const;
}

export function feedData(pages: readonly FeedPage[]): FeedData {
  return { pages: [pages], pageParams: [null] };
}

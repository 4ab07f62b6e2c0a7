/** Builds the query keys of the rows of a view. */

import type { FeedName } from "@dealflow/contract/feeds";
import type { InfiniteData } from "@tanstack/react-query";
import type { ExplorePage, RowScope } from "@/lib/api/explore";

export type FeedData = InfiniteData<ExplorePage, string | null>;

export function feedKey(feed: FeedName, canonical: string, scope: RowScope = "all") {
  return ["feed", feed, scope, canonical] as const;
}

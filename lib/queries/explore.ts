/** The rows of every view that this document has explored. They are free, so any of them may be fetched at any time. */

import type { FeedName } from "@dealflow/contract/feeds";
import { infiniteQueryOptions } from "@tanstack/react-query";
import type { ExplorePage, ExploreRow } from "@/lib/api/explore";
import { getQueryClient, WHEN_ONLINE } from "./client";
import { exploreKey, type FreeRows } from "./feed-key";

export interface ExploreState {
  readonly rows: readonly ExploreRow[];
  /** Those of them that are owned. */
  readonly owned: readonly ExploreRow[];
  readonly total: number | undefined;
}

export function exploreQuery(feed: FeedName, canonical: string, rows: FreeRows = "explore") {
  return infiniteQueryOptions({
    queryKey: exploreKey(feed, canonical, rows),
    queryFn: async ({ pageParam, signal }) => {
      // No part of the first load: its rows come with the page.
      const { fetchExplorePage } = await import("@/lib/client/fetch-explore-page");
      return fetchExplorePage(feed, canonical, pageParam, signal, rows);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
    // One function: the same pages are the same rows, however often they are read.
    select: flatten,
    ...WHEN_ONLINE,
  });
}

/** Everything that is owned and matches, to the last page. Throws `RequestFailure`. */
export async function fetchOwnedRows(feed: FeedName, canonical: string): Promise<readonly ExploreRow[]> {
  const query = exploreQuery(feed, canonical, "purchased");
  const pages = Number.POSITIVE_INFINITY;
  return flatten(await getQueryClient().fetchInfiniteQuery({ ...query, pages, staleTime: 0 })).owned;
}

/** Always the same, so that what is shown of the owned rows alone is not rendered again. */
const NONE: readonly ExploreRow[] = [];

function flatten({ pages }: { readonly pages: readonly ExplorePage[] }): ExploreState {
  const seen = new Set<string>();
  // A record that moved between two pages is shown at its first place.
  const rows = pages.flatMap((page) =>
    page.rows.filter(({ key }) => {
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    }),
  );
  const owned = rows.filter(({ preview }) => preview === undefined);
  return { rows, owned: owned.length === 0 ? NONE : owned, total: pages[0]?.total };
}

/** Queries the rows of a feed's views. They are free: reading them never buys. */

import type { ExplorePageResponse, ExploreRow } from "@dealflow/contract/account/explore";
import type { FeedName } from "@dealflow/contract/feeds";
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import type { RowScope } from "@/lib/api/explore";
import { getQueryClient, WHEN_ONLINE } from "./client";

/** A table holds no more rows than this: nobody scrolls further, and an export has the others. */
export const MAX_ROWS = 10_000;

export interface FeedRows {
  readonly rows: readonly ExploreRow[];
  /** The rows are as many as a table may hold, and more match. */
  readonly isFull: boolean;
  /** These of them are owned. */
  readonly owned: readonly ExploreRow[];
  readonly total: number | undefined;
  /** This page after the rows has to be bought before it is seen. */
  readonly next: ExplorePageResponse["next"];
  /** This session used these credits in the view. */
  readonly creditsInView: number;
}

type FeedData = InfiniteData<ExplorePageResponse, string | null>;

export function feedQuery(feed: FeedName, canonical: string, scope: RowScope = "all") {
  return infiniteQueryOptions({
    queryKey: ["feed", feed, scope, canonical] as const,
    queryFn: async ({ pageParam, signal }) => {
      // The module is no part of the first load, whose rows come with the page.
      const { fetchFeedPage } = await import("@/lib/client/requests/fetch-feed-page");
      return fetchFeedPage(feed, canonical, pageParam, signal, scope);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => (pagination.hasMore ? pagination.nextCursor : null),
    // It is one function, so that the same pages give the same rows on every read.
    select: flatten,
    // Colleagues purchase too.
    refetchOnMount: scope === "owned" ? "always" : true,
    ...WHEN_ONLINE,
  });
}

/** Returns all owned matches, to the last page. Throws `RequestFailure`. */
export async function fetchOwnedRows(
  feed: FeedName,
  canonical: string,
  scope: RowScope = "owned",
): Promise<readonly ExploreRow[]> {
  const query = feedQuery(feed, canonical, scope);
  const all = Number.POSITIVE_INFINITY;
  return flatten(await getQueryClient().fetchInfiniteQuery({ ...query, pages: all, staleTime: 0 }), all).owned;
}

/** Replaces rows by their keys in every list of the feed: bought records, or newer versions of owned ones. */
export function replaceRows(client: QueryClient, feed: FeedName, rows: ReadonlyMap<string, ExploreRow>): void {
  client.setQueriesData<FeedData>({ queryKey: ["feed", feed] }, (data) => {
    if (data === undefined) return data;
    const pages = data.pages.map((page) =>
      page.rows.some(({ key }) => rows.has(key))
        ? { ...page, rows: page.rows.map((row) => rows.get(row.key) ?? row) }
        : page,
    );
    return { ...data, pages };
  });
}

/** The list is always the same, so that components that show only owned rows are not rendered again. */
const NONE: readonly ExploreRow[] = [];

function flatten({ pages }: Pick<FeedData, "pages">, max = MAX_ROWS): FeedRows {
  const seen = new Set<string>();
  // A record that moved between two pages is shown at its first place.
  const all = pages.flatMap((page) =>
    page.rows.filter(({ key }) => {
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    }),
  );
  const rows = all.slice(0, max);
  const last = pages.at(-1);
  const follow = all.length > max || last?.pagination.hasMore === true || last?.next !== undefined;
  const owned = rows.filter(({ preview }) => preview === undefined);
  return {
    rows,
    isFull: rows.length === max && follow,
    owned: owned.length === 0 ? NONE : owned,
    total: pages[0]?.pagination.total,
    next: last?.next,
    creditsInView: pages[0]?.creditsInView ?? 0,
  };
}

/** A view whose rows are free: the same view, over the rows that were explored. */

import type { FeedName } from "@dealflow/contract/feeds";
import { useInfiniteQuery } from "@tanstack/react-query";
import { exploreQuery } from "@/lib/queries/explore";
import { useSummary } from "@/lib/queries/summaries";
import type { FeedView } from "./feed-view-state";
import { toRequestError } from "./send-request";

/** A request in progress is awaited. */
const WAIT = { cancelRefetch: false } as const;

type Exploration = ReturnType<typeof useExploration>;

/** @param explores false: nothing is requested */
export function useExploration(feed: FeedName, canonical: string, explores: boolean) {
  const rows = useInfiniteQuery({ ...exploreQuery(feed, canonical), enabled: explores });
  return { rows, summary: useSummary(explores ? feed : undefined, canonical) };
}

/**
 * The total of the page is that of the summary, so that no two numbers are shown while an import is counted; without a
 * summary the rows have it.
 *
 * @param creditsInView what the records that were bought in this view have cost
 */
export function exploredView(view: FeedView, { rows, summary }: Exploration, creditsInView: number): FeedView {
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } = rows;
  const failure = error === null || isFetching ? undefined : toRequestError(error);
  const failed = failure?.code === "OFFLINE" && !view.offline ? undefined : failure;
  return {
    ...view,
    // Until the first rows are there, what is owned and matches.
    ...(data === undefined ? {} : { rows: data.owned, listed: data.rows, showsPurchased: false }),
    total: summary === undefined ? data?.total : summary.counting ? undefined : summary.total,
    hasMore: hasNextPage,
    status: data !== undefined ? "ready" : failed === undefined ? "loading" : "error",
    loadingMore: isFetchingNextPage,
    loadingCached: false,
    nextCached: false,
    refreshing: false,
    error: failed,
    creditsInView,
    spendingLimit: { ...view.spendingLimit, paused: false },
    cut: undefined,
    loadMore: (by) => {
      if (isFetching || (by !== "button" && failed !== undefined)) return;
      void (data === undefined ? refetch(WAIT) : fetchNextPage(WAIT));
    },
    refresh: () => void refetch(WAIT),
  };
}

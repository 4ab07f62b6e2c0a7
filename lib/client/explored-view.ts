/** A view whose rows are free: the same view, over the rows that were explored. */
import type { InfiniteQueryObserverResult } from "@tanstack/react-query";
import type { Summary } from "@/lib/contract/account-summaries";
import type { ExploreState } from "@/lib/queries/explore";
import type { FeedView } from "./feed-view-state";
import { toRequestError } from "./send-request";

/** A request in progress is awaited. */
const WAIT = { cancelRefetch: false } as const;

/**
 * @param creditsInView what the records that were bought in this view have cost
 * @param summary of the same query: its total is that of the page, so that no two numbers are shown while an import is
 *   counted; undefined: the rows have the total
 */
export function exploredView(
  view: FeedView,
  {
    data,
    error,
    hasNextPage,
    isFetching,
    isFetchingNextPage,
    fetchNextPage,
    refetch,
  }: InfiniteQueryObserverResult<ExploreState>,
  creditsInView: number,
  summary?: Pick<Summary, "total" | "counting">,
): FeedView {
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

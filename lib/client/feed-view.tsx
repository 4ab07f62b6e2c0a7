"use client";
/** One view of a feed: its query, its rows, and the purchase of more. */
import type { FeedRecord } from "@dealflow/client/records";
import type { FeedName } from "@dealflow/contract/feeds";
import { useInfiniteQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useCallback, useMemo } from "react";
import type { FeedInitial } from "@/lib/api/dashboard";
import type { ExploreRow, RowScope } from "@/lib/api/explore";
import { ownedPage, PAGES } from "@/lib/filters/pages";
import { useBuy } from "@/lib/queries/buy";
import { feedQuery, fetchOwnedRows } from "@/lib/queries/feed";
import { useSummary } from "@/lib/queries/summaries";
import { useFeedAddress } from "./address";
import type { FeedView } from "./feed-view-state";
import { useHost } from "./host";
import { useOffline } from "./online";
import { useOwnedOnly } from "./owned-only";
import { toRequestError } from "./send-request";

const FeedViewContext = createContext<FeedView | undefined>(undefined);

interface Props {
  feed: FeedName;
  initial: FeedInitial;
  /** Lists what the workspace owns. */
  owned: boolean;
  children: ReactNode;
}

/** A request in progress is awaited. */
const WAIT = { cancelRefetch: false } as const;
const NO_ROWS: readonly ExploreRow[] = [];

export function FeedViewProvider({ feed, initial, owned: isOwnedPage, children }: Props) {
  const address = useFeedAddress(initial, isOwnedPage ? ownedPage(feed) : PAGES[feed]);
  const { canonical } = address;
  const { identity } = useHost();
  const isSpendingOff = useOwnedOnly();
  const ownedOnly = isOwnedPage || isSpendingOff;
  // Another host lists owned records only.
  const scope: RowScope = ownedOnly && identity !== null ? "owned" : "all";
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    feedQuery(feed, canonical, scope),
  );
  const isSummarized = identity !== null && (ownedOnly ? identity.payOnce : identity.freeExplore !== "off");
  const summarized = useMemo(() => (isSummarized ? { feed, scope } : undefined), [isSummarized, feed, scope]);
  const summary = useSummary(summarized, canonical);
  const buying = useBuy(feed, canonical);
  const offline = useOffline();
  const failure = error === null || isFetching ? undefined : toRequestError(error);
  // A request that failed while offline is repeated once there is a network.
  const failed = failure?.code === "OFFLINE" && !offline ? undefined : failure;
  const hasFailed = failed !== undefined;
  const isLoaded = data !== undefined;

  const loadMore = useCallback(
    (by: "scroll" | "button") => {
      if (isFetching || (by !== "button" && hasFailed)) return;
      // Effects of components below run before the one that hands this query to its observer.
      queueMicrotask(() => void (isLoaded ? fetchNextPage(WAIT) : refetch(WAIT)));
    },
    [fetchNextPage, hasFailed, isFetching, isLoaded, refetch],
  );

  const loadOwned = useCallback(
    () => fetchOwnedRows(feed, canonical, identity === null ? "all" : "owned"),
    [canonical, feed, identity],
  );

  const view: FeedView = {
    feed,
    ...address,
    rows: data?.owned ?? NO_ROWS,
    listed: data?.rows ?? NO_ROWS,
    ownedOnly,
    isOwnedPage,
    hasPreviews: identity?.freeExplore === "rows" && !ownedOnly,
    summarized,
    // The number of the summary, so that no two are shown while an import is counted.
    total: summary === undefined ? data?.total : summary.counting ? undefined : summary.total,
    hasMore: hasNextPage,
    next: ownedOnly ? undefined : data?.next,
    status: isLoaded ? "ready" : hasFailed ? "error" : "loading",
    loadingMore: isFetchingNextPage,
    error: failed,
    creditsInView: data?.creditsInView ?? 0,
    loadMore,
    loadOwned,
    buying,
    offline,
  };
  return <FeedViewContext value={view}>{children}</FeedViewContext>;
}

/** The view around the caller. Records are those of its feed, read tolerantly: fields may be null. */
export function useFeedView<R = FeedRecord>(): FeedView<R> {
  const view = use(FeedViewContext);
  if (view === undefined) throw new Error("useFeedView needs a FeedViewProvider above it");
  // The caller knows which feed it is drawn for; the records were read by that feed's shape.
  return view as unknown as FeedView<R>;
}

"use client";
import { serializeFeedQuery } from "@dealflow/contract/feed-query";
import { FEEDS } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
/** What the workspace has purchased of a feed, with the feed's filters and order: every row of it is free. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { ownedPage } from "@/lib/filters/pages";
import { exploreQuery, fetchOwnedRows } from "@/lib/queries/explore";
import { exploredView } from "./explored-view";
import { useFeedAddress } from "./feed-address";
import { FeedViewContext, type FeedViewProps } from "./feed-view";
import type { FeedView } from "./feed-view-state";
import { useOffline } from "./online";
import { usePurchased } from "./purchased/use-purchased";
import { useSyncPurchased } from "./purchased/use-sync";

const noop = () => undefined;

export function OwnedViewProvider({ feed, initial, children }: FeedViewProps) {
  const { query, issues, canonical, open, setOpen, order, setOrder, pushQuery } = useFeedAddress(
    initial,
    ownedPage(feed),
  );
  // Colleagues purchase too: what is shown again is read again, for nothing.
  const listing = useInfiniteQuery({ ...exploreQuery(feed, canonical, "purchased"), refetchOnMount: "always" });
  const purchased = usePurchased(feed);
  const offline = useOffline();

  useSyncPurchased(feed);

  const setQuery = useCallback(
    (next: AnyQuery) => {
      if (serializeFeedQuery(FEEDS[feed], next) !== canonical || issues.length > 0) pushQuery(next);
    },
    [canonical, feed, issues, pushQuery],
  );

  const loadRest = useCallback(() => fetchOwnedRows(feed, canonical), [canonical, feed]);

  const view: FeedView = {
    feed,
    query,
    issues,
    canonical,
    setQuery,
    open,
    setOpen,
    order,
    setOrder,
    rows: [],
    listed: [],
    explores: true,
    listsPurchased: true,
    showsPurchased: false,
    purchased,
    openPurchased: open === undefined ? undefined : purchased.find(({ key }) => key === open),
    total: undefined,
    hasMore: false,
    status: "loading",
    autoLoad: { on: false, offBelow: undefined, set: noop },
    loadingMore: false,
    loadingCached: false,
    nextCached: false,
    refreshing: false,
    error: undefined,
    creditsInView: 0,
    spendingLimit: { limit: 0, paused: false, continueTo: noop },
    cut: undefined,
    loadMore: noop,
    loadRest,
    refresh: noop,
    offline,
  };
  return (
    <FeedViewContext value={exploredView(view, { rows: listing, summary: undefined }, 0)}>{children}</FeedViewContext>
  );
}

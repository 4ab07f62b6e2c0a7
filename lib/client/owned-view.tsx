"use client";
/** What the workspace has purchased of a feed, with the feed's filters and order: every row of it is free. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { serializeFeedQuery } from "@/lib/contract/feed-query";
import { FEEDS } from "@/lib/contract/feeds";
import type { AnyQuery } from "@/lib/contract/filters";
import { addressOf } from "@/lib/filters/address";
import { ownedPage } from "@/lib/filters/pages";
import { exploreQuery } from "@/lib/queries/explore";
import { useAddress } from "./address-state";
import { exploredView } from "./explored-view";
import { FeedViewContext, type FeedViewProps, screenOf } from "./feed-view";
import type { FeedView } from "./feed-view-state";
import { pushAddress, replaceAddress } from "./location";
import { useOffline } from "./online";
import { usePurchased } from "./purchased/use-purchased";
import { useSyncPurchased } from "./purchased/use-sync";

const noop = () => undefined;

export function OwnedViewProvider({ feed, initial, children }: FeedViewProps) {
  const page = ownedPage(feed);
  const { query, issues, open, order, canonical } = useAddress(initial, page);
  // Colleagues purchase too: what is shown again is read again, for nothing.
  const listing = useInfiniteQuery({ ...exploreQuery(feed, canonical, "purchased"), refetchOnMount: "always" });
  const purchased = usePurchased(feed);
  const offline = useOffline();

  useSyncPurchased(feed);

  const setQuery = useCallback(
    (next: AnyQuery) => {
      if (serializeFeedQuery(FEEDS[feed], next) === canonical && issues.length === 0) return;
      pushAddress(addressOf(FEEDS[feed], next, screenOf(open, order), page));
    },
    [canonical, feed, issues, open, order, page],
  );
  const setOpen = useCallback(
    (id: string | undefined) => {
      if (id === open) return;
      const address = addressOf(FEEDS[feed], query, screenOf(id, order), page);
      if (open !== undefined && id !== undefined) replaceAddress(address);
      else pushAddress(address);
    },
    [feed, open, order, page, query],
  );
  const setOrder = useCallback(
    (text: string | undefined) => replaceAddress(addressOf(FEEDS[feed], query, screenOf(open, text), page)),
    [feed, open, page, query],
  );

  const { fetchNextPage } = listing;
  const loadRest = useCallback(async () => {
    for (;;) {
      const { data, error, hasNextPage } = await fetchNextPage();
      if (error !== null) throw error;
      if (!hasNextPage) return data?.owned ?? [];
    }
  }, [fetchNextPage]);

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
  return <FeedViewContext value={exploredView(view, listing, 0)}>{children}</FeedViewContext>;
}

"use client";
/** One view of a feed: its query, its rows, and everything that may spend on it. */
import type { FeedRecord } from "@dealflow/client/records";
import { serializeFeedQuery } from "@dealflow/contract/feed-query";
import { FEEDS, type FeedName, LIMIT } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import { useInfiniteQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef } from "react";
import type { FeedInitial } from "@/lib/api/dashboard";
import { fetchOwnedRows } from "@/lib/queries/explore";
import {
  feedQuery,
  feedState,
  fetchFirst,
  fetchNext,
  isFetchingFeed,
  openFeed,
  readFeed,
  refreshFirst,
  seedFeed,
} from "@/lib/queries/feeds";
import { useAutoLoad } from "@/lib/spending/auto-load";
import { beginScroll, personHasActed } from "@/lib/spending/gestures";
import { grantFirstOpening, grantPermit, pageKey } from "@/lib/spending/permits";
import { useReveal } from "@/lib/spending/reveal-state";
import { useSpending } from "@/lib/spending/settings-provider";
import { raiseViewLimit, useSpendingLimit } from "@/lib/spending/spending-limit";
import { exploredView, useExploration } from "./explored-view";
import { useFeedAddress } from "./feed-address";
import { type FeedView, statusOf } from "./feed-view-state";
import { useExplores } from "./host";
import { useOffline } from "./online";
import { savePage } from "./purchased/store";
import { useViewRows } from "./view-rows";

/** Provided by whatever shows a feed's rows. */
export const FeedViewContext = createContext<FeedView | undefined>(undefined);

export interface FeedViewProps {
  feed: FeedName;
  initial: FeedInitial;
  children: ReactNode;
}

export function FeedViewProvider({ feed, initial, children }: FeedViewProps) {
  const { query, issues, canonical, open, setOpen, order, setOrder, pushQuery } = useFeedAddress(initial);
  const { ownedOnly } = useSpending();
  const explores = useExplores();
  const faultless = issues.length === 0;

  // Before the query is observed, which fetches what it does not have.
  useEffect(() => {
    if (explores) return;
    const open = () => {
      grantFirstOpening(initial.feed, initial.canonical, initial.mayOpen);
      void openFeed(feed, canonical);
    };
    seedFeed(initial);
    // A prerendered page has not been opened by a person yet.
    if (!("prerendering" in document && document.prerendering)) return open();
    document.addEventListener("prerenderingchange", open, { once: true });
    return () => document.removeEventListener("prerenderingchange", open);
  }, [canonical, explores, feed, initial]);

  const {
    pages,
    nextCached,
    fetched,
    fetching,
    error: failure,
  } = feedState(useInfiniteQuery({ ...feedQuery(feed, canonical), enabled: !explores }));
  const exploration = useExploration(feed, canonical, explores);

  const { autoLoad, restingFor, rest } = useAutoLoad(feed, explores);
  const shown = useRef(canonical);
  const offline = useOffline();
  // What failed for want of a network is over once there is one: nothing was sent.
  const error = failure?.code === "OFFLINE" && !offline ? undefined : failure;
  const view = pageKey(feed, canonical, null);
  const limit = useSpendingLimit(view);
  const hasPages = pages.length > 0;

  useEffect(() => {
    for (const page of initial.pages) savePage(initial.feed, initial.canonical, page);
  }, [initial]);

  useEffect(() => {
    shown.current = canonical;
  }, [canonical]);

  const { rows, showsPurchased, purchased, purchasedLoaded } = useViewRows({
    feed,
    query,
    canonical,
    pages,
    ownedOnly,
  });

  const openPurchased = useMemo(() => {
    return open === undefined ? undefined : purchased.find((one) => one.key === open);
  }, [purchased, open]);

  const setQuery = useCallback(
    (next: AnyQuery) => {
      const text = serializeFeedQuery(FEEDS[feed], next);
      if (text === shown.current && faultless) return;
      shown.current = text;
      pushQuery(next);
      // At once what else is requested when the changed query has been drawn: drawn once with it, and not twice.
      if (!explores) void openFeed(feed, text);
      rest(text, () => shown.current === text);
    },
    [explores, feed, faultless, pushQuery, rest],
  );

  const last = pages.at(-1);
  const hasMore = !ownedOnly && (last?.hasMore ?? false);
  const creditsInView = Math.max(
    initial.canonical === canonical ? initial.creditsInView : 0,
    ...pages.map((page) => page.viewUsed),
  );
  const paused = hasMore && !nextCached && creditsInView + LIMIT.default > limit;

  const buyNext = useCallback(() => {
    if (isFetchingFeed(feed, canonical)) return;
    const { pages: known } = readFeed(feed, canonical);
    grantPermit(pageKey(feed, canonical, known.at(-1)?.nextCursor ?? null));
    void (known.length === 0 ? fetchFirst : fetchNext)(feed, canonical);
  }, [canonical, feed]);

  const loadMore = useCallback(
    (by: "scroll" | "key" | "button", at?: number) => {
      if (ownedOnly || (hasPages && !hasMore)) return;
      if (nextCached) return void fetchNext(feed, canonical);
      // What goes wrong, or is new, waits for a button, whose press has begun its gesture.
      if (by !== "button") {
        if (!hasPages || paused || offline || error !== undefined || !personHasActed()) return;
        if (isFetchingFeed(feed, canonical) || beginScroll(at) === 0) return;
      }
      buyNext();
    },
    [hasPages, buyNext, canonical, error, feed, hasMore, nextCached, offline, ownedOnly, paused],
  );

  const refresh = useCallback(() => {
    if (!isFetchingFeed(feed, canonical)) void refreshFirst(feed, canonical);
  }, [canonical, feed]);

  const loadRest = useCallback(() => fetchOwnedRows(feed, canonical), [canonical, feed]);

  const resting = restingFor === canonical;
  const status = statusOf({ hasPages, resting, fetching, fetched, error, ownedOnly, purchasedLoaded });

  const paid: FeedView = {
    feed,
    query,
    issues,
    canonical,
    setQuery,
    open,
    setOpen,
    order,
    setOrder,
    rows,
    listed: rows,
    explores,
    listsPurchased: false,
    showsPurchased,
    purchased,
    openPurchased,
    total: pages[0]?.total,
    hasMore,
    status,
    autoLoad,
    loadingMore: fetching === "next",
    loadingCached: fetching === "cached",
    nextCached,
    refreshing: fetching === "refresh",
    error,
    creditsInView,
    spendingLimit: {
      limit,
      paused,
      continueTo: (credits) => {
        raiseViewLimit(view, credits);
        buyNext();
      },
    },
    cut:
      last?.hasMore && last.records.length < LIMIT.default
        ? { received: last.records.length, requested: LIMIT.default }
        : undefined,
    loadMore,
    ...(explores && { loadRest }),
    refresh,
    offline,
  };
  const used = useReveal((state) => state.used[view] ?? 0);
  const value = explores ? exploredView(paid, exploration, Math.max(paid.creditsInView, used)) : paid;
  return <FeedViewContext value={value}>{children}</FeedViewContext>;
}

/** The view around the caller. Records are those of its feed, read tolerantly: fields may be null. */
export function useFeedView<R = FeedRecord>(): FeedView<R> {
  const view = use(FeedViewContext);
  if (view === undefined) throw new Error("useFeedView needs a FeedViewProvider above it");
  // The caller knows which feed it is drawn for; the records were read by that feed's shape.
  return view as unknown as FeedView<R>;
}

"use client";
/** One view of a feed: its query, its rows, and everything that may spend on it. */
import type { FeedRecord } from "@dealflow/client/records";
import { useInfiniteQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FeedInitial } from "@/lib/api/dashboard";
import { serializeFeedQuery } from "@/lib/contract/feed-query";
import { FEEDS, type FeedName, LIMIT } from "@/lib/contract/feeds";
import type { AnyQuery } from "@/lib/contract/filters";
import { type Address, addressOf } from "@/lib/filters/address";
import { PAGES } from "@/lib/filters/pages";
import { exploreQuery } from "@/lib/queries/explore";
import {
  buyFirst,
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
import { beginScroll, personHasActed } from "@/lib/spending/gestures";
import { grantFirstOpening, grantPermit, pageKey } from "@/lib/spending/permits";
import { useReveal } from "@/lib/spending/reveal-state";
import { AUTO_LOAD_FROM, loadsByItself } from "@/lib/spending/settings";
import { useSpending } from "@/lib/spending/settings-provider";
import { isOwnedOnly, setSpending, spendingStore } from "@/lib/spending/settings-store";
import { raiseViewLimit, useSpendingLimit } from "@/lib/spending/spending-limit";
import { useAddress } from "./address-state";
import { exploredView } from "./explored-view";
import { useExplores } from "./explores";
import { type FeedView, statusOf } from "./feed-view-state";
import { savePage } from "./fetch-page";
import { pushAddress, replaceAddress } from "./location";
import { useMeter } from "./meter";
import { useOffline } from "./online";
import { useSyncPurchased } from "./purchased/use-sync";
import { useViewRows } from "./view-rows";

/** How long filters rest before their page is bought. */
const REST_MS = 600;

/** Provided by whatever shows a feed's rows. */
export const FeedViewContext = createContext<FeedView | undefined>(undefined);

export interface FeedViewProps {
  feed: FeedName;
  initial: FeedInitial;
  children: ReactNode;
}

const setAutoShow = (on: boolean) => setSpending("autoShow", on);
const setAutoLoad = (on: boolean) => setSpending("autoLoad", on);

export function FeedViewProvider({ feed, initial, children }: FeedViewProps) {
  const { query, issues, open, order, canonical } = useAddress(initial);
  const spending = useSpending();
  const { ownedOnly } = spending;
  const explores = useExplores();
  const faultless = issues.length === 0;
  // What is owned is the workspace's.
  useSyncPurchased(feed, ownedOnly);

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
  const exploration = useInfiniteQuery({ ...exploreQuery(feed, canonical), enabled: explores });

  const [restingFor, setRestingFor] = useState<string>();
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef(canonical);
  // What an address says beside the query.
  const screen = useRef(screenOf(open, order));
  const offline = useOffline();
  // What failed for want of a network is over once there is one: nothing was sent.
  const error = failure?.code === "OFFLINE" && !offline ? undefined : failure;
  const { balance } = useMeter();
  const loadsItself = loadsByItself(spending, balance, explores);
  const view = pageKey(feed, canonical, null);
  const limit = useSpendingLimit(view);
  const hasPages = pages.length > 0;

  useEffect(() => {
    for (const page of initial.pages) savePage(initial.feed, initial.canonical, page);
  }, [initial]);

  useEffect(() => {
    shown.current = canonical;
    screen.current = screenOf(open, order);
  }, [canonical, open, order]);

  useEffect(() => {
    const stopRest = () => {
      clearTimeout(rest.current);
      setRestingFor(undefined);
    };
    window.addEventListener("popstate", stopRest);
    return () => {
      window.removeEventListener("popstate", stopRest);
      clearTimeout(rest.current);
    };
  }, []);

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
      // Not a dependency: opening a row would render every filter again.
      pushAddress(addressOf(FEEDS[feed], next, screen.current));
      clearTimeout(rest.current);
      setRestingFor(undefined);
      // At once what else is asked for when the changed query has been drawn: drawn once with it, and not twice.
      if (!explores) void openFeed(feed, text);
      if (!loadsItself) return;
      setRestingFor(text);
      // Only the latest change, and only while its page is still shown.
      const isCurrent = () => shown.current === text && window.location.pathname === PAGES[feed];
      const mayBuy = () => isCurrent() && loadsByItself(spendingStore.getState(), null, explores) && !isOwnedOnly();
      rest.current = setTimeout(async () => {
        if (explores) {
          const { revealFirst } = await import("@/lib/spending/reveal");
          await revealFirst(feed, text, mayBuy);
        } else
          await buyFirst(feed, text, () => {
            if (!mayBuy()) return false;
            grantPermit(pageKey(feed, text, null));
            return true;
          });
        setRestingFor((now) => (now === text ? undefined : now));
      }, REST_MS);
    },
    [explores, feed, loadsItself, faultless],
  );

  const setOpen = useCallback(
    (id: string | undefined) => {
      if (id === open) return;
      const address = addressOf(FEEDS[feed], query, screenOf(id, order));
      // Leafing through records with the sheet open is one step in history, opening and closing it are others.
      if (open !== undefined && id !== undefined) replaceAddress(address);
      else pushAddress(address);
    },
    [feed, open, order, query],
  );

  const setOrder = useCallback(
    (text: string | undefined) => replaceAddress(addressOf(FEEDS[feed], query, screenOf(open, text))),
    [feed, open, query],
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
    autoLoad: {
      on: explores ? spending.autoShow : spending.autoLoad,
      offBelow: balance !== null && balance < AUTO_LOAD_FROM ? AUTO_LOAD_FROM : undefined,
      set: explores ? setAutoShow : setAutoLoad,
    },
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
    refresh,
    offline,
  };
  const used = useReveal((state) => state.used[view] ?? 0);
  const value = explores ? exploredView(paid, exploration, Math.max(paid.creditsInView, used)) : paid;
  return <FeedViewContext value={value}>{children}</FeedViewContext>;
}

export function screenOf(open: string | undefined, order: string | undefined): Pick<Address, "open" | "order"> {
  return { ...(open !== undefined && { open }), ...(order !== undefined && { order }) };
}

/** The view around the caller. Records are those of its feed, read tolerantly: fields may be null. */
export function useFeedView<R = FeedRecord>(): FeedView<R> {
  const view = use(FeedViewContext);
  if (view === undefined) throw new Error("useFeedView needs a FeedViewProvider above it");
  // The caller knows which feed it is drawn for; the records were read by that feed's shape.
  return view as unknown as FeedView<R>;
}

"use client";
/** One view of a feed: its query, its rows, and everything that may spend on it. */
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { FeedInitial } from "@/lib/api/dashboard";
import type { FeedRecord } from "@/lib/api/records";
import { FEEDS, type FeedName, LIMIT } from "@/lib/contract/feeds";
import type { AnyQuery } from "@/lib/contract/filters";
import { addressOf, writeQuery } from "@/lib/filters/codec";
import { PAGES } from "@/lib/filters/pages";
import { matcher } from "@/lib/filters/predicate";
import { useAddress } from "./address-state";
import { ownPage } from "./ask-page";
import { continueView, setBrake, useBrake } from "./brake";
import { type FeedView, statusOf } from "./feed-view-state";
import { personHasActed } from "./gestures";
import { pushAddress, replaceAddress } from "./location";
import { useOffline } from "./online";
import { type Row, rowsOf } from "./rows";
import { grant, grantFirstOpening, pageKey } from "./spending-guard";
import {
  askFirst,
  askNext,
  buyFirst,
  isAsking,
  refreshFirst,
  seedView,
  servedState,
  subscribeViews,
  viewState,
} from "./view-store";

/** How long filters rest before their page is bought. */
const REST_MS = 600;

const Context = createContext<FeedView | undefined>(undefined);

/** Rows of the answer before a changed filter, kept for the query that it was changed to. */
interface Carried {
  readonly canonical: string;
  readonly rows: readonly Row[];
}

export function FeedViewProvider(props: { feed: FeedName; initial: FeedInitial; children: ReactNode }) {
  // A view of another feed shares no state with this one.
  return <Provider key={props.feed} {...props} />;
}

function Provider({ feed, initial, children }: { feed: FeedName; initial: FeedInitial; children: ReactNode }) {
  const { query, problems, open, canonical } = useAddress(initial);
  const served = useMemo(() => {
    if (typeof window !== "undefined") seedView(initial);
    return servedState(initial);
  }, [initial]);
  const { pages, looked, asking, error } = useSyncExternalStore(
    subscribeViews,
    () => viewState(feed, canonical),
    () => served,
  );

  const [restingFor, setRestingFor] = useState<string>();
  const [carried, setCarried] = useState<Carried>();
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef(canonical);
  const offline = useOffline();
  const view = pageKey(feed, canonical, null);
  const limit = useBrake(view);
  const bought = pages.length > 0;

  useEffect(() => {
    for (const page of initial.pages) ownPage(initial.feed, initial.canonical, page);
  }, [initial]);

  useEffect(() => {
    shown.current = canonical;
  }, [canonical]);

  useEffect(() => {
    const look = () => {
      grantFirstOpening(initial.feed, initial.canonical, initial.mayOpen);
      if (viewState(feed, canonical).pages.length === 0) void askFirst(feed, canonical);
    };
    // A page that the browser renders ahead has been opened by nobody yet.
    if (!("prerendering" in document && document.prerendering)) return look();
    document.addEventListener("prerenderingchange", look, { once: true });
    return () => document.removeEventListener("prerenderingchange", look);
  }, [canonical, feed, initial]);

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

  const rows = useMemo(() => rowsOf(pages), [pages]);
  const carriedRows = useMemo(() => {
    if (bought || carried?.canonical !== canonical) return [];
    const matches = matcher(FEEDS[feed], query);
    return carried.rows.filter((row) => matches(row.record) === true);
  }, [bought, carried, canonical, feed, query]);

  const setQuery = useCallback(
    (next: AnyQuery) => {
      const text = writeQuery(FEEDS[feed], next);
      if (text === shown.current && problems.length === 0) return;
      setCarried({ canonical: text, rows: bought ? rows : (carried?.rows ?? []) });
      shown.current = text;
      pushAddress(addressOf(FEEDS[feed], next, open));
      clearTimeout(rest.current);
      setRestingFor(text);
      rest.current = setTimeout(async () => {
        await buyFirst(feed, text, () => {
          // Only the latest change, and only while its page is still the one that is looked at.
          if (shown.current !== text || window.location.pathname !== PAGES[feed]) return false;
          grant(pageKey(feed, text, null));
          return true;
        });
        setRestingFor((now) => (now === text ? undefined : now));
      }, REST_MS);
    },
    [bought, carried, feed, open, problems, rows],
  );

  const setOpen = useCallback(
    (id: string | undefined) => {
      if (id === open) return;
      const address = addressOf(FEEDS[feed], query, id);
      // Leafing through records with the sheet open is one step in history, opening and closing it are others.
      if (open !== undefined && id !== undefined) replaceAddress(address);
      else pushAddress(address);
    },
    [feed, open, query],
  );

  const last = pages.at(-1);
  const hasMore = last?.hasMore ?? false;
  const creditsInView = Math.max(
    initial.canonical === canonical ? initial.creditsInView : 0,
    ...pages.map((page) => page.viewUsed),
  );
  const paused = hasMore && creditsInView + LIMIT.default > limit;

  const buyNext = useCallback(() => {
    if (isAsking(feed, canonical)) return;
    const { pages: known } = viewState(feed, canonical);
    grant(pageKey(feed, canonical, known.at(-1)?.nextCursor ?? null));
    void (known.length === 0 ? askFirst : askNext)(feed, canonical);
  }, [canonical, feed]);

  const loadMore = useCallback(
    (by: "scroll" | "key" | "button") => {
      if (bought && !hasMore) return;
      // What goes wrong, or is new, waits for a button.
      if (by !== "button" && (!bought || paused || offline || error !== undefined || !personHasActed())) return;
      buyNext();
    },
    [bought, buyNext, error, hasMore, offline, paused],
  );

  const refresh = useCallback(() => {
    if (!isAsking(feed, canonical)) void refreshFirst(feed, canonical);
  }, [canonical, feed]);

  const status = statusOf({ bought, resting: restingFor === canonical, asking, looked, error });

  const value: FeedView = {
    feed,
    query,
    problems,
    canonical,
    setQuery,
    open,
    setOpen,
    rows: bought ? rows : carriedRows,
    total: pages[0]?.total,
    hasMore,
    status,
    loadingMore: asking === "next",
    refreshing: asking === "refresh",
    error,
    creditsInView,
    brake: {
      limit,
      paused,
      setLimit: setBrake,
      continueTo: (credits) => {
        continueView(view, credits);
        buyNext();
      },
    },
    cut:
      last?.hasMore && last.records.length < LIMIT.default
        ? { served: last.records.length, asked: LIMIT.default }
        : undefined,
    loadMore,
    refresh,
    offline,
  };
  return <Context value={value}>{children}</Context>;
}

/** The view around the caller. Records are those of its feed, read tolerantly: fields may be null. */
export function useFeedView<R = FeedRecord>(): FeedView<R> {
  const view = use(Context);
  if (view === undefined) throw new Error("useFeedView needs a FeedViewProvider above it");
  // The caller knows which feed it is drawn for; the records were read by that feed's shape.
  return view as unknown as FeedView<R>;
}

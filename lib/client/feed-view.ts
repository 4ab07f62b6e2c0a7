/** Provides one view of a feed: its query, its rows, and the purchase of more. */
import type { FeedRecord } from "@dealflow/client/records";
import type { ExploreRow } from "@dealflow/contract/account/explore";
import type { ShelfView } from "@dealflow/contract/account/saved";
import type { Summary } from "@dealflow/contract/account/summaries";
import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, use, useCallback, useMemo, useRef, useState } from "react";
import { type FeedInitial, listOrder, type RowList, type RowScope } from "@/lib/filters/address";
import { ownedPage, PAGES, writeAddress } from "@/lib/filters/pages";
import { useBuy } from "@/lib/queries/buy";
import { feedQuery, loadRowsAt, MAX_ROWS } from "@/lib/queries/feed";
import { retrySummary, useSummary } from "@/lib/queries/summaries";
import { useFeedAddress } from "./address";
import type { FeedRow } from "./feed-row";
import { useHost } from "./host";
import { useKeepList } from "./last-list";
import { useOffline } from "./online";
import { useOwnedOnly } from "./owned-only";
import { toRequestError } from "./requests/send-request";
import { useSavedMatch } from "./saved/saved-context";

/** A view has an address, rows, and the purchase of more. Records are those of its feed, read tolerantly: fields may be null. */
export type FeedView<R = FeedRecord> = ReturnType<typeof useFeedPageView<R>>;

/** The parts of the page read the view by `useFeedView`. */
export const FeedViewContext = createContext<unknown>(undefined);

export interface ListedFeed {
  initial: FeedInitial;
  /** The server knew this saved view of the address. */
  saved: ShelfView | null;
  /** Lists what the workspace owns. */
  owned: boolean;
}

/** A request in progress is awaited. */
const WAIT = { cancelRefetch: false } as const;
/** Rows this close to the loaded ones continue them. */
const NEAR = 60;
const NO_ROWS: readonly ExploreRow[] = [];

/** Creates the view of a page. The caller knows which feed it is drawn for; the records were read by that feed's shape. */
export function useFeedPageView<R>({ initial, saved, owned: isOwnedPage }: ListedFeed) {
  const { feed } = initial;
  const page = isOwnedPage ? ownedPage(feed) : PAGES[feed];
  const address = useFeedAddress(initial, page);
  const { canonical } = address;
  const { opened, current } = useSavedMatch({ feed, canonical: initial.canonical, saved }, canonical);
  const shownOrder = address.order ?? opened?.sort ?? "";
  const order = listOrder(feed, shownOrder);
  const { identity } = useHost();
  const isSpendingOff = useOwnedOnly();
  const ownedOnly = isOwnedPage || isSpendingOff;
  // Another host lists owned records only.
  const scope: RowScope = ownedOnly && identity !== null ? "owned" : "all";
  const list = useMemo((): RowList => ({ feed, canonical, order, scope }), [feed, canonical, order, scope]);
  useKeepList(list, writeAddress(page, canonical, address));
  const query = useInfiniteQuery({
    ...feedQuery(list),
    // The table keeps the rows of the query before until its own are there. Nothing else of that query is shown, unless
    // it is the same in another order.
    placeholderData: keepPreviousData,
  });
  const {
    error,
    hasNextPage,
    isFetching,
    isFetchingNextPage,
    isPaused,
    isPlaceholderData,
    fetchNextPage,
    fetchPreviousPage,
    refetch,
  } = query;
  const matches = `${scope} ${canonical}`;
  const [shownMatches, setShownMatches] = useState(matches);
  if (!isPlaceholderData && shownMatches !== matches) setShownMatches(matches);
  const reordering = isPlaceholderData && shownMatches === matches;
  const data = isPlaceholderData && !reordering ? undefined : query.data;
  const isSummarized = identity !== null && (ownedOnly ? identity.payOnce : identity.freeExplore !== "off");
  const summarized = useMemo(() => (isSummarized ? { feed, scope } : undefined), [isSummarized, feed, scope]);
  const buying = useBuy(list);
  const offline = useOffline();
  const failure = error === null || isFetching ? undefined : toRequestError(error);
  // A request that failed while offline is repeated once there is a network.
  const failed = failure?.code === "OFFLINE" && !offline ? undefined : failure;
  const hasFailed = failed !== undefined;
  const isLoaded = data !== undefined;
  const isFull = data?.isFull ?? false;

  const client = useQueryClient();
  const loadMore = useCallback(() => {
    if (isFetching || isFull) return;
    if (hasFailed && summarized !== undefined) void retrySummary(client, summarized, canonical);
    // Effects of components below run before the one that hands this query to its observer.
    queueMicrotask(() => void (isLoaded ? fetchNextPage(WAIT) : refetch(WAIT)));
  }, [canonical, client, fetchNextPage, hasFailed, isFetching, isFull, isLoaded, refetch, summarized]);

  const seeking = useRef<AbortController>(undefined);
  const [first, loaded] = [data?.offset, data?.rows.length ?? 0];
  const loadAround = useCallback(
    (place: number) => {
      if (hasFailed) return;
      const [before, after] = first === undefined ? [-1, 0] : [first - 1 - place, place - first - loaded];
      seeking.current?.abort();
      if (after >= 0 && after < NEAR && (first === undefined || loaded < MAX_ROWS)) return loadMore();
      if (isFetching) return;
      if (before >= 0 && before < NEAR && loaded < MAX_ROWS) return void fetchPreviousPage(WAIT);
      const controller = new AbortController();
      seeking.current = controller;
      // The next movement tries again.
      loadRowsAt(client, list, place, controller.signal).catch(() => undefined);
    },
    [client, fetchPreviousPage, first, hasFailed, isFetching, list, loadMore, loaded],
  );

  const loadOwned = useCallback(async () => {
    // The module is no part of the first load.
    const { fetchOwnedRows } = await import("./requests/fetch-owned-rows");
    return fetchOwnedRows(list) as Promise<readonly FeedRow<R>[]>;
  }, [list]);

  return {
    feed,
    ...address,
    /** These owned ones of the listed rows may be exported, compared and searched. */
    rows: (data?.owned ?? NO_ROWS) as readonly FeedRow<R>[],
    /**
     * The table has these rows: owned records, and previews of the others. While loading they are those of the query
     * before.
     */
    listed: ((isPaused ? data : query.data)?.rows ?? NO_ROWS) as readonly FeedRow<R>[],
    /**
     * The first listed row has this place in the whole list, which can then be loaded from any place and in any order of
     * the service; undefined where rows have no places and are sorted here.
     */
    offset: query.data?.offset,
    /** The saved view that was opened: its columns and order apply while its filters are changed. */
    opened,
    /** The open saved view, also when its filters have been changed since. */
    saved: current,
    /** The order in the address, else the one of the opened saved view; an empty text is the list's own. */
    shownOrder,
    /** Only what the workspace owns is listed: on the page for that, and while "Owned only" is on. */
    ownedOnly,
    /** The page always lists what the workspace owns. */
    isOwnedPage,
    /** Our service orders the whole list; otherwise it has the order of the public API, and loaded rows are sorted. */
    isOrdered: identity !== null && (ownedOnly || identity.freeExplore === "rows"),
    /** Records that are not owned are previewed; else the next page has to be bought before it is seen. */
    hasPreviews: identity?.freeExplore === "rows" && !ownedOnly,
    /** Identifies the summary of the list; undefined where none is free. */
    summarized,
    /** The first rows came with this number of matches. */
    total: data?.total,
    /** Free rows follow. */
    hasMore: isLoaded && hasNextPage && !isFull,
    /** More rows match than a table may hold; only an export loads the others. */
    isFull,
    /** The page that follows is this one, where it has to be bought before it is seen. */
    next: ownedOnly || isFull ? undefined : data?.next,
    status: isLoaded ? ("ready" as const) : hasFailed ? ("error" as const) : ("loading" as const),
    loadingMore: isFetchingNextPage,
    /** The same rows in another order are on their way. */
    reordering,
    /** The rows could not be loaded. Requesting them again is free. */
    error: failed,
    creditsInView: data?.creditsInView ?? 0,
    /** Loads the next rows, which are free, or repeats a failed request. */
    loadMore,
    /**
     * Loads the rows at a place of the list (from 0) that a person scrolls to: those that continue the loaded ones, else
     * those around it instead of them. After an error only `loadMore` does.
     */
    loadAround,
    /** Loads all owned rows that match, to the last. Throws `RequestFailure`. */
    loadOwned,
    buying,
    offline,
  };
}

/** Returns the view around the caller, which knows which feed it is drawn for. */
export function useFeedView<R = FeedRecord>(): FeedView<R> {
  const view = use(FeedViewContext);
  if (view === undefined) throw new Error("useFeedView needs FeedViewContext above it");
  return view as FeedView<R>;
}

/** Returns the summary of everything that is listed; undefined until it is there, and where none is free. */
export function useViewSummary({
  summarized,
  canonical,
}: Pick<FeedView, "summarized" | "canonical">): Summary | undefined {
  const { data, isPlaceholderData } = useSummary(summarized, canonical);
  return isPlaceholderData ? undefined : data;
}

/**
 * The number of matches is that of the summary, so that no two are shown while an import is counted; it is that of the
 * list, which is exact, where the summary only estimates it.
 */
export function useTotal(): number | undefined {
  const view = useFeedView();
  const summary = useViewSummary(view);
  if (summary === undefined || summary.approximate) return view.total;
  return summary.counting ? undefined : summary.total;
}

/** Queries the rows of a feed's views. They are free: reading them never buys. */

import type { ExplorePageResponse, ExploreRow } from "@dealflow/contract/account/explore";
import type { FeedName } from "@dealflow/contract/feeds";
import { VIEW_HEADER } from "@dealflow/contract/headers";
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { isExplorePage } from "@/lib/api/dashboard";
import { fetchFree, parseError, RequestFailure } from "@/lib/client/requests/send-request";
import { EXPLORED, freeRowsPath, type ListPlace, type RowList } from "@/lib/filters/address";
import { pageAddress } from "@/lib/filters/pages";
import { CATCH_UP_MS, WHEN_ONLINE } from "./client";

/** A table holds no more rows than this. Where they have places, those around another place replace them. */
export const MAX_ROWS = 10_000;

export type FeedRows = ReturnType<typeof flatten>;

type FeedData = InfiniteData<ExplorePageResponse, ListPlace>;

export function feedQuery(list: RowList) {
  const { feed, canonical, order, scope } = list;
  return infiniteQueryOptions({
    queryKey: ["feed", feed, scope, canonical, order] as const,
    queryFn: ({ pageParam, signal }) => fetchPage(list, pageParam, signal),
    initialPageParam: null as ListPlace,
    getNextPageParam: ({ rows, pagination: { hasMore, offset, nextCursor } }): ListPlace =>
      hasMore ? (offset === undefined ? nextCursor : offset + rows.length) : null,
    getPreviousPageParam: ({ pagination: { offset = 0 } }): ListPlace =>
      offset === 0 ? null : Math.max(0, offset - EXPLORED.next),
    // It is one function, so that the same pages give the same rows on every read.
    select: flatten,
    // Colleagues purchase records too, so a list of owned ones may have changed since.
    refetchOnMount: scope === "owned" ? "always" : true,
    refetchInterval: ({ state }) => (isOutdated(state.data) ? CATCH_UP_MS : false),
    ...WHEN_ONLINE,
  });
}

/** Only the first page has the credits of the view, so rows around another place are not requested again. */
function isOutdated(data: FeedData | undefined): boolean {
  const [first] = data?.pages ?? [];
  return first?.pagination.offset === 0 && first.pagination.outdated === true;
}

/** Throws `RequestFailure`. */
async function fetchPage(list: RowList, from: ListPlace, signal: AbortSignal): Promise<ExplorePageResponse> {
  const headers = { [VIEW_HEADER]: pageAddress(list.feed, list.canonical) };
  const response = await fetchFree(freeRowsPath(list, from), { signal, headers });
  const page: unknown = await response.json().catch(() => undefined);
  if (isExplorePage(page)) return page;
  throw new RequestFailure(parseError(response, page, true));
}

const SEEK_RETRIES = 10;
const SEEK_RETRY_MS = 1_000;
/** This many rows before a place are loaded with it. */
const BEFORE = 20;

/** Replaces the rows of a list by those around a place. Throws `RequestFailure`. */
export async function loadRowsAt(
  client: QueryClient,
  list: RowList,
  place: number,
  signal: AbortSignal,
): Promise<void> {
  const { queryKey } = feedQuery(list);
  const offset = Math.max(0, place - BEFORE);
  const page = await client.fetchQuery({
    queryKey: ["rows at", ...queryKey, offset],
    queryFn: (context) => fetchPage(list, offset, context.signal),
    // A service that has just started still reads the feed.
    retry: SEEK_RETRIES,
    retryDelay: SEEK_RETRY_MS,
    staleTime: 0,
    gcTime: 0,
  });
  // Rows that are on their way would continue the former ones.
  await client.cancelQueries({ queryKey, exact: true });
  if (signal.aborted) return;
  client.setQueryData(
    queryKey,
    (data): FeedData => ({
      pages: [{ ...page, creditsInView: data?.pages[0]?.creditsInView ?? 0 }],
      pageParams: [offset],
    }),
  );
}

/** Replaces rows by their keys in every list of the feed: bought records, or newer versions of owned ones. */
export async function replaceRows(
  client: QueryClient,
  feed: FeedName,
  rows: ReadonlyMap<string, ExploreRow>,
): Promise<void> {
  const queryKey = ["feed", feed];
  // A page that is on its way would be added to the pages as they were when it was requested.
  await client.cancelQueries({ queryKey, type: "active" });
  client.setQueriesData<FeedData>({ queryKey }, (data) => {
    if (data === undefined) return data;
    const pages = data.pages.map((page) =>
      page.rows.some(({ key }) => rows.has(key))
        ? { ...page, rows: page.rows.map((row) => replaceRow(row, rows.get(row.key))) }
        : page,
    );
    return { ...data, pages };
  });
  // The table requests its next page again, but not its first one.
  void client.refetchQueries({ queryKey, type: "active", predicate: ({ state }) => state.data === undefined });
}

/** A purchase does not tell how many owned rounds name an investor. */
function replaceRow(row: ExploreRow, next: ExploreRow | undefined): ExploreRow {
  if (next === undefined) return row;
  return row.ownedRounds === undefined ? next : { ...next, ownedRounds: row.ownedRounds };
}

/** The list is always the same, so that components that show only owned rows are not rendered again. */
const NONE: readonly ExploreRow[] = [];

function flatten({ pages }: FeedData) {
  const seen = new Set<string>();
  // A record that moved between two pages is shown at its first place.
  const all = pages.flatMap((page) =>
    page.rows.filter(({ key }) => {
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    }),
  );
  const offset = pages[0]?.pagination.offset;
  // Rows with places give way to those around another one.
  const rows = offset === undefined ? all.slice(0, MAX_ROWS) : all;
  const last = pages.at(-1);
  const follow = all.length > MAX_ROWS || last?.pagination.hasMore === true || last?.next !== undefined;
  const owned = rows.filter(({ preview }) => preview === undefined);
  return {
    /** These rows follow each other in the list. */
    rows: rows as readonly ExploreRow[],
    /** The first of them has this place in the whole list; undefined where rows have no places, and begin at its start. */
    offset,
    /** The rows are as many as a table may hold, and more match. */
    isFull: offset === undefined && rows.length === MAX_ROWS && follow,
    owned: owned.length === 0 ? NONE : owned,
    total: pages[0]?.pagination.total,
    /** This page after the rows has to be bought before it is seen. */
    next: last?.next,
    /** This session used these credits in the view. */
    creditsInView: pages[0]?.creditsInView ?? 0,
  };
}

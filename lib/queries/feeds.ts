/**
 * The pages of every view that this document has shown. A page is bought only where its permit is consumed, inside the
 * query function: whatever else fetches (a mount, a focus, an invalidation) gets what is here, or what the server has
 * cached, which is free. One fetch at a time in a view: a second caller waits for the one in progress.
 */

import { FEEDS, type FeedName, LIMIT } from "@dealflow/contract/feeds";
import { InfiniteQueryObserver, infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import type { FeedInitial, FeedPage, Intent } from "@/lib/api/dashboard";
import { savePage } from "@/lib/client/purchased/store";
import { type RequestError, RequestFailure, requestPage, toRequestError } from "@/lib/client/send-request";
import { pageSearch } from "@/lib/filters/address";
import { consumePermit, grantPermit, pageKey } from "@/lib/spending/permits";
import { isOwnedOnly } from "@/lib/spending/settings-store";
import { getQueryClient } from "./client";
import { type FeedData, feedData, feedKey } from "./feed-key";

export interface FeedState {
  /** From the first one on, without a gap. */
  readonly pages: readonly FeedPage[];
  /** The server has the next page cached: it costs nothing. */
  readonly nextCached: boolean;
  /** Whether it is known what the server has cached of the view. */
  readonly fetched: boolean;
  readonly fetching: "first" | "next" | "cached" | "refresh" | undefined;
  /** Of the last fetch. */
  readonly error: RequestError | undefined;
}

export function feedQuery(feed: FeedName, canonical: string) {
  return infiniteQueryOptions({
    queryKey: feedKey(feed, canonical),
    queryFn: ({ client, pageParam }) => fetchPages(client, feed, canonical, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (_, batches) => batches.flat().at(-1)?.nextCursor,
    select: flatten,
    gcTime: Number.POSITIVE_INFINITY,
    // What failed waits for a button, also when the page is shown again.
    retryOnMount: false,
    refetchOnMount: false,
  });
}

/** Throws `RequestFailure`. */
async function fetchPages(
  client: QueryClient,
  feed: FeedName,
  canonical: string,
  cursor: string | null,
): Promise<readonly FeedPage[]> {
  const buy = async (intent: Intent) => {
    const path = `${FEEDS[feed].path}?${pageSearch(FEEDS[feed], canonical, cursor)}`;
    const page = await requestPage(feed, { path, intent, records: LIMIT.default });
    if (page === null) return [];
    savePage(feed, canonical, page);
    return [page];
  };
  if (cursor === null && consumePermit(refreshKey(feed, canonical))) return buy("refresh");
  if (consumePermit(pageKey(feed, canonical, cursor)) && !isOwnedOnly()) return buy("buy");
  const data = client.getQueryData<FeedData>(feedKey(feed, canonical));
  const known = data?.pages[data.pageParams.indexOf(cursor)] ?? [];
  if (known.length > 0) return known;
  if (cursor === null) return buy("cached");
  return fetchCached(feed, canonical, data?.pages.flat() ?? [], cursor);
}

/** All that the server has cached behind the pages, for nothing. */
async function fetchCached(
  feed: FeedName,
  canonical: string,
  pages: readonly FeedPage[],
  cursor: string,
): Promise<readonly FeedPage[]> {
  const last = pages.find(({ nextCursor }) => nextCursor === cursor);
  if (!last?.nextCached) return [];
  // No part of the first load.
  const module = await import("@/lib/client/fetch-cached-pages").catch(() => undefined);
  const cached = await module?.fetchCachedPages(feed, canonical, last);
  if (cached === undefined) throw new RequestFailure(NOT_REACHED);
  return cached;
}

/** The pages that are cached stay so: the button fetches them again, at its price of nothing. */
const NOT_REACHED: RequestError = { status: 0, code: "CACHED_PAGES", message: "No cached pages came.", charged: "no" };

type Pages = Pick<FeedState, "pages" | "nextCached">;

/** The same for the same data, so that rows are made of it once. */
function flatten({ pages: batches }: FeedData): Pages {
  const pages = batches.flat();
  return { pages, nextCached: batches.at(-1)?.length !== 0 && (pages.at(-1)?.nextCached ?? false) };
}

const NO_PAGES: Pages = { pages: [], nextCached: false };

/** The facts of a query as its observer has them. */
interface QueryFacts {
  readonly data: Pages | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
}

export function feedState({ data, error, isFetching, isFetchingNextPage }: QueryFacts): FeedState {
  const { pages, nextCached } = data ?? NO_PAGES;
  const fetching = pages.length === 0 ? "first" : !isFetchingNextPage ? "refresh" : nextCached ? "cached" : "next";
  const details = error === null ? undefined : toRequestError(error);
  return {
    pages,
    nextCached,
    fetched: data !== undefined,
    fetching: isFetching ? fetching : undefined,
    error: isFetching || details?.code === NOT_REACHED.code ? undefined : details,
  };
}

function observerOf(feed: FeedName, canonical: string) {
  return new InfiniteQueryObserver(getQueryClient(), feedQuery(feed, canonical));
}

/** As it is now, for code outside of components. */
export function readFeed(feed: FeedName, canonical: string): FeedState {
  return feedState(observerOf(feed, canonical).getCurrentResult());
}

export function isFetchingFeed(feed: FeedName, canonical: string): boolean {
  return getQueryClient().isFetching({ queryKey: feedKey(feed, canonical), exact: true }) > 0;
}

/** What is in progress is finished first: it may have been charged. Failures are in the state. */
const WAIT = { cancelRefetch: false } as const;

/** Shows a view: fetches what is free of it, and its first page where there is a permit for it. */
export async function openFeed(feed: FeedName, canonical: string): Promise<void> {
  const { pages, nextCached } = readFeed(feed, canonical);
  if (pages.length === 0) await fetchFirst(feed, canonical);
  else if (nextCached) await fetchNext(feed, canonical);
}

/** Fetches the first page: bought with a permit, otherwise only from the server's cache. */
export async function fetchFirst(feed: FeedName, canonical: string): Promise<void> {
  await observerOf(feed, canonical).refetch(WAIT);
  await fetchAllCached(feed, canonical);
}

/** Buys the first page unless it is there: a fetch in progress is waited for, then `confirm` is called. */
export async function buyFirst(feed: FeedName, canonical: string, confirm: () => boolean): Promise<void> {
  if (isFetchingFeed(feed, canonical)) await observerOf(feed, canonical).refetch(WAIT);
  if (readFeed(feed, canonical).pages.length === 0 && confirm()) await fetchFirst(feed, canonical);
}

/** Fetches what is behind the last page: bought with a permit, without one all that the server has cached. */
export async function fetchNext(feed: FeedName, canonical: string): Promise<void> {
  const observer = observerOf(feed, canonical);
  if (!observer.getCurrentResult().hasNextPage && !observer.getCurrentResult().isFetching) return;
  await observer.fetchNextPage(WAIT);
  await fetchAllCached(feed, canonical);
}

/** What else was paid for comes by itself. */
async function fetchAllCached(feed: FeedName, canonical: string): Promise<void> {
  const { nextCached } = readFeed(feed, canonical);
  const { error } = observerOf(feed, canonical).getCurrentResult();
  if (nextCached && error === null) await fetchNext(feed, canonical);
}

/** Buys the first page again; behind it come the pages that the server has cached from its cursor on. */
export async function refreshFirst(feed: FeedName, canonical: string): Promise<void> {
  grantPermit(refreshKey(feed, canonical));
  // The pages behind the first one belong to the cursor that it had.
  await getQueryClient()
    .fetchInfiniteQuery({ ...feedQuery(feed, canonical), staleTime: 0, pages: 1 })
    .catch(ofState);
  consumePermit(refreshKey(feed, canonical));
  await fetchAllCached(feed, canonical);
}

function refreshKey(feed: FeedName, canonical: string): string {
  return `refresh ${pageKey(feed, canonical, null)}`;
}

/** A failure is in the state of its query. */
const ofState = () => undefined;

/** Applies what the server had cached when it rendered, as far as it continues what is known here. */
export function seedFeed({ feed, canonical, pages }: FeedInitial): void {
  const known = readFeed(feed, canonical).pages;
  if (pages.length <= known.length || pages[known.length - 1]?.nextCursor !== known.at(-1)?.nextCursor) return;
  getQueryClient().setQueryData<FeedData>(feedKey(feed, canonical), (data) => {
    if (data === undefined || known.length === 0) return feedData(pages);
    const [batches, cursor] = [[...data.pages, pages.slice(known.length)], known.at(-1)?.nextCursor ?? null];
    return { pages: batches, pageParams: [...data.pageParams, cursor] };
  });
}

/** The cached pages of a view: consecutive pages from a given one, up to the first gap. */
import "server-only";
import { type ListPage, parseJson, readListPage } from "@dealflow/client/list-page";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import type { FeedPage } from "@/lib/api/dashboard";
import { pageSearch } from "@/lib/filters/address";
import type { DashboardContext } from "./dashboard-context";
import type { CachedPage } from "./page-cache";
import type { Upstream } from "./upstream";

/** At most this many pages are part of a document; the page fetches the rest after it has loaded. */
export const MAX_RENDERED_PAGES = 10;

export function viewKey(feed: FeedName, canonical: string): string {
  return `${FEEDS[feed].path}?${canonical}`;
}

/** `request`: canonical path and query, and the body when there is one. */
export function cacheKey(upstream: Upstream, request: string): string {
  return `${upstream.account} ${request}`;
}

/** The request for one page of a view. */
export function pageRequest(feed: FeedName, canonical: string, cursor: string | null): string {
  return `${FEEDS[feed].path}?${pageSearch(FEEDS[feed], canonical, cursor)}`;
}

export interface View {
  readonly feed: FeedName;
  readonly canonical: string;
}

interface CachedListPage {
  readonly cached: CachedPage;
  readonly page: ListPage;
}

/**
 * `from`: the cursor of the first page; null: the start of the view. `more`: the page after the last one is cached too.
 */
export function findCachedPages(
  context: DashboardContext,
  upstream: Upstream,
  view: View,
  from: string | null,
  maxPages: number,
): { readonly found: readonly CachedListPage[]; readonly more: boolean } {
  const found: CachedListPage[] = [];
  let cursor = from;
  for (;;) {
    const cached = context.pages.get(cacheKey(upstream, pageRequest(view.feed, view.canonical, cursor)));
    if (cached === undefined) return { found, more: false };
    if (found.length === maxPages) return { found, more: true };
    const page = readListPage(view.feed, parseJson(new TextDecoder().decode(cached.body)));
    if (page === undefined) return { found, more: false };
    found.push({ cached, page });
    if (!page.hasMore) return { found, more: false };
    cursor = page.nextCursor;
  }
}

/** Whether the next page of the view is cached too. */
export function isNextCached(
  context: DashboardContext,
  upstream: Upstream,
  { feed, canonical }: View,
  { body }: CachedPage,
): boolean {
  const page = readListPage(feed, parseJson(new TextDecoder().decode(body)));
  if (page === undefined || !page.hasMore) return false;
  return context.pages.get(cacheKey(upstream, pageRequest(feed, canonical, page.nextCursor))) !== undefined;
}

/** The pages that a document is rendered with. */
export function getCachedPages(
  context: DashboardContext,
  upstream: Upstream,
  feed: FeedName,
  canonical: string,
  viewUsed: number,
): FeedPage[] {
  const { found, more } = findCachedPages(context, upstream, { feed, canonical }, null, MAX_RENDERED_PAGES);
  return found.map(({ cached, page }, index) => {
    const { creditsUsed: _, creditsRemaining: __, ...shown } = page;
    const nextCached = more && index === found.length - 1 ? { nextCached: true } : {};
    return { ...shown, purchasedAt: cached.boughtAt, requestId: cached.requestId ?? null, viewUsed, ...nextCached };
  });
}

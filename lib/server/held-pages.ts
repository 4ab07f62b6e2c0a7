/** What the server holds of a view: its pages from the first one on, as far as they go without a gap. */
import "server-only";
import type { FeedPage } from "@/lib/api/dashboard";
import { parseJson, readListPage } from "@/lib/api/list-page";
import { FEEDS, type FeedName } from "@/lib/contract/feeds";
import { pageSearch } from "@/lib/filters/codec";
import type { Dashboard } from "./dashboard";
import type { Upstream } from "./upstream";

/** At most this many pages are rendered; the rest is asked for by scrolling, from the same cache. */
const RENDERED = 10;

export function viewKey(feed: FeedName, canonical: string): string {
  return `${FEEDS[feed].path}?${canonical}`;
}

/** `request`: what is asked in canonical form, path and query, and the body when there is one. */
export function heldKey(upstream: Upstream, request: string): string {
  return `${upstream.account} ${request}`;
}

export function heldPages(
  board: Dashboard,
  upstream: Upstream,
  feed: FeedName,
  canonical: string,
  viewUsed: number,
): FeedPage[] {
  const pages: FeedPage[] = [];
  let cursor: string | null = null;
  while (pages.length < RENDERED) {
    const asked = `${FEEDS[feed].path}?${pageSearch(FEEDS[feed], canonical, cursor)}`;
    const held = board.pages.get(heldKey(upstream, asked));
    const page = held && readListPage(feed, parseJson(new TextDecoder().decode(held.body)));
    if (held === undefined || page === undefined) break;
    const { creditsUsed: _, creditsRemaining: __, ...shown } = page;
    pages.push({ ...shown, heldAt: held.boughtAt, requestId: held.requestId ?? null, viewUsed });
    if (!page.hasMore) break;
    cursor = page.nextCursor;
  }
  return pages;
}

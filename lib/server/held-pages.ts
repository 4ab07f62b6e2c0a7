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

/** `text` is the canonical query with its paging. */
export function heldKey(upstream: Upstream, feed: FeedName, text: string): string {
  return `${upstream.account} ${FEEDS[feed].path}?${text}`;
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
    const held = board.pages.get(heldKey(upstream, feed, pageSearch(FEEDS[feed], canonical, cursor)));
    const page = held && readListPage(feed, parseJson(new TextDecoder().decode(held.body)));
    if (held === undefined || page === undefined) break;
    const { creditsUsed: _, creditsRemaining: __, ...shown } = page;
    pages.push({ ...shown, heldAt: held.boughtAt, viewUsed });
    if (!page.hasMore) break;
    cursor = page.nextCursor;
  }
  return pages;
}

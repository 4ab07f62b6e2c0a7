/** What the server holds of a view: its pages from one of them on, as far as they go without a gap. */
import "server-only";
import type { FeedPage } from "@/lib/api/dashboard";
import { type ListPage, parseJson, readListPage } from "@/lib/api/list-page";
import { FEEDS, type FeedName } from "@/lib/contract/feeds";
import { pageSearch } from "@/lib/filters/codec";
import type { Dashboard } from "./dashboard";
import type { HeldPage } from "./page-cache";
import type { Upstream } from "./upstream";

/** At most this many pages are part of a document; the page asks for the rest when it is there. */
export const RENDERED = 10;

export function viewKey(feed: FeedName, canonical: string): string {
  return `${FEEDS[feed].path}?${canonical}`;
}

/** `request`: what is asked in canonical form, path and query, and the body when there is one. */
export function heldKey(upstream: Upstream, request: string): string {
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

interface Found {
  readonly held: HeldPage;
  readonly page: ListPage;
}

/** `from`: the cursor of the first one; null: the view's first page. `more`: another one is held behind the last. */
export function findHeld(
  board: Dashboard,
  upstream: Upstream,
  view: View,
  from: string | null,
  most: number,
): { readonly found: readonly Found[]; readonly more: boolean } {
  const found: Found[] = [];
  let cursor = from;
  for (;;) {
    const held = board.pages.get(heldKey(upstream, pageRequest(view.feed, view.canonical, cursor)));
    if (held === undefined) return { found, more: false };
    if (found.length === most) return { found, more: true };
    const page = readListPage(view.feed, parseJson(new TextDecoder().decode(held.body)));
    if (page === undefined) return { found, more: false };
    found.push({ held, page });
    if (!page.hasMore) return { found, more: false };
    cursor = page.nextCursor;
  }
}

/** Whether the page behind this one of a view is held too. */
export function isNextHeld(
  board: Dashboard,
  upstream: Upstream,
  { feed, canonical }: View,
  { body }: HeldPage,
): boolean {
  const page = readListPage(feed, parseJson(new TextDecoder().decode(body)));
  if (page === undefined || !page.hasMore) return false;
  return board.pages.get(heldKey(upstream, pageRequest(feed, canonical, page.nextCursor))) !== undefined;
}

/** The pages that a document is rendered with. */
export function heldPages(
  board: Dashboard,
  upstream: Upstream,
  feed: FeedName,
  canonical: string,
  viewUsed: number,
): FeedPage[] {
  const { found, more } = findHeld(board, upstream, { feed, canonical }, null, RENDERED);
  return found.map(({ held, page }, index) => {
    const { creditsUsed: _, creditsRemaining: __, ...shown } = page;
    const nextHeld = more && index === found.length - 1 ? { nextHeld: true } : {};
    return { ...shown, heldAt: held.boughtAt, requestId: held.requestId ?? null, viewUsed, ...nextHeld };
  });
}

/** Props of every feed's page: the parsed address, the cached pages, and the filters' initial values. */
import "server-only";
import { cookies } from "next/headers";
import type { FeedPageProps } from "@/components/feed/feed-page";
import { filterSeed } from "@/components/filters/seed";
import { columnCookieName } from "@/components/shell/column-cookie";
import { FEEDS, type FeedName } from "@/lib/contract/feeds";
import { dehydrateFeed, type FreeRows } from "@/lib/queries/feed-key";
import { loadExplored, loadFeedInitial, loadPurchased, type PageSearch } from "@/lib/server/feed-page";
import { savedViewAt } from "@/lib/server/saved";
import { shellState } from "@/lib/server/shell-state";

/** How long a page may wait for the columns and order of its view, in ms. */
const SAVED_WAIT_MS = 100;

/** @param rows everything that matches, or what the workspace has purchased of it */
export async function feedPage(feed: FeedName, search: PageSearch, rows: FreeRows = "explore"): Promise<FeedPageProps> {
  const owned = rows === "purchased";
  const cachedView = loadFeedInitial(feed, search);
  const [initial, saved, explored, state, jar] = await Promise.all([
    cachedView,
    cachedView.then(({ canonical }) => savedViewAt(feed, canonical, SAVED_WAIT_MS)),
    cachedView.then(({ canonical }) => (owned ? loadPurchased : loadExplored)(feed, canonical)),
    shellState(),
    cookies(),
  ]);
  return {
    initial,
    state: dehydrateFeed(feed, initial.canonical, owned ? [] : initial.pages, explored, rows),
    saved,
    seed: filterSeed(FEEDS[feed], initial.query, new Date()),
    note: state.demo ? "Demo data" : undefined,
    columns: jar.get(columnCookieName(feed))?.value,
    ...(owned ? { owned } : {}),
  };
}

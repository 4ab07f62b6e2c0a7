/** Props of every feed's page: the parsed address, the cached pages, and the filters' initial values. */
import "server-only";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { getListReader } from "@dealflow/contract/list-readers";
import { type DehydratedState, dehydrate, QueryClient } from "@tanstack/react-query";
import { cookies, headers } from "next/headers";
import type { FeedPageProps } from "@/components/feed/feed-page";
import { filterSeed } from "@/components/filters/seed";
import { columnCookieName } from "@/components/shell/column-cookie";
import { addressKey, type FeedInitial, type FeedPage } from "@/lib/api/dashboard";
import type { ExplorePage } from "@/lib/api/explore";
import { parseAddress } from "@/lib/filters/address";
import { type ExploreData, exploreKey, type FreeRows, feedData, feedKey } from "@/lib/queries/feed-key";
import { getCachedPages, viewKey } from "@/lib/server/cached-pages";
import { getDashboardContext } from "@/lib/server/dashboard-context";
import { loadExplored, loadPurchased } from "@/lib/server/free-rows";
import { pageUpstream } from "@/lib/server/identity";
import { type PageSearch, toSearchParams } from "@/lib/server/page-search";
import { savedViewAt } from "@/lib/server/saved";
import { Sessions } from "@/lib/server/sessions";
import { shellState } from "@/lib/server/shell-state";

/** How long a page may wait for the columns and order of its view, in ms. */
const SAVED_WAIT_MS = 100;

/** @param rows everything that matches, or what the workspace has purchased of it */
export async function feedPage(feed: FeedName, search: PageSearch, rows: FreeRows = "explore"): Promise<FeedPageProps> {
  const owned = rows === "purchased";
  const cachedView = loadInitial(feed, search);
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

/** The parsed address and the cached pages. Rendering never buys. */
async function loadInitial(feed: FeedName, search: PageSearch): Promise<FeedInitial> {
  const context = getDashboardContext();
  const source = await pageUpstream();
  // A person typed or pasted the address (`none`) or navigated from within the dashboard. A link on another site shows
  // cached rows and a price, but does not spend.
  const site = (await headers()).get("sec-fetch-site");
  const params = toSearchParams(search);
  const address = parseAddress(FEEDS[feed], params, getListReader);
  const session = Sessions.of(source);
  const used = context.sessions.used(session, viewKey(feed, address.canonical)).view;
  return {
    feed,
    search: addressKey(params),
    ...address,
    pages: getCachedPages(context, source, feed, address.canonical, used),
    mayOpen: address.issues.length === 0 && (site === "none" || site === "same-origin"),
    creditsInView: used,
  };
}

/** For the first paint. Older than whatever the browser has, which it never replaces. */
function dehydrateFeed(
  feed: FeedName,
  canonical: string,
  pages: readonly FeedPage[],
  explored: ExplorePage | undefined,
  rows: FreeRows,
): DehydratedState {
  const client = new QueryClient();
  if (explored !== undefined) {
    const data: ExploreData = { pages: [explored], pageParams: [null] };
    client.setQueryData(exploreKey(feed, canonical, rows), data);
  }
  if (pages.length > 0) client.setQueryData(feedKey(feed, canonical), feedData(pages), { updatedAt: 1 });
  return dehydrate(client);
}

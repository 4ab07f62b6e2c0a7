/** The first rows of a view that cost nothing, for the page that is rendered with them. */
import "server-only";
import { parseJson } from "@dealflow/client/list-page";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { EXPLORE_PATH, PURCHASED_PATH } from "@dealflow/contract/free-explore";
import { type ExplorePage, readExplorePage } from "@/lib/api/explore";
import { explorePageSearch } from "@/lib/filters/address";
import { pageAddress } from "@/lib/filters/pages";
import { fetchAccount } from "./account";
import { getDashboardContext } from "./dashboard-context";
import { currentCaller, currentIdentity } from "./identity";

/** How long a page may wait for its free rows, which the browser fetches otherwise; ms. */
const EXPLORE_WAIT_MS = 400;

/** The first free rows of a view; undefined where there are none for free, or they are late. */
export async function loadExplored(feed: FeedName, canonical: string): Promise<ExplorePage | undefined> {
  const identity = await currentIdentity();
  return identity?.freeExplore === "rows" ? loadFreeRows(feed, canonical, EXPLORE_PATH) : undefined;
}

/** The first rows of what the workspace has purchased; undefined when they are late. */
export function loadPurchased(feed: FeedName, canonical: string): Promise<ExplorePage | undefined> {
  return loadFreeRows(feed, canonical, PURCHASED_PATH);
}

async function loadFreeRows(feed: FeedName, canonical: string, path: string): Promise<ExplorePage | undefined> {
  const [context, caller] = [getDashboardContext(), await currentCaller()];
  const response = await fetchAccount(context, caller, {
    method: "GET",
    pathAndSearch: `${path.replace(":id", feed)}?${explorePageSearch(FEEDS[feed], canonical, null)}`,
    timeoutMs: EXPLORE_WAIT_MS,
  });
  if ("failure" in response || !response.ok) return undefined;
  return readExplorePage(feed, pageAddress(feed, canonical), parseJson(await response.text()));
}

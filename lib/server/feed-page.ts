/** Data for a feed's page: its parsed address and the cached pages. Rendering never buys. */
import "server-only";
import { parseJson } from "@dealflow/client/list-page";
import { headers } from "next/headers";
import { addressKey, type FeedInitial } from "@/lib/api/dashboard";
import { type ExplorePage, readExplorePage } from "@/lib/api/explore";
import { FEEDS, type FeedName } from "@/lib/contract/feeds";
import { EXPLORE_PATH, PURCHASED_PATH } from "@/lib/contract/free-explore";
import { getListReader } from "@/lib/contract/list-readers";
import { explorePageSearch, parseAddress } from "@/lib/filters/address";
import { pageAddress } from "@/lib/filters/pages";
import { fetchAccount } from "./account";
import { getCachedPages, viewKey } from "./cached-pages";
import { getDashboardContext } from "./dashboard-context";
import { currentCaller, currentIdentity, pageUpstream } from "./identity";
import { Sessions } from "./sessions";

/** The query of an address as Next passes it to a page. */
export type PageSearch = Readonly<Record<string, string | string[] | undefined>>;

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

export async function loadFeedInitial(feed: FeedName, search: PageSearch | URLSearchParams): Promise<FeedInitial> {
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

/** A page's parameters, as Next passes them. */
export function toSearchParams(search: PageSearch | URLSearchParams): URLSearchParams {
  if (search instanceof URLSearchParams) return search;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    for (const text of typeof value === "string" ? [value] : (value ?? [])) params.append(name, text);
  return params;
}

/** Data for a feed's page: its parsed address and the cached pages. Rendering never buys. */
import "server-only";
import { headers } from "next/headers";
import { addressKey, type FeedInitial } from "@/lib/api/dashboard";
import { FEEDS, type FeedName } from "@/lib/contract/feeds";
import { getListReader } from "@/lib/contract/list-readers";
import { parseAddress } from "@/lib/filters/address";
import { getCachedPages, viewKey } from "./cached-pages";
import { getDashboardContext } from "./dashboard-context";
import { pageUpstream } from "./identity";
import { Sessions } from "./sessions";

/** The query of an address as Next passes it to a page. */
export type PageSearch = Readonly<Record<string, string | string[] | undefined>>;

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

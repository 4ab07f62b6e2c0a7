/** Reads the first rows of a view, which cost nothing, for the page that is rendered with them. */
import { VIEW_HEADER } from "@dealflow/contract/headers";
import "server-only";
import { parseJson } from "@dealflow/client/list-page";
import type { ExplorePageResponse } from "@dealflow/contract/account/explore";
import { EXPLORE_PATH, PURCHASED_PATH } from "@dealflow/contract/account/free-explore";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { isExplorePage, type RowScope } from "@/lib/api/explore";
import { explorePageSearch } from "@/lib/filters/address";
import { pageAddress } from "@/lib/filters/pages";
import { getDashboardContext } from "../dashboard-context";
import { readBoughtPages } from "../foreign/explore";
import { fetchAccount } from "../proxy/account";
import { currentCaller } from "./identity";

/** A page waits this many ms for its rows; after that the browser fetches them. */
const WAIT_MS = 400;

/** Undefined when they are late. */
export async function loadRows(
  feed: FeedName,
  canonical: string,
  order: string,
  scope: RowScope,
): Promise<ExplorePageResponse | undefined> {
  const [context, caller] = [getDashboardContext(), await currentCaller()];
  if (context.foreign !== undefined) return readBoughtPages(context.foreign, caller, { feed, canonical }, null);
  const path = scope === "owned" ? PURCHASED_PATH : EXPLORE_PATH;
  const response = await fetchAccount(context, caller, {
    method: "GET",
    pathAndSearch: `${path.replace(":id", feed)}?${explorePageSearch(FEEDS[feed], canonical, order, null)}`,
    timeoutMs: WAIT_MS,
    headers: { [VIEW_HEADER]: pageAddress(feed, canonical) },
  });
  if ("failure" in response || !response.ok) return undefined;
  const page = parseJson(await response.text());
  return isExplorePage(page) ? page : undefined;
}

/** Fetches one page of rows that cost nothing. */

import { parseJson } from "@dealflow/client/list-page";
import type { ExplorePageResponse } from "@dealflow/contract/account/explore";
import { EXPLORE_PATH, PURCHASED_PATH } from "@dealflow/contract/account/free-explore";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { VIEW_HEADER } from "@dealflow/contract/headers";
import { PAGE_ROUTE } from "@/lib/api/dashboard";
import { isExplorePage, type RowScope } from "@/lib/api/explore";
import { explorePageSearch, type ListPlace } from "@/lib/filters/address";
import { pageAddress } from "@/lib/filters/pages";
import { fetchDashboard } from "./fetch-dashboard";
import { parseError, RequestFailure, unreachable } from "./send-request";

/** Throws `RequestFailure`. */
export async function fetchFeedPage(
  feed: FeedName,
  canonical: string,
  order: string,
  from: ListPlace,
  signal: AbortSignal,
  scope: RowScope,
): Promise<ExplorePageResponse> {
  const search = explorePageSearch(FEEDS[feed], canonical, order, from);
  const path = `${PAGE_ROUTE}${(scope === "owned" ? PURCHASED_PATH : EXPLORE_PATH).replace(":id", feed)}?${search}`;
  const headers = { [VIEW_HEADER]: pageAddress(feed, canonical) };
  const response = await fetchDashboard(path, { signal, headers }).catch((): never => {
    throw new RequestFailure(unreachable("check"));
  });
  const body = parseJson(await response.text());
  if (response.ok && isExplorePage(body)) return body;
  throw new RequestFailure(parseError(response, body, true));
}

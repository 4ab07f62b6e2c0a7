/** Fetches the pages of a view that the dashboard's server has cached behind the last one. Always free. */

import { parseJson, readListPage } from "@dealflow/client/list-page";
import { isObject, text } from "@dealflow/client/tolerant-reader";
import { CACHED_PAGES_PATH, type FeedPage, PAGE_ROUTE } from "@/lib/api/dashboard";
import { FEEDS, type FeedName } from "@/lib/contract/feeds";
import { pageSearch } from "@/lib/filters/address";
import { fetchDashboard } from "./fetch-dashboard";
import { savePage } from "./fetch-page";

/** The pages behind the given one, as many as come at once; undefined without a readable response. */
export async function fetchCachedPages(
  feed: FeedName,
  canonical: string,
  last: FeedPage,
): Promise<FeedPage[] | undefined> {
  const path = `${PAGE_ROUTE}${CACHED_PAGES_PATH}${FEEDS[feed].path}?${pageSearch(FEEDS[feed], canonical, last.nextCursor)}`;
  const body = await fetchDashboard(path)
    .then(async (response) => (response.ok ? parseJson(await response.text()) : undefined))
    .catch(() => undefined);
  if (!isObject(body) || !Array.isArray(body.pages)) return undefined;
  const items: unknown[] = body.pages;
  return items.filter(isObject).flatMap((item, index) => {
    const page = readListPage(feed, item.answer);
    if (page === undefined) return [];
    const shown = {
      records: page.records,
      hasMore: page.hasMore,
      nextCursor: page.nextCursor,
      heldAt: text(item.heldAt) ?? last.heldAt,
      requestId: text(item.requestId),
      viewUsed: last.viewUsed,
      nextHeld: index === items.length - 1 && body.nextHeld === true,
    };
    savePage(feed, canonical, shown);
    return [shown];
  });
}

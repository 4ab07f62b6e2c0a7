/** Fetches the pages of a view that the dashboard's server has cached behind the last one. Always free. */

import { parseJson, readListPage } from "@dealflow/client/list-page";
import { isObject, text } from "@dealflow/client/tolerant-reader";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { CACHED_PAGES_PATH, type FeedPage, PAGE_ROUTE } from "@/lib/api/dashboard";
import type { CachedPagesResponse } from "@/lib/api/dashboard-responses";
import { pageSearch } from "@/lib/filters/address";
import { fetchDashboard } from "./fetch-dashboard";
import { savePage } from "./purchased/store";

/** The pages behind the given one, as many as come at once; undefined without a readable response. */
export async function fetchCachedPages(
  feed: FeedName,
  canonical: string,
  last: FeedPage,
): Promise<FeedPage[] | undefined> {
  const path = `${PAGE_ROUTE}${CACHED_PAGES_PATH}${FEEDS[feed].path}?${pageSearch(FEEDS[feed], canonical, last.nextCursor)}`;
  const response = await fetchDashboard(path)
    .then(async (found) => (found.ok ? parseCachedPages(await found.text()) : undefined))
    .catch(() => undefined);
  return response?.pages.flatMap(({ purchasedAt, requestId, response: body }, index) => {
    const page = readListPage(feed, body);
    if (page === undefined) return [];
    const shown = {
      records: page.records,
      hasMore: page.hasMore,
      nextCursor: page.nextCursor,
      purchasedAt,
      requestId,
      viewUsed: last.viewUsed,
      nextCached: index === response.pages.length - 1 && response.nextCached,
    };
    savePage(feed, canonical, shown);
    return [shown];
  });
}

function parseCachedPages(body: string): CachedPagesResponse | undefined {
  const response = parseJson(body);
  if (!isObject(response) || !Array.isArray(response.pages)) return undefined;
  const pages = response.pages.flatMap((page: unknown) => {
    const purchasedAt = isObject(page) ? text(page.purchasedAt) : null;
    return isObject(page) && purchasedAt
      ? [{ purchasedAt, requestId: text(page.requestId), response: page.response }]
      : [];
  });
  return pages.length < response.pages.length ? undefined : { pages, nextCached: response.nextCached === true };
}

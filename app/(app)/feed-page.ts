/** Reads the props of a feed's page: the parsed address, its first rows and numbers, and the filters' initial values. */
import "server-only";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { getListReader } from "@dealflow/contract/query/list-readers";
import { dehydrate, QueryClient } from "@tanstack/react-query";
import { cookies } from "next/headers";
import type { FeedPageProps } from "@/components/feed/feed-page";
import { filterSeed } from "@/components/filters/seed";
import { columnCookieName } from "@/components/shell/preferences/column-cookie";
import type { RowScope } from "@/lib/api/explore";
import { listOrder, parseAddress } from "@/lib/filters/address";
import { feedQuery } from "@/lib/queries/feed";
import { summaryQuery } from "@/lib/queries/summaries";
import { getDashboardContext } from "@/lib/server/dashboard-context";
import { loadRows } from "@/lib/server/pages/free-rows";
import { currentCaller } from "@/lib/server/pages/identity";
import { type PageSearch, toSearchParams } from "@/lib/server/pages/page-search";
import { savedViewAt } from "@/lib/server/pages/saved";
import { loadSummary } from "@/lib/server/pages/summary";

/** A page may wait this long for the columns and order of its view (ms). */
const SAVED_WAIT_MS = 100;
/** A page may wait this long for the numbers of its view (ms); after that the browser requests them. */
const SUMMARY_WAIT_MS = 100;

/** Rendering never buys. */
export async function feedPage(feed: FeedName, search: PageSearch, scope: RowScope = "all"): Promise<FeedPageProps> {
  const params = toSearchParams(search);
  const address = parseAddress(FEEDS[feed], params, getListReader);
  const { canonical } = address;
  const caller = await currentCaller();
  const opened = savedViewAt(feed, canonical, SAVED_WAIT_MS);
  const [saved, client, summary, jar] = await Promise.all([
    opened,
    cacheRows(feed, canonical, address.order ?? opened.then((view) => view?.sort ?? undefined), scope),
    loadSummary(getDashboardContext(), caller, { feed, canonical, scope }, SUMMARY_WAIT_MS),
    cookies(),
  ]);
  // Numbers that arrive after the first paint widen the counts of the facets, and are then the page's largest paint.
  if (summary !== undefined) client.setQueryData(summaryQuery({ feed, scope }, canonical).queryKey, summary);
  return {
    initial: { feed, search: params.toString(), ...address },
    state: dehydrate(client),
    saved,
    seed: filterSeed(FEEDS[feed], address.query, new Date(), summary),
    columns: jar.get(columnCookieName(feed))?.value,
    owned: scope === "owned",
  };
}

/** Loads the rows of the first paint. They never replace what the browser has, which is newer. */
async function cacheRows(
  feed: FeedName,
  canonical: string,
  chosen: string | Promise<string | undefined>,
  scope: RowScope,
): Promise<QueryClient> {
  const order = listOrder(feed, await chosen);
  const page = await loadRows(feed, canonical, order, scope);
  const client = new QueryClient();
  const { queryKey } = feedQuery(feed, canonical, order, scope);
  if (page !== undefined) client.setQueryData(queryKey, { pages: [page], pageParams: [null] }, { updatedAt: 1 });
  return client;
}

/** Reads the props of a feed's page: the parsed address, its first rows and numbers, and the filters' initial values. */
import "server-only";
import type { ExplorePageResponse } from "@dealflow/contract/account/explore";
import { PURCHASES } from "@dealflow/contract/account/spending/purchases";
import { SUMMARIES, type Summary } from "@dealflow/contract/account/summaries";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { VIEW_HEADER } from "@dealflow/contract/headers";
import { getListReader } from "@dealflow/contract/query/list-readers";
import { dehydrate, QueryClient } from "@tanstack/react-query";
import { cookies } from "next/headers";
import type { FeedPageProps } from "@/components/feed/feed-page";
import { filterSeed } from "@/components/filters/seed";
import { columnCookieName } from "@/components/shell/preferences/preferences";
import { isExplorePage } from "@/lib/api/dashboard";
import { freeRowsPath, listOrder, parseAddress, type RowList, type RowScope } from "@/lib/filters/address";
import { pageAddress } from "@/lib/filters/pages";
import { feedQuery } from "@/lib/queries/feed";
import { summaryQuery } from "@/lib/queries/summaries";
import { type DashboardContext, getDashboardContext } from "@/lib/server/dashboard-context";
import { readBoughtPages } from "@/lib/server/foreign/explore";
import { currentCaller } from "@/lib/server/pages/identity";
import { type PageSearch, toSearchParams } from "@/lib/server/pages/page-search";
import { savedViewAt } from "@/lib/server/pages/saved";
import { withTimeout } from "@/lib/server/pages/with-timeout";
import { fetchAccount, requestOptional } from "@/lib/server/proxy/account";
import type { Caller } from "@/lib/server/proxy/caller";

/** A page may wait this long for the columns and order of its view (ms). */
const SAVED_WAIT_MS = 100;
/** A page may wait this long for its rows (ms); after that the browser requests them. */
const ROWS_WAIT_MS = 400;
/** A page may wait this long for the numbers of its view (ms); after that the browser requests them. */
const SUMMARY_WAIT_MS = 100;

/** Rendering never buys. */
export async function feedPage(feed: FeedName, given: PageSearch, scope: RowScope = "all"): Promise<FeedPageProps> {
  const search = toSearchParams(given).toString();
  const address = parseAddress(FEEDS[feed], search, getListReader);
  const { canonical } = address;
  const [context, caller] = [getDashboardContext(), await currentCaller()];
  const view = { feed, canonical, scope };
  const opened = savedViewAt(feed, canonical, SAVED_WAIT_MS);
  const loadFirstRows = async () => {
    const order = listOrder(feed, address.order ?? (await opened)?.sort ?? undefined);
    const list = { ...view, order };
    return { list, page: await loadRows(context, caller, list) };
  };
  const [saved, { list, page }, summary, jar] = await Promise.all([
    opened,
    loadFirstRows(),
    loadSummary(context, caller, view, SUMMARY_WAIT_MS),
    cookies(),
  ]);
  const client = new QueryClient();
  const { queryKey } = feedQuery(list);
  // The rows of the first paint never replace what the browser has, which is newer.
  if (page !== undefined) client.setQueryData(queryKey, { pages: [page], pageParams: [null] }, { updatedAt: 1 });
  // Numbers that arrive after the first paint widen the counts of the facets, and are then the page's largest paint.
  if (summary !== undefined) client.setQueryData(summaryQuery(view, canonical).queryKey, summary);
  return {
    initial: { feed, search, ...address },
    state: dehydrate(client),
    saved,
    seed: filterSeed(FEEDS[feed], address.query, new Date(), summary),
    columns: jar.get(columnCookieName(feed))?.value,
    owned: scope === "owned",
  };
}

/** Reads the first rows of a list, which costs nothing. Returns undefined when they are late. */
async function loadRows(
  context: DashboardContext,
  caller: Caller,
  list: RowList,
): Promise<ExplorePageResponse | undefined> {
  const { feed, canonical } = list;
  if (context.foreign !== undefined) return readBoughtPages(context.foreign, caller, { feed, canonical }, null);
  const response = await fetchAccount(context, caller, {
    method: "GET",
    pathAndSearch: freeRowsPath(list),
    timeoutMs: ROWS_WAIT_MS,
    headers: { [VIEW_HEADER]: pageAddress(feed, canonical) },
  });
  const page: unknown = "ok" in response && response.ok ? await response.json().catch(() => undefined) : undefined;
  return isExplorePage(page) ? page : undefined;
}

/** Reads the numbers of a view. Returns undefined when they are late, or not free here. */
export async function loadSummary(
  context: DashboardContext,
  caller: Caller,
  { feed, canonical, scope }: Omit<RowList, "order">,
  waitMs: number,
): Promise<Summary | undefined> {
  const endpoint = scope === "owned" ? PURCHASES.purchasedSummary : SUMMARIES.summary;
  const call = { id: feed, search: new URLSearchParams(canonical) };
  return withTimeout(requestOptional(context, caller, endpoint, call), waitMs);
}

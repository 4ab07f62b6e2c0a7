/** Reads the props of a feed's page: the parsed address, its first rows and numbers, and the filters' initial values. */
import "server-only";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { getListReader } from "@dealflow/contract/query/list-readers";
import { dehydrate, QueryClient } from "@tanstack/react-query";
import { cookies } from "next/headers";
import type { FeedPageProps } from "@/components/feed/feed-page";
import { filterSeed } from "@/components/filters/seed";
import { columnCookieName } from "@/components/shell/preferences/column-cookie";
import { listOrder, parseAddress, type RowScope } from "@/lib/filters/address";
import { feedQuery } from "@/lib/queries/feed";
import { summaryQuery } from "@/lib/queries/summaries";
import { getDashboardContext } from "@/lib/server/dashboard-context";
import { currentCaller } from "@/lib/server/pages/identity";
import { type PageSearch, toSearchParams } from "@/lib/server/pages/page-search";
import { savedViewAt } from "@/lib/server/pages/saved";
import { loadRows, loadSummary } from "@/lib/server/pages/view";

/** A page may wait this long for the columns and order of its view (ms). */
const SAVED_WAIT_MS = 100;
/** A page may wait this long for the numbers of its view (ms); after that the browser requests them. */
const SUMMARY_WAIT_MS = 100;

/** Rendering never buys. */
export async function feedPage(feed: FeedName, search: PageSearch, scope: RowScope = "all"): Promise<FeedPageProps> {
  const params = toSearchParams(search);
  const address = parseAddress(FEEDS[feed], params, getListReader);
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
    initial: { feed, search: params.toString(), ...address },
    state: dehydrate(client),
    saved,
    seed: filterSeed(FEEDS[feed], address.query, new Date(), summary),
    columns: jar.get(columnCookieName(feed))?.value,
    owned: scope === "owned",
  };
}

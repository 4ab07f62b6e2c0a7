/** Reads the props of a feed's page: the parsed address, its first rows, and the filters' initial values. */
import "server-only";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { getListReader } from "@dealflow/contract/query/list-readers";
import { type DehydratedState, dehydrate, QueryClient } from "@tanstack/react-query";
import { cookies } from "next/headers";
import type { FeedPageProps } from "@/components/feed/feed-page";
import { filterSeed } from "@/components/filters/seed";
import { columnCookieName } from "@/components/shell/preferences/column-cookie";
import type { RowScope } from "@/lib/api/explore";
import { listOrder, parseAddress } from "@/lib/filters/address";
import { feedQuery } from "@/lib/queries/feed";
import { loadRows } from "@/lib/server/pages/free-rows";
import { type PageSearch, toSearchParams } from "@/lib/server/pages/page-search";
import { savedViewAt } from "@/lib/server/pages/saved";

/** A page may wait this long for the columns and order of its view (ms). */
const SAVED_WAIT_MS = 100;

/** Rendering never buys. */
export async function feedPage(feed: FeedName, search: PageSearch, scope: RowScope = "all"): Promise<FeedPageProps> {
  const params = toSearchParams(search);
  const address = parseAddress(FEEDS[feed], params, getListReader);
  const opened = savedViewAt(feed, address.canonical, SAVED_WAIT_MS);
  const [saved, state, jar] = await Promise.all([
    opened,
    dehydrateRows(feed, address.canonical, address.order ?? opened.then((view) => view?.sort ?? undefined), scope),
    cookies(),
  ]);
  return {
    initial: { feed, search: params.toString(), ...address },
    state,
    saved,
    seed: filterSeed(FEEDS[feed], address.query, new Date()),
    columns: jar.get(columnCookieName(feed))?.value,
    owned: scope === "owned",
  };
}

/** Loads the rows of the first paint. They never replace what the browser has, which is newer. */
async function dehydrateRows(
  feed: FeedName,
  canonical: string,
  chosen: string | Promise<string | undefined>,
  scope: RowScope,
): Promise<DehydratedState> {
  const order = listOrder(feed, await chosen);
  const page = await loadRows(feed, canonical, order, scope);
  const client = new QueryClient();
  const { queryKey } = feedQuery(feed, canonical, order, scope);
  if (page !== undefined) client.setQueryData(queryKey, { pages: [page], pageParams: [null] }, { updatedAt: 1 });
  return dehydrate(client);
}

/**
 * The rows of a feed of another host, in the form of our service's private API (`EXPLORE.explore`): that host has no
 * previews, so they are the pages that were bought, from the first to the first gap, and the page behind them has a price.
 */
import "server-only";
import { type ListPage, parseJson, readListPage } from "@dealflow/client/list-page";
import type { ExplorePageResponse, ExploreRow } from "@dealflow/contract/account/explore";
import { ORDER_PARAMETER } from "@dealflow/contract/account/feed-orders";
import { LINES_TYPE } from "@dealflow/contract/account/spending/purchases";
import { FEEDS, type FeedName, LIMIT } from "@dealflow/contract/feeds";
import { pageSearch } from "@/lib/filters/address";
import { errorResponse, invalidInput } from "../http/error-responses";
import { parsePageQuery, toRows, viewKey } from "../proxy/api-request";
import type { Caller } from "../proxy/caller";
import { cacheKey, type ForeignHost } from "./foreign-host";

/** One response has this many pages, which are 200 rows. */
const MAX_PAGES = 10;

/** Answers with a part of a view or, where all of it `isStreamed`, from its start to the first gap, one line of JSON for each row. */
export function exploreForeign(
  foreign: ForeignHost,
  caller: Caller,
  feed: FeedName,
  search: URLSearchParams,
  isStreamed: boolean,
): Response {
  // Such a host has one order; the browser sorts what it has loaded.
  search.delete(ORDER_PARAMETER);
  const page = parsePageQuery(feed, search);
  if ("issues" in page) return errorResponse(invalidInput(page.issues));
  const { canonical } = page;
  if (!isStreamed) return Response.json(readBoughtPages(foreign, caller, { feed, canonical }, page.cursor));
  let cursor: string | null | undefined = null;
  const lines = new ReadableStream<string>({
    pull: (controller) => {
      if (cursor === undefined) return controller.close();
      const { rows, pagination } = readBoughtPages(foreign, caller, { feed, canonical }, cursor);
      controller.enqueue(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
      cursor = pagination.hasMore ? pagination.nextCursor : undefined;
    },
  });
  return new Response(lines.pipeThrough(new TextEncoderStream()), { headers: { "Content-Type": LINES_TYPE } });
}

/** @param from the cursor of the first page; null means the start of the view */
export function readBoughtPages(
  foreign: ForeignHost,
  caller: Caller,
  { feed, canonical }: { readonly feed: FeedName; readonly canonical: string },
  from: string | null,
): ExplorePageResponse {
  const at = (cursor: string | null) =>
    foreign.pages.get(cacheKey(foreign, `${FEEDS[feed].path}?${pageSearch(FEEDS[feed], canonical, cursor)}`));
  const found: { readonly rows: ExploreRow[]; readonly page: ListPage }[] = [];
  let cursor = from;
  const read = new Set([from]);
  for (let bought = at(cursor); bought !== undefined && found.length < MAX_PAGES; bought = at(cursor)) {
    const page = readListPage(feed, parseJson(new TextDecoder().decode(bought.body)));
    if (page === undefined) break;
    found.push({ rows: toRows(page, bought, cursor), page });
    const next = page.hasMore ? page.nextCursor : null;
    // A host that returns the same cursor again would be read forever.
    cursor = read.has(next) ? null : next;
    if (cursor === null) break;
    read.add(cursor);
  }
  const last = found.at(-1)?.page;
  const total = found[0]?.page.total;
  const hasMore = last === undefined || cursor !== null;
  const isCached = last !== undefined && hasMore && at(cursor) !== undefined;
  return {
    rows: found.flatMap(({ rows }) => rows),
    pagination: { hasMore: isCached, nextCursor: isCached ? cursor : null, ...(total === undefined ? {} : { total }) },
    ...(from === null ? { creditsInView: foreign.sessions.used(caller.session, viewKey(feed, canonical)).view } : {}),
    ...(hasMore && !isCached ? { next: { cursor, limit: LIMIT.default } } : {}),
  };
}

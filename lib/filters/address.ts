/** The address of a feed's page contains a query as the API takes it, and the screen state. */

import { FEED_ORDERS, NO_ORDER, ORDER_PARAMETER, readOrder, writeOrder } from "@dealflow/contract/account/feed-orders";
import {
  EXPLORE_PATH,
  OFFSET_PARAMETER,
  PURCHASED_FILE_PATH,
  PURCHASED_PATH,
} from "@dealflow/contract/account/free-explore";
import {
  CURSOR_PARAMETER,
  FEEDS,
  type Feed,
  type FeedName,
  LIMIT,
  LIMIT_PARAMETER,
  TOTAL_PARAMETER,
} from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import { parseFeedQuery, serializeFeedQuery } from "@dealflow/contract/query/feed-query";
import type { Issue } from "@dealflow/contract/query/parameters";
import { quote } from "@dealflow/contract/query/quote";
import type { GetListReader } from "@dealflow/contract/query/value-checks";
import { feedName, OPEN_KEY, ORDER_KEY, pageAddress, VIEW_KEY } from "./pages";

export interface Address {
  readonly query: AnyQuery;
  /** The query's canonical text identifies the view. */
  readonly canonical: string;
  /** Each issue tells what was left out of the address, and why. */
  readonly issues: readonly Issue[];
  /** The sheet of the record with this id is open. */
  readonly open: string | undefined;
  /** Tells how the rows are sorted and grouped; an empty text keeps the order of the list. */
  readonly order: string | undefined;
}

/** The server has parsed this address of a feed. */
export interface FeedInitial extends Address {
  readonly feed: FeedName;
  /** This is the parsed query of the address, its parameters sorted by name. */
  readonly search: string;
}

/**
 * Returns the valid part of the query of an address, and never throws. Paging is not part of an address, so it is left out. The
 * server passes `getListReader`; the browser has no lists, and takes their values as they are written.
 */
export function parseAddress(feed: Feed, search: string, getListReader?: GetListReader): Address {
  const own = new URLSearchParams(search);
  const open = own.get(OPEN_KEY) || undefined;
  const order = own.get(ORDER_KEY) ?? undefined;
  for (const key of [OPEN_KEY, ORDER_KEY, VIEW_KEY]) own.delete(key);
  const issues: Issue[] = [];
  for (const name of [CURSOR_PARAMETER, LIMIT_PARAMETER]) {
    const given = own.get(name);
    if (given !== null && !(name === LIMIT_PARAMETER && given === String(LIMIT.default)))
      issues.push({
        parameter: name,
        message: `${name}=${quote(given)} is for the API; this page loads more rows automatically`,
      });
    own.delete(name);
  }
  if (feed.totals) own.delete(TOTAL_PARAMETER);
  const parsed = parseFeedQuery(feed, own, getListReader);
  const { query, text } = parsed.canonical;
  return {
    query,
    canonical: text,
    issues: [...issues, ...parsed.issues],
    open,
    // The public API's own order of companies is not the dashboard's.
    order: order ?? (query.sort === "recent" ? "updated.ascending" : undefined),
  };
}

export function buildAddress(feed: Feed, query: AnyQuery): string {
  return pageAddress(feedName(feed), serializeFeedQuery(feed, query));
}

/**
 * Returns the parameters that request one page of a view. The first page requests the total where supported: it is
 * free, and later pages would only repeat it.
 */
export function pageSearch(feed: Feed, canonical: string, cursor: string | null): URLSearchParams {
  const search = new URLSearchParams(canonical);
  if (cursor !== null) search.set(CURSOR_PARAMETER, cursor);
  else if (feed.totals) search.set(TOTAL_PARAMETER, "true");
  return search;
}

/**
 * The first request has as many free rows as most windows show, because they come with the page; later ones have more.
 */
export const EXPLORED = { first: 30, next: 60 } as const;

/** A page of a list begins at its first row (null), at a place of the whole list, or at a cursor where rows have no places. */
export type ListPlace = number | string | null;

/** All rows that match are listed, or those of them that the workspace owns. */
export type RowScope = "all" | "owned";

/** Identifies the rows of a view in an order of the whole list, as `listOrder` returns it. */
export interface RowList {
  readonly feed: FeedName;
  readonly canonical: string;
  readonly order: string;
  readonly scope: RowScope;
}

const FREE_PATHS = { all: EXPLORE_PATH, owned: PURCHASED_PATH, file: PURCHASED_FILE_PATH } as const;

/** Writes the path that requests rows that cost nothing: a page of them, or all owned ones as a file. */
export function freeRowsPath(
  { feed, canonical, order, scope }: Omit<RowList, "scope"> & { readonly scope: RowScope | "file" },
  from: ListPlace = null,
): string {
  const search = pageSearch(FEEDS[feed], canonical, typeof from === "string" ? from : null);
  if (order !== "") search.set(ORDER_PARAMETER, order);
  if (typeof from === "number") search.set(OFFSET_PARAMETER, String(from));
  search.set(LIMIT_PARAMETER, String(from === null ? EXPLORED.first : EXPLORED.next));
  return `${FREE_PATHS[scope].replace(":id", feed)}?${search}`;
}

/** Returns the part of an order that our service applies to the whole list. */
export function listOrder(feed: FeedName, order: string | undefined): string {
  const known = FEED_ORDERS[feed];
  return writeOrder(readOrder((id) => Object.hasOwn(known, id), order ?? "") ?? NO_ORDER);
}

/** Fetches one page of a feed from the dashboard's server. */

import { type ListPage, parseJson, readErrorResponse, readListPage } from "@dealflow/client/list-page";
import { readCount } from "@dealflow/client/response-headers";
import {
  CACHED_AT_HEADER,
  CHARGED_HEADER,
  type FeedPage,
  type Intent,
  NEXT_CACHED_HEADER,
  VIEW_USED_HEADER,
} from "@/lib/api/dashboard";
import { FEEDS, type FeedName, LIMIT } from "@/lib/contract/feeds";
import { REQUEST_ID_HEADER, RETRY_AFTER_HEADER } from "@/lib/contract/headers";
import { pageSearch } from "@/lib/filters/address";
import { pageAddress } from "@/lib/filters/pages";
import { saveRecords } from "./purchased/store";
import { type DashboardResponse, type RequestError, RequestFailure, sendRequest } from "./send-request";

/** Null: the server does not have the page cached, and the intent was not to buy it. Throws `RequestFailure`. */
export async function fetchPage(
  feed: FeedName,
  canonical: string,
  cursor: string | null,
  intent: Intent,
): Promise<FeedPage | null> {
  const path = `${FEEDS[feed].path}?${pageSearch(FEEDS[feed], canonical, cursor)}`;
  const reply = await sendRequest({ path, intent, records: LIMIT.default });
  if (reply.status === 204) return null;
  const body = parseJson(reply.text);
  const page = reply.status === 200 ? readListPage(feed, body) : undefined;
  if (page === undefined) throw new RequestFailure(parseError(reply, body, intent));
  const purchased = parsePage(page, reply);
  savePage(feed, canonical, purchased);
  return purchased;
}

/** The page of a response, with when and by which request it was bought. */
export function parsePage({ records, hasMore, nextCursor, total }: ListPage, { headers }: DashboardResponse): FeedPage {
  return {
    records,
    hasMore,
    nextCursor,
    ...(total === undefined ? {} : { total }),
    heldAt: headers.get(CACHED_AT_HEADER) ?? new Date().toISOString(),
    requestId: headers.get(REQUEST_ID_HEADER),
    viewUsed: readCount(headers, VIEW_USED_HEADER) ?? 0,
    nextCached: headers.get(NEXT_CACHED_HEADER) === "true",
  };
}

/** Saves the records of a page that is shown, with its receipt. */
export function savePage(feed: FeedName, canonical: string, { records, heldAt, requestId }: FeedPage): void {
  saveRecords(feed, records, { heldAt, requestId, view: pageAddress(feed, canonical) });
}

/** The error of a response without a page, and whether it was charged. */
export function parseError({ status, headers }: DashboardResponse, body: unknown, intent: Intent): RequestError {
  const error = readErrorResponse(body);
  const requestId = error?.requestId ?? headers.get(REQUEST_ID_HEADER);
  const retryAfterS = readCount(headers, RETRY_AFTER_HEADER);
  const chargedHeader = headers.get(CHARGED_HEADER);
  return {
    status,
    code: error?.code ?? "UNREADABLE",
    message: error?.message ?? "The response could not be read.",
    charged: chargedHeader === "no" || intent === "cached" ? "no" : "unknown",
    ...(requestId ? { requestId } : {}),
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
  };
}

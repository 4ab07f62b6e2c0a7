/** Sends one purchase of a feed's records. */
import { parseJson } from "@dealflow/client/list-page";
import { readRecord } from "@dealflow/client/records";
import { readCount } from "@dealflow/client/response-headers";
import { isObject, number, text } from "@dealflow/client/tolerant-reader";
import { RECORDS_PATH } from "@dealflow/contract/account/free-explore";
import { FEEDS, type FeedName, LIMIT } from "@dealflow/contract/feeds";
import { REQUEST_ID_HEADER, VIEW_USED_HEADER } from "@dealflow/contract/headers";
import { CACHED_AT_HEADER } from "@/lib/api/dashboard";
import { type ExploreRow, rowKey } from "@/lib/api/explore";
import { pageSearch } from "@/lib/filters/address";
import { pageAddress } from "@/lib/filters/pages";
import type { Bought, Purchase } from "@/lib/queries/buy";
import { parseError, RequestFailure, sendRequest } from "./requests/send-request";

/** Throws `RequestFailure`. */
export async function buyRecords<F extends FeedName>(
  feed: F,
  canonical: string,
  purchase: Purchase,
): Promise<Bought<F>> {
  const byReference = "references" in purchase;
  const search = byReference ? canonical : pageSearch(FEEDS[feed], canonical, purchase.cursor);
  const page = pageAddress(feed, canonical);
  const response = await sendRequest({
    path: `${RECORDS_PATH.replace(":id", feed)}${search === "" ? "" : `?${search}`}`,
    body: JSON.stringify(byReference ? { references: purchase.references } : {}),
    intent: "buy",
    page,
    records: byReference ? purchase.references.length : LIMIT.default,
  });
  const json = parseJson(response.text);
  if (response.status !== 200 || !isObject(json) || !Array.isArray(json.data))
    throw new RequestFailure(parseError(response, json));
  const { headers } = response;
  const purchasedAt = headers.get(CACHED_AT_HEADER) ?? new Date().toISOString();
  const receipt = { requestId: headers.get(REQUEST_ID_HEADER), view: page };
  const from = byReference ? "" : (purchase.cursor ?? "");
  const rows = json.data.flatMap((item: unknown, index): ExploreRow<F>[] => {
    const record = isObject(item) ? readRecord(feed, item.record) : null;
    if (record === null) return [];
    const slot = isObject(item) ? text(item.reference) : null;
    return [{ key: rowKey(record, from, index), record, purchasedAt, receipt, ...(slot === null ? {} : { slot }) }];
  });
  const pagination = isObject(json.pagination) ? json.pagination : {};
  const cursor = text(pagination.nextCursor) || null;
  const hasMore = pagination.hasMore === true && cursor !== null;
  return {
    rows,
    creditsInView: readCount(headers, VIEW_USED_HEADER),
    total: number(pagination.total) ?? undefined,
    next: hasMore ? { cursor, limit: LIMIT.default } : undefined,
  };
}

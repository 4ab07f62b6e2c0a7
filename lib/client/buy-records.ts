/** Sends one purchase of a feed's records. */
import { parseJson } from "@dealflow/client/list-page";
import type { FeedRecord } from "@dealflow/client/records";
import { readCount } from "@dealflow/client/response-headers";
import { isObject } from "@dealflow/client/tolerant-reader";
import type { ResponseOf } from "@dealflow/contract/account/endpoint";
import type { BUY_RECORDS } from "@dealflow/contract/account/explore";
import { RECORDS_PATH } from "@dealflow/contract/account/free-explore";
import { FEEDS, type FeedName, LIMIT } from "@dealflow/contract/feeds";
import { CREDITS_USED_HEADER, REQUEST_ID_HEADER, VIEW_USED_HEADER } from "@dealflow/contract/headers";
import { pageSearch } from "@/lib/filters/address";
import { pageAddress } from "@/lib/filters/pages";
import type { Bought, Purchase } from "@/lib/queries/buy";
import type { FeedRow } from "./feed-view-state";
import { parseError, RequestFailure, sendRequest } from "./requests/send-request";

/** Throws `RequestFailure`. */
export async function buyRecords<F extends FeedName>(
  feed: F,
  canonical: string,
  purchase: Purchase,
): Promise<Bought<F>> {
  const byReference = "references" in purchase;
  const search = byReference ? "" : `?${pageSearch(FEEDS[feed], canonical, purchase.cursor)}`;
  const response = await sendRequest({
    path: `${RECORDS_PATH.replace(":id", feed)}${search}`,
    body: JSON.stringify(byReference ? purchase : {}),
    intent: "buy",
    page: pageAddress(feed, canonical),
    records: byReference ? purchase.references.length : LIMIT.default,
  });
  const answer = parseJson(response.text);
  if (response.status !== 200 || !isAnswer<F>(answer)) throw new RequestFailure(parseError(response, answer));
  const { headers } = response;
  const requestId = headers.get(REQUEST_ID_HEADER);
  const { data, pagination } = answer;
  return {
    rows: requestId === null ? data : data.map((row) => ({ ...row, requestId })),
    creditsUsed: readCount(headers, CREDITS_USED_HEADER) ?? data.length,
    creditsInView: readCount(headers, VIEW_USED_HEADER),
    total: pagination?.total,
    next:
      pagination?.hasMore === true && pagination.nextCursor !== null
        ? { cursor: pagination.nextCursor, limit: LIMIT.default }
        : undefined,
  };
}

interface Answer<F extends FeedName> extends Pick<ResponseOf<typeof BUY_RECORDS>, "pagination"> {
  readonly data: readonly FeedRow<FeedRecord<F>>[];
}

/** The records are those of the feed that the request named. */
function isAnswer<F extends FeedName>(json: unknown): json is Answer<F> {
  return isObject(json) && Array.isArray(json.data);
}

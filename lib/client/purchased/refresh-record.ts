/** Fetches one owned record again: the events of its company at its own instant, which are few and may be more than one. */
import type { FeedRecord } from "@dealflow/client/records";
import { COMPANY_ID_PARAMETER } from "@dealflow/contract/feed-filters";
import { serializeFeedQuery } from "@dealflow/contract/feed-query";
import { FEEDS, type Feed, type FeedName, LIMIT, LIMIT_PARAMETER } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import { factsOf } from "@/lib/filters/facts";
import { pageAddress } from "@/lib/filters/pages";
import { matcher } from "@/lib/filters/predicate";
import { consumePermit, grantPermit } from "../../spending/permits";
import { fetchExplorePage } from "../fetch-explore-page";
import { type RequestError, RequestFailure, requestPage } from "../send-request";
import type { PurchasedRecord } from "./purchased-record";
import { savePage, saveRecords } from "./store";

export interface RecordRefresh {
  readonly feed: FeedName;
  readonly key: string;
  readonly canonical: string;
  /** Credits that it costs at most: no more records are requested. */
  readonly most: number;
}

/** Undefined where the record cannot be requested alone: it is no event, or its company is unresolved. */
export function recordRefresh(
  feed: FeedName,
  record: FeedRecord,
  purchased: readonly PurchasedRecord[],
): RecordRefresh | undefined {
  const at = "announcedAt" in record ? Date.parse(record.announcedAt ?? "") : Number.NaN;
  const { id } = record;
  if (!id || Number.isNaN(at)) return undefined;
  const query = sameInstant(FEEDS[feed], record, new Date(at).toISOString());
  if (query === undefined) return undefined;
  const matches = matcher(FEEDS[feed], query);
  const known = purchased.filter((one) => matches(one.record) === true).length;
  const canonical = serializeFeedQuery(FEEDS[feed], query);
  return { feed, key: id, canonical, most: Math.min(known + 1, LIMIT.max) };
}

/** The events of the record's company at that instant. */
function sameInstant({ filters }: Feed, record: FeedRecord, instant: string): AnyQuery | undefined {
  const query: Record<string, AnyQuery[string]> = {};
  for (const filter of filters) {
    if (filter.kind === "dates" && filter.until !== undefined)
      [query[filter.since], query[filter.until]] = [instant, instant];
    if (filter.kind !== "text" || filter.param !== COMPANY_ID_PARAMETER) continue;
    const company = factsOf(record, filter).find((fact) => typeof fact === "string");
    if (company !== undefined) query[filter.param] = company;
  }
  return COMPANY_ID_PARAMETER in query ? query : undefined;
}

/** Fetches the current version of an owned record, which is free where records are paid for once. Returns "gone" when it is no longer owned. */
export async function fetchOwnedRecord({ feed, key, canonical }: RecordRefresh): Promise<Refreshed> {
  try {
    const { rows } = await fetchExplorePage(feed, canonical, null, new AbortController().signal, "purchased");
    const records = rows.map(({ record }) => record);
    const view = pageAddress(feed, canonical);
    saveRecords(feed, records, { purchasedAt: new Date().toISOString(), requestId: null, view });
    return rows.some((row) => row.key === key) ? "refreshed" : "gone";
  } catch (error) {
    if (error instanceof RequestFailure) return error.details;
    throw error;
  }
}

/** Called when the button with the price is pressed. */
export function permitRefresh(refresh: RecordRefresh): void {
  grantPermit(permitKey(refresh));
}

/** The result: the current record is owned, the API no longer lists it, or the request failed. */
export type Refreshed = "refreshed" | "gone" | RequestError;

export async function refreshRecord(refresh: RecordRefresh): Promise<Refreshed> {
  const { feed, key, canonical, most } = refresh;
  if (!consumePermit(permitKey(refresh))) return NOT_PRESSED;
  try {
    const path = `${FEEDS[feed].path}?${canonical}&${LIMIT_PARAMETER}=${most}`;
    const page = await requestPage(feed, { path, intent: "refresh", records: most });
    if (page === null) return "gone";
    savePage(feed, canonical, page);
    return page.records.some((record) => record.id === key) ? "refreshed" : "gone";
  } catch (error) {
    if (error instanceof RequestFailure) return error.details;
    throw error;
  }
}

export const NOT_PRESSED: RequestError = {
  status: 0,
  code: "NOT_PRESSED",
  message: "You left the page. Press the button again. Nothing was charged.",
  charged: "no",
};

function permitKey({ feed, canonical }: RecordRefresh): string {
  return `record ${feed}?${canonical}`;
}

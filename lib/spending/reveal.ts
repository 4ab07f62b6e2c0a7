/**
 * Buys the records behind previews, by a person's gesture and for its price: what is bought replaces its preview in every
 * view of the feed. One purchase at a time in a document.
 */
import { parseJson } from "@dealflow/client/list-page";
import { readRecord } from "@dealflow/client/records";
import { readCount } from "@dealflow/client/response-headers";
import { isObject, text } from "@dealflow/client/tolerant-reader";
import { type FeedName, LIMIT } from "@dealflow/contract/feeds";
import { recordsPath } from "@dealflow/contract/free-explore";
import { REQUEST_ID_HEADER } from "@dealflow/contract/headers";
import { onlineManager } from "@tanstack/react-query";
import { CACHED_AT_HEADER, VIEW_USED_HEADER } from "@/lib/api/dashboard";
import type { ExploreRow } from "@/lib/api/explore";
import { saveRecords } from "@/lib/client/purchased/store";
import { parseError, RequestFailure, sendRequest, toRequestError } from "@/lib/client/send-request";
import { pageAddress } from "@/lib/filters/pages";
import { getQueryClient } from "@/lib/queries/client";
import { exploreQuery } from "@/lib/queries/explore";
import type { ExploreData } from "@/lib/queries/feed-key";
import { nextToShow } from "./next-to-show";
import { consumePermit, pageKey } from "./permits";
import { permitReveal, revealKey, useReveal } from "./reveal-state";

/** Buys the first rows of a view that are not owned, after a change of its filters: once its rows are there, `mayBuy` is called. */
export async function revealFirst(feed: FeedName, canonical: string, mayBuy: () => boolean): Promise<void> {
  // The rows of a filter that was changed offline come with the network; that buys nothing.
  if (!onlineManager.isOnline()) return;
  const data = await getQueryClient()
    .ensureInfiniteQueryData(exploreQuery(feed, canonical))
    // The page says that its rows did not come.
    .catch(() => undefined);
  if (data === undefined || !mayBuy()) return;
  const { references } = nextToShow(data.pages[0]?.rows ?? [], LIMIT.default, false);
  permitReveal(feed, canonical);
  await reveal(feed, canonical, references);
}

/**
 * Buys with a permit alone, which a gesture creates (`permitReveal`). Returns the ids of what was bought; what went wrong
 * is in the state.
 */
export async function reveal(
  feed: FeedName,
  canonical: string,
  references: readonly string[],
): Promise<readonly string[]> {
  const permitted = consumePermit(revealKey(feed, canonical));
  if (!permitted || references.length === 0 || useReveal.getState().pending.length > 0) return [];
  useReveal.setState({ pending: references, failure: undefined });
  try {
    return await buy(feed, canonical, references);
  } catch (error) {
    const details = toRequestError(error instanceof Error ? error : new Error(String(error)));
    useReveal.setState({ failure: { view: pageKey(feed, canonical, null), error: details } });
    return [];
  } finally {
    useReveal.setState({ pending: [] });
  }
}

async function buy(feed: FeedName, canonical: string, references: readonly string[]): Promise<readonly string[]> {
  const path = `${recordsPath(feed)}${canonical === "" ? "" : `?${canonical}`}`;
  const body = JSON.stringify({ references });
  const response = await sendRequest({ path, body, intent: "buy", records: references.length });
  const json = parseJson(response.text);
  if (response.status !== 200 || !isObject(json) || !Array.isArray(json.data))
    throw new RequestFailure(parseError(response, json, "buy"));
  const { headers } = response;
  const purchasedAt = headers.get(CACHED_AT_HEADER) ?? new Date().toISOString();
  const view = pageAddress(feed, canonical);
  const rows = json.data.flatMap((item: unknown): ExploreRow[] => {
    const record = isObject(item) ? readRecord(feed, item.record) : null;
    const slot = isObject(item) ? text(item.reference) : null;
    if (record === null || !record.id || !slot) return [];
    return [{ key: record.id, slot, record, purchasedAt, receipt: { requestId: null, view } }];
  });
  saveRecords(
    feed,
    rows.map(({ record }) => record),
    { purchasedAt, requestId: headers.get(REQUEST_ID_HEADER), view },
  );
  replacePreviews(feed, new Map(rows.map((row) => [row.slot ?? "", row])));
  const used = readCount(headers, VIEW_USED_HEADER);
  if (used !== undefined)
    useReveal.setState((state) => ({ used: { ...state.used, [pageKey(feed, canonical, null)]: used } }));
  return rows.map(({ key }) => key);
}

/** In every view that shows them. */
function replacePreviews(feed: FeedName, bought: ReadonlyMap<string, ExploreRow>): void {
  getQueryClient().setQueriesData<ExploreData>({ queryKey: ["explore", feed] }, (data) =>
    data === undefined
      ? data
      : {
          ...data,
          pages: data.pages.map((page) =>
            page.rows.some(({ key }) => bought.has(key))
              ? { ...page, rows: page.rows.map((row) => bought.get(row.key) ?? row) }
              : page,
          ),
        },
  );
}

/**
 * The typed client of the API, for anyone with a key, pages through lists, iterates records and reads timelines. It
 * runs where `fetch` does. Calls cost credits as the API documents; none is retried where it could be charged twice.
 */
import {
  CURSOR_PARAMETER,
  FEEDS,
  type FeedName,
  LIMIT,
  LIMIT_PARAMETER,
  TOTAL_PARAMETER,
} from "@dealflow/contract/feeds";
import { EVENTS_AVAILABLE_HEADER, IDEMPOTENT_REPLAYED_HEADER } from "@dealflow/contract/headers";
import { BATCH_FIELD, INCLUDE, TIMELINE_PATH } from "@dealflow/contract/timeline";
import type { TIMELINE_INCLUDES } from "@dealflow/contract/values/events";
import { type ListPage, readListPage } from "./list-page";
import { protocolProblem } from "./problem";
import { type FeedQuery, queryText } from "./query-text";
import type { FeedRecord } from "./records";
import { type ClientOptions, createRequestSender } from "./request-sender";
import { type RateLimit, readCount, readRateLimit } from "./response-headers";
import type { CreditUsage, ResponseSuccess } from "./send-once";
import {
  type BatchItem,
  type CompanySelector,
  readBatchResponse,
  readTimelineResponse,
  type TimelineRecord,
} from "./timeline";

export { ApiProblem, OutOfCredits } from "./problem";
export type { BatchItem, ClientOptions, CompanySelector, FeedName, FeedQuery, FeedRecord, RateLimit, TimelineRecord };

/** The metadata of a response is null where the API did not send it. */
export interface ResponseInfo {
  readonly creditsUsed: number;
  readonly creditsRemaining: number | null;
  readonly requestId: string | null;
  readonly rateLimit: RateLimit | null;
  /**
   * The response repeats that of an earlier request under the same key: `creditsUsed` was charged then, and not again.
   */
  readonly replayed: boolean;
}

export interface Page<F extends FeedName> extends ListPage<F>, ResponseInfo {
  readonly creditsUsed: number;
}

export interface TimelineResponse extends ResponseInfo {
  readonly timeline: TimelineRecord;
  /** This is more than the timeline holds when credits ran out. */
  readonly eventsAvailable: number | null;
}

export interface BatchResponse extends ResponseInfo {
  /** There is one item for each company, in the order of the request. */
  readonly items: readonly BatchItem[];
}

interface CallOptions {
  /** An API that supports idempotency keys charges the same call under the same key once within 24 hours. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ListOptions extends CallOptions {
  readonly limit?: number | undefined;
  readonly cursor?: string | null | undefined;
  /** Only funding and acquisitions support totals (convention 8). */
  readonly includeTotal?: boolean | undefined;
}

export interface PagingOptions {
  readonly limit?: number | undefined;
  readonly cursor?: string | null | undefined;
  /** No more records are requested, so none beyond these are charged. */
  readonly maxRecords?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface TimelineOptions extends CallOptions {
  /** All kinds of event are included by default. Each event costs a credit. */
  readonly include?: readonly (typeof TIMELINE_INCLUDES)[number]["value"][] | undefined;
}

/** Every method throws `ApiProblem`, or its subclass `OutOfCredits`, or the reason of its signal. */
export interface Client {
  list<F extends FeedName>(feed: F, query: FeedQuery<F>, options?: ListOptions): Promise<Page<F>>;
  /**
   * Yields page after page until the end. With the last page's `nextCursor` a reader of companies who has caught up can
   * resume later. A page that credits cut short is followed by `OutOfCredits`.
   */
  pages<F extends FeedName>(feed: F, query: FeedQuery<F>, options?: PagingOptions): AsyncGenerator<Page<F>, void>;
  /** Yields the records of those pages. */
  iterate<F extends FeedName>(
    feed: F,
    query: FeedQuery<F>,
    options?: PagingOptions,
  ): AsyncGenerator<FeedRecord<F>, void>;
  timeline(company: CompanySelector, options?: TimelineOptions): Promise<TimelineResponse>;
  /** Accepts at most 25 companies. The `status` of an item tells when it was not served. */
  timelines(companies: readonly CompanySelector[], options?: TimelineOptions): Promise<BatchResponse>;
}

/** Throws `TypeError` when an option is invalid. */
export function createClient(options: ClientOptions): Client {
  const sendRequest = createRequestSender(options);

  async function list<F extends FeedName>(feed: F, query: FeedQuery<F>, options: ListOptions = {}): Promise<Page<F>> {
    const { limit, cursor, includeTotal, ...call } = options;
    const paging = {
      [CURSOR_PARAMETER]: cursor ?? undefined,
      [LIMIT_PARAMETER]: limit,
      [TOTAL_PARAMETER]: includeTotal,
    };
    const path = pathWith(FEEDS[feed].path, { ...query, ...paging });
    const read = await sendRequest({ ...call, path }, (json) => readListPage(feed, json));
    return { ...read.value, ...responseInfo(read, read.value.records.length) };
  }

  const pages: Client["pages"] = (feed, query, { limit = LIMIT.default, cursor, maxRecords, signal } = {}) =>
    paginate((at, left) => list(feed, query, { limit: Math.min(limit, left), cursor: at, signal }), {
      cursor: cursor ?? undefined,
      maxRecords,
    });

  return {
    list,
    pages,
    async *iterate(feed, query, options = {}) {
      let left = options.maxRecords ?? Number.POSITIVE_INFINITY;
      for await (const page of pages(feed, query, options)) {
        yield* page.records.slice(0, left);
        left -= page.records.length;
      }
    },
    async timeline(company, { include, ...call } = {}) {
      const path = pathWith(TIMELINE_PATH, { ...company, [INCLUDE.param]: include });
      const read = await sendRequest({ ...call, path }, readTimelineResponse);
      const { timeline } = read.value;
      return {
        timeline,
        eventsAvailable: readCount(read.headers, EVENTS_AVAILABLE_HEADER) ?? null,
        ...responseInfo(read, 1 + timeline.events.length),
      };
    },
    async timelines(companies, { include, ...call } = {}) {
      const body = JSON.stringify({ [BATCH_FIELD]: companies, [INCLUDE.param]: include });
      const read = await sendRequest({ ...call, path: TIMELINE_PATH, body }, readBatchResponse);
      const { items } = read.value;
      const served = items.reduce((sum, { timeline }) => sum + (timeline === null ? 0 : 1 + timeline.events.length), 0);
      return { items, ...responseInfo(read, served) };
    },
  };
}

function pathWith(path: string, query: object): string {
  const text = queryText(query);
  return text === "" ? path : `${path}?${text}`;
}

/** `cost` is the price that the API documents for such a response, for hosts that do not report it. */
function responseInfo<T extends CreditUsage>(read: ResponseSuccess<T>, cost: number): ResponseInfo {
  return {
    creditsUsed: read.credits ?? cost,
    creditsRemaining: read.balance ?? null,
    requestId: read.requestId ?? null,
    rateLimit: readRateLimit(read.headers),
    replayed: read.headers.get(IDEMPOTENT_REPLAYED_HEADER) === "true",
  };
}

/**
 * `fetchPage` takes a cursor and the number of records still needed. Throws what `fetchPage` throws, and `ApiProblem`.
 */
async function* paginate<P extends ListPage>(
  fetchPage: (cursor: string | undefined, left: number) => Promise<P>,
  range: { readonly cursor?: string | undefined; readonly maxRecords?: number | undefined },
): AsyncGenerator<P, void> {
  let at = range.cursor;
  let left = range.maxRecords ?? Number.POSITIVE_INFINITY;
  while (left > 0) {
    const page = await fetchPage(at, left);
    // These records were served before: a host that ignores cursors would be paid for them forever.
    if (page.hasMore && page.nextCursor === at) throw protocolProblem("The API returned the same cursor again.");
    yield page;
    left -= page.records.length;
    if (left > 0 && page.moreWithoutCursor)
      throw protocolProblem("The API says there are more records but returned no cursor.");
    if (!page.hasMore) return;
    at = page.nextCursor ?? undefined;
  }
}

/** Parses a request to the API against the contract into its canonical form; nothing else is sent upstream. */
import { parseFeedQuery } from "@dealflow/contract/query/feed-query";
import "server-only";
import { type ListPage, parseJson, readListPage } from "@dealflow/client/list-page";
import type { Call, CreditUsage } from "@dealflow/client/send-once";
import { readBatchResponse, readTimelineResponse } from "@dealflow/client/timeline";
import { BUY, type ExploreRow } from "@dealflow/contract/account/explore";
import { ENDPOINTS, type Endpoint } from "@dealflow/contract/endpoints";
import {
  CURSOR_PARAMETER,
  FEEDS,
  type FeedName,
  LIMIT,
  LIMIT_PARAMETER,
  TOTAL_PARAMETER,
} from "@dealflow/contract/feeds";
import { getListReader } from "@dealflow/contract/query/list-readers";
import type { Issue } from "@dealflow/contract/query/parameters";
import { quote } from "@dealflow/contract/query/quote";
import { parseTimelineBatch, parseTimelineQuery } from "@dealflow/contract/query/timeline-requests";
import { BATCH_FIELD, INCLUDE, SELECTORS } from "@dealflow/contract/timeline";
import {
  aliasesById,
  batchAliases,
  type CacheAlias,
  explicitKinds,
  timelineRequest,
} from "../foreign/cached-timelines";
import type { CachedPage } from "../foreign/page-cache";

export interface ParsedResponse extends CreditUsage {
  /** The API charges this for it; some hosts do not report it. */
  readonly cost: number;
  /** This response also serves these other requests. */
  readonly aliases?: readonly CacheAlias[];
}

export interface ApiRequest {
  readonly endpoint: string;
  readonly call: Call;
  /** Identifies the request, and so is its cache key. */
  readonly text: string;
  /** All pages of a view share this, because session usage is counted by view. */
  readonly view: string;
  /** The number of requested records is undefined where only the response has it. */
  readonly records: number | undefined;
  /** Returns undefined when the response is not of this kind. */
  read(json: unknown): ParsedResponse | undefined;
  /** The response as the browser receives it; by default as the host sent it. */
  convert?(page: CachedPage): string | undefined;
}

interface Refused {
  readonly issues: readonly Issue[];
}

type ParseResult = ApiRequest | Refused;

/** Returns the API's endpoints at a path, one per method; none when the path is not part of the API. */
export function endpointsAt(path: string): Endpoint[] {
  return Object.values<Endpoint>(ENDPOINTS).filter((endpoint) => endpoint.path === path);
}

/** Buys the page of a query at another host, which has no references. */
export function parseRecordsRequest(feed: FeedName, search: URLSearchParams, text: string): ParseResult {
  const page = parsePageQuery(feed, search);
  if ("issues" in page) return page;
  const parsed = BUY.records.request.safeParse(parseJson(text));
  if (!parsed.success)
    return { issues: [{ parameter: "references", message: `references ${parsed.error.issues[0]?.message}` }] };
  if (parsed.data.references === undefined)
    return { ...requestPage(feed, page), convert: toBoughtRecords(feed, page.cursor) };
  return { issues: [{ parameter: "references", message: "references are not supported by another host" }] };
}

/** Converts a page of another host's feed to the response of `BUY.records`. */
function toBoughtRecords(feed: FeedName, cursor: string | null): NonNullable<ApiRequest["convert"]> {
  return (bought) => {
    const page = readListPage(feed, parseJson(new TextDecoder().decode(bought.body)));
    if (page === undefined) return undefined;
    const { hasMore, nextCursor, total } = page;
    const pagination = { hasMore, nextCursor, ...(total === undefined ? {} : { total }) };
    return JSON.stringify({ data: toRows(page, bought, cursor), pagination });
  };
}

/** @param cursor names records without an id by their place, with the cursor of their page */
export function toRows(
  { records }: ListPage,
  { boughtAt, requestId }: CachedPage,
  cursor: string | null,
): ExploreRow[] {
  return records.map((record, index) => ({
    key: record.id || `${cursor ?? ""}:${index}`,
    record,
    purchasedAt: boughtAt,
    ...(requestId === undefined ? {} : { requestId }),
  }));
}

export function parseApiRequest(endpoint: Endpoint, search: URLSearchParams, body: string): ParseResult {
  if (endpoint.feed !== undefined) {
    const page = parsePageQuery(endpoint.feed, search);
    return "issues" in page ? page : requestPage(endpoint.feed, page);
  }
  return endpoint.method === "GET" ? parseTimelineRequest(endpoint, search) : parseBatchRequest(endpoint, search, body);
}

function requestPage(feed: FeedName, page: PageQuery): ApiRequest {
  const path = `${FEEDS[feed].path}?${page.text}`;
  return {
    endpoint: FEEDS[feed].endpoint,
    call: { path },
    text: path,
    view: viewKey(feed, page.canonical),
    records: page.limit,
    read: (json) => {
      const response = readListPage(feed, json);
      return response && { ...response, cost: response.records.length };
    },
  };
}

interface PageQuery {
  readonly canonical: string;
  readonly text: string;
  readonly limit: number;
  readonly cursor: string | null;
}

/** Parses a page request into canonical form, or returns its issues. */
export function parsePageQuery(name: FeedName, search: URLSearchParams): PageQuery | Refused {
  const { canonical, paging, issues } = parseFeedQuery(FEEDS[name], search, getListReader);
  if (issues.length > 0) return { issues };
  const { cursor, limit, includeTotal } = paging;
  const text = new URLSearchParams(canonical.text);
  if (cursor !== undefined) text.set(CURSOR_PARAMETER, cursor);
  if (limit !== LIMIT.default) text.set(LIMIT_PARAMETER, String(limit));
  if (includeTotal === true) text.set(TOTAL_PARAMETER, "true");
  return { canonical: canonical.text, text: text.toString(), limit, cursor: cursor ?? null };
}

function parseTimelineRequest(endpoint: Endpoint, search: URLSearchParams): ParseResult {
  const parsed = parseTimelineQuery(search);
  if ("issues" in parsed) return parsed;
  const { values } = parsed;
  const selectors = SELECTORS.map(({ param }) => [param, values[param]] as const);
  const [given] = selectors.flatMap(([param, value]) => (value === undefined ? [] : [[param, value] as const]));
  // The schema rejects queries without a selector.
  if (given === undefined) return { issues: [{ parameter: SELECTORS[0].param, message: "no company is given" }] };
  const path = timelineRequest(given, values.include);
  return {
    endpoint: endpoint.name,
    call: { path },
    text: path,
    view: path,
    records: undefined,
    read: (json) => {
      const response = readTimelineResponse(json);
      return (
        response && {
          ...response,
          cost: 1 + response.timeline.events.length,
          aliases: aliasesById(response.timeline, values.include),
        }
      );
    },
  };
}

function parseBatchRequest(endpoint: Endpoint, search: URLSearchParams, text: string): ParseResult {
  const operation = `POST ${endpoint.path}`;
  const [ignored] = search.keys();
  if (ignored !== undefined)
    return { issues: [{ parameter: ignored, message: `${quote(ignored)} is not a parameter of ${operation}` }] };
  const json = parseJson(text);
  if (json === undefined) return { issues: [{ parameter: "body", message: "the body is not valid JSON" }] };
  const read = parseTimelineBatch(json);
  if ("issues" in read) return read;
  const kinds = explicitKinds(read.values.include);
  // The items are unchanged, because the response repeats them.
  const body = JSON.stringify({
    [BATCH_FIELD]: read.requested,
    ...(kinds.length === 0 ? {} : { [INCLUDE.param]: kinds }),
  });
  return {
    endpoint: endpoint.name,
    call: { path: endpoint.path, body },
    text: `${operation} ${body}`,
    view: operation,
    records: undefined,
    read: (response) => {
      const batch = readBatchResponse(response);
      if (batch === undefined) return undefined;
      const cost = batch.items.reduce(
        (sum, { timeline }) => sum + (timeline === null ? 0 : 1 + timeline.events.length),
        0,
      );
      return { ...batch, cost, aliases: batchAliases(batch.items, read.values.include) };
    },
  };
}

export function viewKey(feed: FeedName, canonical: string): string {
  return `${FEEDS[feed].path}?${canonical}`;
}

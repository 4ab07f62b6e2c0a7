/** Parses and validates requests, or rejects them with one sentence. */
import { isUtf8 } from "node:buffer";
import {
  FEED_ORDERS,
  LIST_ORDERS,
  ORDER_PARAMETER,
  orderKeys,
  type RowSort,
  readOrder,
  writeOrder,
} from "@dealflow/contract/account/feed-orders";
import { OFFSET_PARAMETER } from "@dealflow/contract/account/free-explore";
import { MAX_BODY_BYTES } from "@dealflow/contract/errors";
import { FEED_NAMES, FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { canonicalizeQuery, type FeedQuery, parseFeedQuery } from "@dealflow/contract/query/feed-query";
import { type FreeQuery, toFreeQuery } from "@dealflow/contract/query/free-query";
import { getListReader } from "@dealflow/contract/query/list-readers";
import type { Issue } from "@dealflow/contract/query/parameters";
import { quote } from "@dealflow/contract/query/quote";
import { parseTimelineBatch, parseTimelineQuery, type TimelineBatch } from "@dealflow/contract/query/timeline-requests";
import { SELECTORS, type Selector, TIMELINE_PATH } from "@dealflow/contract/timeline";
import type { Context } from "hono";
import * as z from "zod/mini";
import { type PageRequest, SOURCES } from "@/service/feed/feeds";
import type { FeedSource } from "@/service/feed/sources/source";
import { type CursorScope, readCursor } from "@/service/feed/tokens/cursor";
import { ApiError } from "./api-error";
import type { Env, Services } from "./context";

export interface CompanySelector {
  readonly by: Selector["param"];
  readonly value: string;
}

export function readTimelineRequest(c: Context<Env>) {
  const parsed = parseTimelineQuery(getSearchParams(c));
  if ("issues" in parsed) rejectInput(parsed.issues);
  const { include, ...selectors } = parsed.values;
  return { include, wanted: parseSelector(selectors) };
}

export function readBatchRequest(c: Context<Env>, body: string): TimelineBatch {
  const [unexpected] = getSearchParams(c).keys();
  if (unexpected !== undefined)
    throw new ApiError(
      "INVALID_INPUT",
      `${quote(unexpected)} is not a parameter of POST ${TIMELINE_PATH}; pass it in the body`,
    );
  const encoding = c.req.header("Content-Encoding");
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    throw new ApiError("INVALID_INPUT", `the body is encoded as ${quote(encoding)}; send it uncompressed`);
  const read = parseTimelineBatch(requireJson(body));
  if ("issues" in read) rejectInput(read.issues);
  return read;
}

/** Returns the one given selector; the schemas allow exactly one. */
export function parseSelector(
  selectors: Readonly<Partial<Record<Selector["param"], string | undefined>>>,
): CompanySelector {
  for (const { param } of SELECTORS) {
    const value = selectors[param];
    if (value !== undefined) return { by: param, value };
  }
  throw new Error("a request without a selector passed its schema");
}

export interface FeedRequest {
  readonly page: PageRequest;
  /** The part of the query that is free to know. */
  readonly free: FreeQuery;
  readonly scope: CursorScope;
}

/** Throws `INVALID_INPUT`, also for a cursor of another query. */
export function readFeedRequest(
  services: Services,
  name: FeedName,
  c: Context<Env>,
  search = getSearchParams(c),
): FeedRequest {
  const parsed = parseFeedQuery(FEEDS[name], search, getListReader);
  const request = createFeedRequest(services, name, parsed, c.get("caller").workspaceId);
  c.set("filters", request.scope.filters);
  return request;
}

/** Does the same for a query that was read before. */
export function createFeedRequest(
  { secret }: Services,
  name: FeedName,
  { query: given, canonical, paging, issues }: FeedQuery,
  workspaceId: string,
): FeedRequest {
  if (issues.length > 0) rejectInput(issues);
  const source: FeedSource = SOURCES[name];
  const { cursor, limit, includeTotal = false } = paging;
  // A cursor is bound to the filters as they were written, so a relative date does not end a walk at midnight.
  const scope = { feed: source.feed, filters: canonical.text, workspaceId };
  const { query, text: filters } = canonical.isRelative ? canonicalizeQuery(source.feed, given, new Date()) : canonical;
  const position = cursor === undefined ? undefined : readCursor(scope, cursor, secret);
  if (position !== undefined && "message" in position) throw new ApiError("INVALID_INPUT", position.message);
  let free: FreeQuery | undefined;
  return {
    page: { source, query, filters, position, limit, includeTotal },
    // Programs pay for every record, and nothing is free to them.
    get free() {
      free ??= toFreeQuery(name, query);
      return free;
    },
    scope,
  };
}

/** Requests rows of a feed's list, from any place and in any order (`FEED_ORDERS`). */
export interface ListRequest {
  readonly feed: FeedName;
  readonly request: FeedRequest;
  readonly offset: number;
  /** Without any, the list is in the order of the query. */
  readonly keys: readonly RowSort[];
}

const NO_KEYS: readonly RowSort[] = [];

/** A place in a list is a whole number, so it has no more digits than the number of records. */
const PLACE = /^\d{1,9}$/;

/** Reads the query, the order and the place of a list; throws `INVALID_INPUT`. */
export function readListRequest(services: Services, c: Context<Env>): ListRequest {
  const feed = getFeedParameter(c);
  const search = getSearchParams(c);
  const [offset, order] = [search.get(OFFSET_PARAMETER) ?? "0", search.get(ORDER_PARAMETER) ?? ""];
  for (const name of [OFFSET_PARAMETER, ORDER_PARAMETER]) search.delete(name);
  if (!PLACE.test(offset))
    throw new ApiError("INVALID_INPUT", `${OFFSET_PARAMETER} must be a whole number from 0; got ${quote(offset)}`);
  const known = FEED_ORDERS[feed];
  const chosen = readOrder((id) => Object.hasOwn(known, id), order);
  if (chosen === undefined || writeOrder(chosen) !== order)
    throw new ApiError(
      "INVALID_INPUT",
      `${ORDER_PARAMETER} must name ${Object.keys(known).join(", ")}, such as ${Object.keys(known)[0]}.descending; got ${quote(order)}`,
    );
  const request = readFeedRequest(services, feed, c, search);
  const { sort } = request.page.query;
  const own = sort === undefined ? LIST_ORDERS[feed] : undefined;
  return { feed, request, offset: Number(offset), keys: order === "" ? (own ?? NO_KEYS) : orderKeys(chosen) };
}

/** Returns the feed in the path; throws a 404 when there is none of that name. */
export function getFeedParameter(c: Context<Env>): FeedName {
  const name = c.req.param("id") ?? "";
  const feed = FEED_NAMES.find((one) => one === name);
  if (feed === undefined) throw new ApiError("NOT_FOUND", `no feed has the name ${quote(name)}`);
  return feed;
}

export async function readBody(c: Context<Env>): Promise<string> {
  const bytes = await readBytes(c, MAX_BODY_BYTES);
  // Decoded all the same, a name would be another one than was meant.
  if (!isUtf8(bytes)) throw new ApiError("INVALID_INPUT", "the body is not UTF-8");
  return new TextDecoder().decode(bytes);
}

/** Reads the body of a request of unknown length, up to the limit. */
export async function readBytes(c: Context<Env>, most: number, what = "body"): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  c.set("readsBody", true);
  for await (const chunk of c.req.raw.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > most) throw new ApiError("PAYLOAD_TOO_LARGE", `the ${what} is larger than ${most} bytes`);
    chunks.push(chunk);
  }
  c.set("readsBody", false);
  return Buffer.concat(chunks);
}

/** Returns undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function requireJson(body: string): unknown {
  const json = parseJson(body);
  if (json === undefined) throw new ApiError("INVALID_INPUT", "the body is not valid JSON");
  return json;
}

/** Reads a body by the schema of its endpoint. */
export function parseBodyText<S extends z.core.$ZodType>(
  body: string,
  { request }: { readonly request: S },
): z.output<S> {
  const result = z.safeParse(request, requireJson(body));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join(".") || "the body";
  throw new ApiError("INVALID_INPUT", `${field}: ${issue?.message ?? "cannot be read"}`);
}

export function getSearchParams(c: Context<Env>): URLSearchParams {
  const mark = c.req.url.indexOf("?");
  return new URLSearchParams(mark === -1 ? "" : c.req.url.slice(mark + 1));
}

/** A message names at most this many issues. */
const NAMED = 5;

/** Throws `INVALID_INPUT`. */
export function rejectInput(issues: readonly Issue[]): never {
  const more = issues.length - NAMED;
  const messages = issues.slice(0, NAMED).map((issue) => issue.message);
  throw new ApiError("INVALID_INPUT", [...messages, ...(more > 0 ? [`and ${more} more`] : [])].join("; "));
}

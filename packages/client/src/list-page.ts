/** Reads the API's envelopes tolerantly: missing fields are left out, unknown ones pass through. */
import type { FeedName } from "@dealflow/contract/feeds";
import { isObject } from "@dealflow/contract/query/syntax";
import { type FeedRecord, readRecord } from "./records";
import { number, text } from "./tolerant-reader";

export interface ListPage<F extends FeedName = FeedName> {
  readonly records: readonly FeedRecord<F>[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
  /** The flag is true when the host reports more but sends no cursor, so that paging cannot continue. */
  readonly moreWithoutCursor?: true;
  readonly total?: number;
  readonly creditsUsed: number | null;
  readonly creditsRemaining: number | null;
}

/** Returns undefined when it is not a list response of the API. */
export function readListPage<F extends FeedName>(feed: F, response: unknown): ListPage<F> | undefined {
  if (!isObject(response) || response.success === false || !Array.isArray(response.data)) return undefined;
  const pagination = isObject(response.pagination) ? response.pagination : {};
  const meta = isObject(response.meta) ? response.meta : {};
  const nextCursor = text(pagination.nextCursor) || null;
  const total = number(pagination.total);
  return {
    records: response.data.map((item) => readRecord(feed, item)).filter((record) => record !== null),
    // Without a cursor paging cannot continue, even when the flag says that there is more.
    hasMore: nextCursor !== null && pagination.hasMore !== false,
    nextCursor,
    ...(nextCursor === null && pagination.hasMore === true ? { moreWithoutCursor: true } : {}),
    ...(total === null ? {} : { total }),
    creditsUsed: number(meta.creditsUsed),
    creditsRemaining: number(meta.creditsRemaining),
  };
}

export interface ErrorResponse {
  readonly code: string;
  readonly message: string;
  readonly requestId?: string;
}

/** Returns undefined when it is not an error envelope. */
export function readErrorResponse(response: unknown): ErrorResponse | undefined {
  if (!isObject(response) || !isObject(response.error)) return undefined;
  const code = text(response.error.code);
  if (code === null) return undefined;
  const requestId = isObject(response.meta) ? text(response.meta.requestId) : null;
  return { code, message: text(response.error.message) ?? code, ...(requestId === null ? {} : { requestId }) };
}

/** Returns undefined when the text is not JSON. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

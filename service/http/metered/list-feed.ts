/**
 * Serves pages of a feed: validates the request, reads the page, charges for it, responds with the purchased records.
 */

import type { FeedName } from "@dealflow/contract/feeds";
import { type Page, SnapshotExpiredError } from "@/service/feed/feeds";
import { countFreeMatches } from "@/service/feed/free-page";
import { getPurchaseScope } from "@/service/feed/purchases/purchased";
import type { Row } from "@/service/feed/sources/source";
import { writeCursor } from "@/service/feed/tokens/cursor";
import { ApiError } from "../api-error";
import type { Services } from "../context";
import { type FeedRequest, readFeedRequest } from "../read-request";
import type { Read } from "./metered";
import type { Payment } from "./payment";

export function listFeed(services: Services, name: FeedName): Read {
  return (c) => {
    const request = readFeedRequest(services, name, c);
    return async (payment) => {
      const { records, encoded, pagination, meta } = await buyPage(services, request, payment);
      const [start, end] = [
        '{"success":true,"data":[',
        `],"pagination":${JSON.stringify(pagination)},"meta":${JSON.stringify(meta)}}`,
      ];
      if (encoded === undefined) return { body: `${start}${records.join(",")}${end}` };
      return { body: Buffer.concat([Buffer.from(start), encoded, Buffer.from(end)]) };
    };
  };
}

/** @param servable how many of the rows, from the first, may be served at most; all of them by default */
export async function buyPage(
  services: Services,
  feedRequest: FeedRequest,
  payment: Payment,
  servable: (rows: readonly Row[]) => number = (rows) => rows.length,
) {
  const { feeds, secret } = services;
  const hidden = payment.isPersonal && !feedRequest.free.exact;
  const { source } = feedRequest.page;
  const { endpoint } = source.feed;
  const { table } = source;
  await payment.expectCredits(endpoint);
  if (hidden) await payment.expectRoom(feedRequest.page.limit);
  // A page of owned records is free, so only previews say what follows it, and how much.
  const concealing = payment.paysOnce && hidden;
  const request = {
    ...feedRequest.page,
    includeTotal: feedRequest.page.includeTotal && !concealing,
    isAbandoned: payment.isCancelled,
  };
  let page = await withSnapshotErrors(feeds.getPage(request));
  const bill = () => {
    const records = servable(page.rows);
    const items = () => page.rows.slice(0, records).map((row) => ({ kind: table, id: source.getPosition(row).id }));
    return { records, items, feed: table, version: page.version };
  };
  let charged = await payment.pay(endpoint, bill());
  if (page.version !== undefined && page.version !== charged.version) {
    // The feed changed since the page was cached, so nothing was charged for it.
    page = await withSnapshotErrors(feeds.readPage(request));
    charged = await payment.pay(endpoint, { ...bill(), version: undefined });
  }
  const served = page.rows.slice(0, charged.records);
  if (concealing) page = await conceal(services, feedRequest, page);
  return {
    /** These are JSON texts. */
    records: served.map(([record]) => record),
    /** A page from memory has its records here too, separated by commas and in UTF-8. */
    encoded: page.version !== undefined && served.length === page.rows.length ? encodeRows(page.rows) : undefined,
    pagination: getPagination(feedRequest, page, served, secret),
    meta: { endpoint, creditsUsed: charged.credits, creditsRemaining: charged.balance },
    /** The connection of an MCP client may still use this many credits today. */
    allowance: charged.allowance,
  };
}

/** Keeps the bytes of pages while these are in memory: joined and encoded for each response, they took a fifth of its time. */
const encodedRows = new WeakMap<readonly Row[], Buffer>();

function encodeRows(rows: readonly Row[]): Buffer {
  const encoded = encodedRows.get(rows) ?? Buffer.from(rows.map(([record]) => record).join(","));
  encodedRows.set(rows, encoded);
  return encoded;
}

/** After a full page there may always be more, which the next purchase finds out; the total is that of free pages. */
async function conceal(
  { feeds, payOnceDays }: Services,
  { page: request, free, scope: { workspaceId } }: FeedRequest,
  page: Page,
): Promise<Page> {
  const purchases = getPurchaseScope(workspaceId, payOnceDays);
  const counted = request.includeTotal ? countFreeMatches(feeds, request, free, purchases) : undefined;
  // The page is paid for, so it is served without a total that cannot be counted now.
  const total = await counted?.catch(() => undefined);
  return { ...page, hasMore: page.rows.length === request.limit, total };
}

/** @param served the rows of the page that are returned, from the first */
export function getPagination(
  { page: { source, query, position }, scope }: FeedRequest,
  page: Page,
  served: readonly Row[],
  secret: string,
): { readonly hasMore: boolean; readonly nextCursor: string | null; readonly total?: number } {
  const hasMore = page.hasMore || served.length < page.rows.length;
  const last = served.at(-1);
  // The cursor points to the last served record; without one, to the reader's position.
  const endPosition = last === undefined ? (position ?? source.getStart(query)) : source.getPosition(last);
  const hasNextPage = hasMore || source.getStart(query) !== undefined;
  return {
    hasMore,
    nextCursor: hasNextPage && endPosition !== undefined ? writeCursor(scope, endPosition, secret) : null,
    ...(page.total === undefined ? {} : { total: page.total }),
  };
}

export async function withSnapshotErrors(page: Promise<Page>): Promise<Page> {
  try {
    return await page;
  } catch (error) {
    if (!(error instanceof SnapshotExpiredError)) throw error;
    throw new ApiError(
      "INVALID_INPUT",
      "cursor has expired: the two latest prominence rankings are kept; start again from the first page",
    );
  }
}

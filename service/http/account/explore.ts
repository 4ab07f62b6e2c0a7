/**
 * GET /account/v1/explore/:id: a page of a feed for free, in its order and by its cursors. Records that the workspace has
 * purchased are complete; the others are previews.
 */

import { parseFeedQuery } from "@dealflow/contract/feed-query";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { getListReader } from "@dealflow/contract/list-readers";
import { quote } from "@dealflow/contract/quote";
import type { Context, Handler } from "hono";
import type { Page } from "@/service/feed/feeds";
import { readFreePage } from "@/service/feed/free-page";
import { previewOf } from "@/service/feed/preview";
import { readMetrics } from "@/service/feed/preview-metrics";
import { type Purchases, purchasesSince, readPurchases } from "@/service/feed/purchased";
import { createReferences } from "@/service/feed/reference";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { type FeedRequest, getPagination, readFeedRequest, withSnapshotErrors } from "../list-feed";
import { getSearchParams } from "../read-request";

export function exploreHandler(services: Services): Handler<Env> {
  const { secret } = services;
  const references = createReferences(secret);
  return async (c) => {
    requireFreeRows(services, c);
    const feed = getFeedParameter(c);
    const { workspaceId } = c.get("caller");
    const parsed = parseFeedQuery(FEEDS[feed], getSearchParams(c), getListReader);
    const request = readFeedRequest(services, feed, parsed, workspaceId);
    const { page, records, purchasedAt } = await readPageAndPurchases(services, request, workspaceId);
    const unowned = records.map(idOf).filter((id) => !purchasedAt.has(id));
    const metrics = feed === "companies" ? await readMetrics(services.pools.fixed, unowned) : undefined;
    const rows = page.rows.map(([text], index) => {
      const record = records[index];
      const id = idOf(record);
      const at = purchasedAt.get(id);
      if (at !== undefined) return `{"record":${text},"purchasedAt":"${at}"}`;
      const reference = references.write({ feed, workspaceId }, id);
      return `{"preview":${JSON.stringify({ reference, ...previewOf(feed, record), ...metrics?.get(id) })}}`;
    });
    const pagination = JSON.stringify(getPagination(request, page, page.rows, secret));
    return c.body(`{"rows":[${rows}],"pagination":${pagination}}`, 200, { "Content-Type": "application/json" });
  };
}

/** Where rows are not free, their endpoints do not exist. */
export function requireFreeRows({ freeExplore }: Services, c: Context<Env>): void {
  if (freeExplore !== "rows") throw new ApiError("NOT_FOUND", `no endpoint at ${c.req.path.slice(0, 100)}`);
}

/** The feed in the path; 404 when there is none of that name. */
export function getFeedParameter(c: Context<Env>): FeedName {
  const name = c.req.param("id") ?? "";
  if (!isFeedName(name)) throw new ApiError("NOT_FOUND", `no feed has the name ${quote(name)}`);
  return name;
}

function isFeedName(name: string): name is FeedName {
  return Object.hasOwn(FEEDS, name);
}

interface ReadPage extends Purchases {
  readonly page: Page;
  /** Parsed, in the order of the page. */
  readonly records: readonly unknown[];
}

export async function readPageAndPurchases(
  { feeds, payOnceDays, pools }: Services,
  { page: request, free }: FeedRequest,
  workspaceId: string,
): Promise<ReadPage> {
  const { table } = request.source;
  const since = purchasesSince(payOnceDays, new Date());
  const complete = async (page: Page): Promise<ReadPage> => {
    const records: unknown[] = page.rows.map(([text]) => JSON.parse(text));
    const purchases = await readPurchases(pools.fixed, workspaceId, table, records.map(idOf), since);
    feeds.recordVersion(table, purchases.version);
    return { page, records, ...purchases };
  };
  const read = await complete(await withSnapshotErrors(readFreePage(feeds, request, free, { workspaceId, since })));
  // The feed has changed since the page was cached.
  if (read.page.version !== undefined && read.page.version !== read.version)
    return complete(await withSnapshotErrors(feeds.readPage(request)));
  return read;
}

export function idOf(record: unknown): string {
  if (typeof record === "object" && record !== null && "id" in record) return String(record.id);
  throw new Error("a record without an id is stored");
}

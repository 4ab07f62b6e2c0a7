/**
 * Serves a page of a feed for free, in any order and from any place (GET /account/v1/explore/:id). Records that the
 * workspace has purchased are complete; the others are previews. Where there are no previews (`FREE_EXPLORE`), the rows
 * end before the first record that is not purchased, and the page behind them has a price.
 */

import type { ExplorePageResponse, ExploreRow } from "@dealflow/contract/account/explore";
import { LIST_ORDERS } from "@dealflow/contract/account/feed-orders";
import { OFFSET_PARAMETER } from "@dealflow/contract/account/free-explore";
import { CURSOR_PARAMETER, LIMIT } from "@dealflow/contract/feeds";
import { VIEW_HEADER, VIEW_LENGTH } from "@dealflow/contract/headers";
import { canonicalizeQuery } from "@dealflow/contract/query/feed-query";
import type { Context, Handler } from "hono";
import { readSessionUse } from "@/service/credits/budgets";
import type { Page, ReadRecord } from "@/service/feed/feeds";
import { readFreePage } from "@/service/feed/free-page";
import { toPreciseRecords } from "@/service/feed/precise-record";
import { redactRecord } from "@/service/feed/preview";
import { KNOWN_READERS } from "@/service/feed/purchases/known";
import { getPurchaseScope, readPurchases } from "@/service/feed/purchases/purchased";
import { createReferences } from "@/service/feed/tokens/reference";
import { getPagination, withSnapshotErrors } from "@/service/http/metered/list-feed";
import type { ListOrder } from "@/service/summaries/summaries";
import { ApiError } from "../../api-error";
import type { Env, Services } from "../../context";
import { type FeedRequest, type ListRequest, readListRequest } from "../../read-request";

export function exploreHandler(services: Services): Handler<Env> {
  const writeRows = createRowWriter(services);
  return async (c) => {
    const list = readListRequest(services, c);
    if (services.freeExplore !== "rows") {
      const cursor = c.req.query(CURSOR_PARAMETER) ?? null;
      const used = cursor === null ? await readCreditsInView(services, c) : {};
      return respond(c, { ...(await readOwnedStart(services, list.request, cursor)), ...used });
    }
    const [{ records, pagination }, used] = await Promise.all([
      isFirst(services, list) ? readFirstRows(services, list) : readList(services, list, "all"),
      list.offset === 0 ? readCreditsInView(services, c) : {},
    ]);
    return respond(c, { rows: await writeRows(list, records), pagination, ...used });
  };
}

/** Reads the records of a list from a place in it. Throws `INVALID_INPUT`. */
async function readList(
  { feeds, payOnceDays, summaries }: Services,
  { feed, request, offset, keys }: ListRequest,
  rows: ListOrder["rows"],
) {
  const { source, query, position, limit } = request.page;
  if (position !== undefined)
    throw new ApiError(
      "INVALID_INPUT",
      `cursor does not apply to this list; its pages begin at an ${OFFSET_PARAMETER}`,
    );
  const purchases = getPurchaseScope(request.scope.workspaceId, payOnceDays);
  const { total, ids, isOutdated } = await summaries.list(feed, query, { rows, keys, start: offset, limit }, purchases);
  const records = await feeds.readRecords(source, ids, purchases);
  const pagination = { hasMore: offset + limit < total, nextCursor: null, total, offset };
  return { records, pagination: isOutdated ? { ...pagination, outdated: true } : pagination };
}

/** These rows are read as the public API reads them, while the columns of the feed are not in memory. */
const FIRST_ROWS = 200;

function isFirst({ summaries }: Services, { feed, request: { page }, offset, keys }: ListRequest): boolean {
  const hasOrder = keys.length === 0 || (feed === "companies" && keys === LIST_ORDERS.companies);
  const isStart = hasOrder && page.position === undefined && offset + page.limit <= FIRST_ROWS;
  return isStart && !summaries.isLoaded(feed);
}

async function readFirstRows(services: Services, { request, offset, keys }: ListRequest): ReturnType<typeof readList> {
  const { page: requested, free, scope } = request;
  // The public API has the dashboard's order of companies by a parameter.
  const query = keys.length === 0 ? requested.query : { ...requested.query, sort: "prominence" };
  const filters = canonicalizeQuery(requested.source.feed, query).text;
  const wanted = { ...requested, query, filters, limit: offset + requested.limit, includeTotal: true };
  const read = await readPageAndPurchases(services, { page: wanted, free, scope });
  const found = read.page.rows.map(([record], index) => ({ id: readId(read.records[index]), record })).slice(offset);
  const precise = await toPreciseRecords(services.feeds, requested.source, found);
  const records = precise.map((one) => ({ ...one, purchasedAt: read.purchasedAt.get(one.id) }));
  const { hasMore, total = 0 } = read.page;
  return { records, pagination: { hasMore, nextCursor: null, total, offset } };
}

/** Serves a page of the records that the workspace has purchased (GET /account/v1/purchased/:id), in any order. */
export function listPurchasedHandler(services: Services): Handler<Env> {
  const writeRows = createRowWriter(services);
  return async (c) => {
    const list = readListRequest(services, c);
    const { records, pagination } = await readList(services, list, "purchased");
    const purchased = records.filter(({ purchasedAt }) => purchasedAt !== undefined);
    return respond(c, { rows: await writeRows(list, purchased), pagination });
  };
}

/** Writes purchased records as complete rows, and previews of the others. */
function createRowWriter({ payOnceDays, pools, secret }: Services) {
  const references = createReferences(secret);
  return async ({ feed, request }: ListRequest, records: readonly ReadRecord[]): Promise<string[]> => {
    const { workspaceId } = request.scope;
    const known = await KNOWN_READERS[feed]?.(
      pools.primary.fixed,
      getPurchaseScope(workspaceId, payOnceDays),
      records.map(({ id }) => id),
    );
    return records.map(({ id, record, purchasedAt }) => {
      const { named, ...rounds } = known?.get(id) ?? {};
      if (purchasedAt !== undefined) return ownedRow(id, record, purchasedAt, rounds);
      const key = references.write({ feed, workspaceId }, id);
      const preview = redactRecord(feed, JSON.parse(record), key);
      return JSON.stringify({ key, ...preview, record: { ...preview.record, ...named }, purchasedAt: "", ...rounds });
    });
  };
}

/** Rows are JSON texts. */
type Explored = Pick<ExplorePageResponse, "pagination" | "next" | "creditsInView"> & {
  readonly rows: readonly string[];
};

/** Reads the credits that this session used in the view that the request names. */
async function readCreditsInView({ pools }: Services, c: Context<Env>): Promise<Pick<Explored, "creditsInView">> {
  const view = c.req.header(VIEW_HEADER)?.slice(0, VIEW_LENGTH);
  if (!view) return {};
  return { creditsInView: await readSessionUse(pools.main, c.get("viewer").sessionId, new Date(), view) };
}

function respond(c: Context<Env>, { rows, ...rest }: Explored): Response {
  const parts = Object.entries(rest).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return c.body(`{${[`"rows":[${rows}]`, ...parts]}}`, 200, { "Content-Type": "application/json" });
}

/**
 * @param record its JSON text
 * @param others other fields of the row
 */
export function ownedRow(
  id: string,
  record: string,
  purchasedAt: string,
  others: Pick<ExploreRow, "reference" | "ownedRounds" | "formerNames"> = {},
): string {
  const more = Object.entries(others).map(([name, value]) => `,"${name}":${JSON.stringify(value)}`);
  return `{"key":"${id}","record":${record},"purchasedAt":"${purchasedAt}"${more.join("")}}`;
}

/**
 * Reads the rows of a page before the first one that is not owned. A query that hides what it matches lists the owned
 * matches, and the page that can be bought begins at the first row.
 */
async function readOwnedStart(
  services: Services,
  { page: requested, free, scope }: FeedRequest,
  cursor: string | null,
): Promise<Explored> {
  const includeTotal = services.freeExplore === "counts" && requested.includeTotal;
  const request = { page: { ...requested, includeTotal }, free, scope };
  const { page, records, purchasedAt } = await readPageAndPurchases(services, request);
  const firstUnowned = records.findIndex((record) => !purchasedAt.has(readId(record)));
  const served = firstUnowned === -1 ? page.rows : page.rows.slice(0, firstUnowned);
  const owned = served.map(([record], index) => ({ id: readId(records[index]), record }));
  const precise = await toPreciseRecords(services.feeds, requested.source, owned);
  const rows = precise.map(({ id, record }) => ownedRow(id, record, purchasedAt.get(id) ?? ""));
  const { nextCursor, hasMore, ...total } = getPagination(request, page, served, services.secret);
  if (firstUnowned === -1 && hasMore) return { rows, pagination: { hasMore, nextCursor, ...total } };
  const isWhole = firstUnowned === -1 && free.exact;
  const start = free.exact ? (served.length === 0 ? cursor : nextCursor) : null;
  return {
    rows,
    pagination: { hasMore: false, nextCursor: null, ...total },
    ...(isWhole ? {} : { next: { cursor: start, limit: LIMIT.default } }),
  };
}

/** Reads a page, its records as parsed, and which of them the workspace has purchased. */
export async function readPageAndPurchases(
  { feeds, payOnceDays, pools }: Services,
  { page: request, free, scope }: FeedRequest,
) {
  const { table } = request.source;
  const purchased = getPurchaseScope(scope.workspaceId, payOnceDays);
  const complete = async (page: Page) => {
    const records: unknown[] = page.rows.map(([text]) => JSON.parse(text));
    const purchases = await readPurchases(pools.primary.fixed, purchased, table, records.map(readId));
    feeds.recordVersion(table, purchases.version);
    return { page, records, ...purchases };
  };
  const page = free.exact ? feeds.getPage(request) : readFreePage(feeds, request, free, purchased);
  const read = await complete(await withSnapshotErrors(page));
  // The feed has changed since the page was cached.
  if (read.page.version !== undefined && read.page.version !== read.version)
    return complete(await withSnapshotErrors(feeds.readPage(request)));
  return read;
}

export function readId(record: unknown): string {
  if (typeof record === "object" && record !== null && "id" in record) return String(record.id);
  throw new Error("a record without an id is stored");
}

/** Reads the pages and totals of the feeds, or takes them from memory while the feed has not changed. */

import { FEED_NAMES, type FeedName } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import type { CursorPosition } from "@dealflow/contract/query/cursor";
import { createCache, textBytes } from "@/lib/cache/bounded-cache";
import { queryUnlessAbandoned } from "@/service/store/pools/bounded-pool";
import type { Pools, ReadingPools } from "@/service/store/pools/pools";
import type { Statistics } from "./estimate";
import { planPage } from "./page-plan";
import { preciseRecord } from "./precise-record";
import { countUnpaidStatement, type PurchaseScope, purchasedSource, unpurchasedSource } from "./purchases/purchased";
import { parseRankKey, readGenerations } from "./ranking";
import { getConditions } from "./sources/clauses";
import { COMPANY_SOURCE, INVESTOR_SOURCE } from "./sources/directory-sources";
import { ACQUISITION_SOURCE, EXEC_MOVE_SOURCE, FUNDING_SOURCE } from "./sources/event-sources";
import type { FeedSource, Row, SelectQuery, Statement } from "./sources/source";
import { totalStatement } from "./totals";

export const SOURCES = {
  funding: FUNDING_SOURCE,
  acquisitions: ACQUISITION_SOURCE,
  execMoves: EXEC_MOVE_SOURCE,
  companies: COMPANY_SOURCE,
  investors: INVESTOR_SOURCE,
} as const satisfies Record<FeedName, FeedSource>;

interface CountRequest {
  readonly source: FeedSource;
  readonly query: AnyQuery;
  /** Returns true when nobody waits for the page any more. */
  readonly isAbandoned?: (() => boolean) | undefined;
}

export interface UncachedRequest extends CountRequest {
  readonly position: CursorPosition | undefined;
  readonly limit: number;
  readonly includeTotal: boolean;
}

export interface PageRequest extends UncachedRequest {
  /** The canonical text of the query identifies its pages. */
  readonly filters: string;
}

/** A page also tells whether the feed has more after it. */
export interface Page {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  /** The total counts the matches over all pages, when requested. */
  readonly total: number | undefined;
  /** The page is valid for this version of the feed; undefined when it was read just now. */
  readonly version: number | undefined;
}

/** The ranking snapshot of a cursor has been deleted. */
export class SnapshotExpiredError extends Error {
  override readonly name = "SnapshotExpiredError";
}

export interface ReadRecord {
  readonly id: string;
  /** The record is a JSON text. */
  readonly record: string;
  /** The ISO timestamp of its purchase; undefined when it is not purchased. */
  readonly purchasedAt: string | undefined;
}

export type Feeds = ReturnType<typeof createFeeds>;

const CACHE_BYTES = 31 * 1024 * 1024;
/** About 1,000 keys take this, as many as there are pages in memory. */
const REQUESTED_BYTES = 256 * 1024;
/** A page and a row take these bytes besides the text of the records. */
const PAGE_BYTES = 200;
const ROW_BYTES = 80;

/** Counts the matches of a query in memory; undefined where only the database can. */
export interface TotalCounter {
  countTotal(feed: FeedName, query: AnyQuery): Promise<number | undefined>;
  /** Throws `RequestRefused` while a total would wait for too long. */
  requireRoom(): void;
}

const NO_COUNTER: TotalCounter = { countTotal: async () => undefined, requireRoom: () => undefined };

/** @param cachePages false when reading from a replica, which may lag behind the versions */
export function createFeeds(
  pools: Pools,
  statistics: Statistics,
  cachePages: boolean,
  counter: TotalCounter = NO_COUNTER,
) {
  const cache = createCache<Page>({ name: "pages of feeds", maxBytes: CACHE_BYTES, measureBytes: pageBytes });
  // A page is kept when it is requested again soon, so that a program that reads a whole feed displaces no page of others.
  const requested = createCache<true>({ name: "requested pages", maxBytes: REQUESTED_BYTES, measureBytes: () => 0 });
  const versions = new Map<string, number>();

  async function readPage(request: PageRequest): Promise<Page> {
    // The rows are of no use without their total.
    if (request.includeTotal) {
      pools.totals.requireRoom();
      counter.requireRoom();
    }
    // The version is read first: the page may be newer than it, never older.
    const version = versions.get(request.source.table);
    const [{ rows, hasMore }, total] = await Promise.all([
      readRows(pools, statistics, request),
      request.includeTotal ? getTotal(request) : undefined,
    ]);
    if (cachePages && version !== undefined && dependsOnlyOnFeed(request.source, request.query)) {
      const key = cacheKey(request);
      if (requested.has(key)) cache.set(key, { rows, hasMore, total, version });
      else requested.set(key, true);
    }
    return { rows, hasMore, total, version: undefined };
  }

  async function getTotal(request: CountRequest): Promise<number> {
    const feed = FEED_NAMES.find((name) => SOURCES[name] === request.source);
    const counted = feed === undefined ? undefined : await counter.countTotal(feed, request.query);
    return counted ?? readTotal(pools, request);
  }

  return {
    /** Returns a page from the cache, whose version must be checked when charging; else reads it. */
    getPage: (request: PageRequest): Promise<Page> => {
      const cached = cache.get(cacheKey(request));
      const currentVersion = versions.get(request.source.table);
      return cached !== undefined && cached.version === currentVersion ? Promise.resolve(cached) : readPage(request);
    },
    /** Always reads the page from the database. Throws `SnapshotExpiredError`. */
    readPage,
    /**
     * Reads records for the dashboard in the order of their ids, without those that were deleted.
     * @param purchases tells when each was purchased
     */
    readRecords: async (
      { table }: FeedSource,
      ids: readonly string[],
      purchases?: PurchaseScope,
    ): Promise<readonly ReadRecord[]> => {
      const { fixed } = purchases === undefined ? pools : pools.primary;
      const { rows } = await fixed.query<{ id: string; record: string; at: Date | null }>({
        name: `list-${table}`,
        text: `select r.id, ${preciseRecord(table, "r")} as record, p.at
          from unnest($1::uuid[]) with ordinality as listed (id, position)
          join ${table} r on r.id = listed.id
          left join purchased_records p on p.workspace_id = $2 and p.kind = $3 and p.record_id = r.id
            and ($4::timestamptz is null or p.at > $4)
          order by listed.position`,
        values: [ids, purchases?.workspaceId, table, purchases?.since],
      });
      return rows.map(({ id, record, at }) => ({ id, record, purchasedAt: at?.toISOString() }));
    },
    /** Reads a page of a workspace's purchases. Throws `SnapshotExpiredError`. */
    readPurchasedPage: async (request: UncachedRequest, purchases: PurchaseScope): Promise<Page> => {
      const own = { ...request, source: purchasedSource(request.source, purchases) };
      const [{ rows, hasMore }, total] = await Promise.all([
        readRows(pools.primary, statistics, own),
        own.includeTotal ? readTotal(pools.primary, own) : undefined,
      ]);
      return { rows, hasMore, total, version: undefined };
    },
    /** Reads a page of records that a workspace has not purchased, without a total. Throws `SnapshotExpiredError`. */
    readUnpurchasedPage: async (request: UncachedRequest, purchases: PurchaseScope): Promise<Page> => {
      const { rows, hasMore } = await readRows(pools.primary, statistics, {
        ...request,
        source: unpurchasedSource(request.source, purchases),
      });
      return { rows, hasMore, total: undefined, version: undefined };
    },
    /**
     * Counts the matches over all pages.
     * @param purchases restricts the count to purchased records
     */
    countMatches: (request: CountRequest, purchases?: PurchaseScope) =>
      purchases === undefined
        ? getTotal(request)
        : readTotal(pools.primary, { ...request, source: purchasedSource(request.source, purchases) }),
    /**
     * Counts up to `most` following records, and those among them that are not purchased.
     * @param unpurchasedQuery selects the records that were not purchased, instead of the request's query
     */
    countUnpaid: async (
      { source, query, position }: UncachedRequest,
      purchases: PurchaseScope,
      most: number,
      unpurchasedQuery?: AnyQuery,
    ) => {
      const generation = await getGeneration(pools.primary, source, query, position);
      const selectFrom = (from: FeedSource, by: AnyQuery) => from.buildQuery(by, position, generation);
      const { text, values } = countUnpaidStatement(
        unpurchasedQuery === undefined
          ? [selectFrom(source, query)]
          : [
              selectFrom(purchasedSource(source, purchases), query),
              selectFrom(unpurchasedSource(source, purchases), unpurchasedQuery),
            ],
        purchases,
        most,
      );
      const { rows } = await pools.primary.totals.query<{ records: number; newRecords: number; found: number }>({
        text,
        values: [...values],
      });
      const { records, newRecords, found } = rows[0] ?? { records: 0, newRecords: 0, found: 0 };
      return { records, newRecords, hasMore: found > records };
    },
    /** Records a version that a table has had. */
    recordVersion: (table: string, version: number): void =>
      void versions.set(table, Math.max(version, versions.get(table) ?? 0)),
  };
}

/**
 * Tells whether the matches of a query change only with the version of its feed. Which company or person the events of a domain
 * or an id are of changes without it: a merge, its undo and a new domain do not change these events.
 */
export function dependsOnlyOnFeed(source: FeedSource, { companyId, domain, personId }: AnyQuery): boolean {
  const isDirectory = source === COMPANY_SOURCE || source === INVESTOR_SOURCE;
  return isDirectory || (companyId ?? domain ?? personId) === undefined;
}

/** A page that is served from memory is kept as bytes too, of which a text has about one for each character. */
function pageBytes({ rows }: Page): number {
  return rows.reduce((sum, [record]) => sum + textBytes(record) + record.length + ROW_BYTES, PAGE_BYTES);
}

function cacheKey({ source, filters, position, limit, includeTotal }: PageRequest): string {
  // The cache hashes long keys, so what is not given takes no place.
  return `${source.table} ${limit}${includeTotal ? " total" : ""} ${position?.key ?? ""} ${position?.id ?? ""} ${filters}`;
}

async function readRows(
  pools: ReadingPools,
  statistics: Statistics,
  request: UncachedRequest,
): Promise<{ rows: Row[]; hasMore: boolean }> {
  const { source, query, position, limit, isAbandoned } = request;
  const ranked = source.isRanked(query);
  const generation = await getGeneration(pools, source, query, position);
  // One extra row shows whether there is a next page.
  const rowCount = limit + 1;
  const select = source.buildQuery(query, position, generation);
  const plan = planPage(select, rowCount, getConditions(source, query), statistics.of(source));
  let rows: Row[] = [];
  for (const statement of plan.stages) {
    // Only a constant text gets a name: a name keeps its plan on every connection.
    const name = plan.pool === "fixed" ? { name: statementName(select, statement) } : {};
    const text = { ...name, text: statement.text, values: [...statement.values], rowMode: "array" as const };
    const found = await queryUnlessAbandoned<[string | null, ...number[]]>(pools[plan.pool], text, isAbandoned);
    rows = found.rows.flatMap(([record, ...extra]): Row[] => (record === null ? [] : [[record, ...extra]]));
    if (rows.length >= rowCount || rows.length < found.rows.length) break;
  }
  // A snapshot that was deleted while the page was read would look like its end.
  if (ranked && rows.length < rowCount) await resolveGeneration(pools, generation);
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** Fixed statements of a table differ by order and by whether a position is given. */
function statementName({ table, order }: SelectQuery, { values }: Statement): string {
  return `page-${table}-${order.columns[0]}-${order.direction}-${values.length}`;
}

/** Returns the ranking snapshot to read; 0 for an order by time. */
async function getGeneration(
  pools: ReadingPools,
  source: FeedSource,
  query: AnyQuery,
  position: CursorPosition | undefined,
): Promise<number> {
  if (!source.isRanked(query)) return 0;
  return resolveGeneration(pools, position === undefined ? undefined : parseRankKey(position.key).generation);
}

/** Returns the requested ranking snapshot, else the latest. Throws `SnapshotExpiredError`. */
async function resolveGeneration(pools: ReadingPools, requestedGeneration: number | undefined): Promise<number> {
  const generations = await readGenerations(pools.fixed);
  const generation = requestedGeneration ?? generations[0];
  if (generation === undefined || !generations.includes(generation)) throw new SnapshotExpiredError();
  return generation;
}

async function readTotal(pools: ReadingPools, { source, query, isAbandoned }: CountRequest): Promise<number> {
  const { text, values } = totalStatement(source, query);
  const statement = { text, values: [...values] };
  const { rows } = await queryUnlessAbandoned<{ total: number }>(pools.totals, statement, isAbandoned);
  return rows[0]?.total ?? 0;
}

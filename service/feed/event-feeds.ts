/** Pages and totals of the event feeds: read, or kept in memory as long as nothing in the feed has changed. */
import { LRUCache } from "lru-cache";
import type { CursorPosition } from "@/lib/contract/cursor";
import { FEEDS } from "@/lib/contract/feeds";
import type { AnyQuery } from "@/lib/contract/filters";
import type { Pools } from "@/service/store/pools";
import type { Statistics } from "./estimate";
import { type EventTable, pagePlan, totalStatement } from "./event-sql";

export const EVENT_TABLES = {
  funding: { feed: FEEDS.funding, table: "funding_events", companyColumns: ["company_id"] },
  acquisitions: { feed: FEEDS.acquisitions, table: "acquisitions", companyColumns: ["acquirer_id", "target_id"] },
} as const satisfies Record<string, EventTable>;

export type EventFeedName = keyof typeof EVENT_TABLES;

/** What a page is asked by. */
export interface PageRequest {
  readonly source: EventTable;
  readonly query: AnyQuery;
  /** The query as `canonicalFilters` spells it. */
  readonly filters: string;
  readonly position: CursorPosition | undefined;
  readonly limit: number;
  readonly includeTotal: boolean;
}

/** One page, and whether the feed holds more behind it. */
export interface Page {
  /** JSON texts of the records. */
  readonly records: readonly string[];
  readonly hasMore: boolean;
  /** How many records match over all pages, when that was asked. */
  readonly total: number | undefined;
  /** The feed's version that the page is known to be the truth of; undefined when it was read just now. */
  readonly version: number | undefined;
}

export interface EventFeeds {
  /** A page from memory, which whoever charges for it must hold against the feed's version; else read. */
  page(request: PageRequest): Promise<Page>;
  /** A page read from the database in any case. */
  readPage(request: PageRequest): Promise<Page>;
  /** Takes note of the version that a table had at some moment up to now. */
  noteVersion(table: EventTable["table"], version: number): void;
}

/** Memory for pages, in characters of their records. */
const KEPT_CHARACTERS = 16 * 1024 * 1024;

/** @param keep whether pages may be kept: not when they are read from a replica, which may lag behind the versions */
export function openEventFeeds(pools: Pools, statistics: Statistics, keep: boolean): EventFeeds {
  const kept = new LRUCache<string, Page>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (page) => page.records.reduce((sum, record) => sum + record.length, 100),
  });
  const versions = new Map<string, number>();

  async function readPage(request: PageRequest): Promise<Page> {
    // Taken before reading: the page may be newer than this version, never older.
    const version = versions.get(request.source.table);
    const [{ records, hasMore }, total] = await Promise.all([
      readRecords(pools, statistics, request),
      request.includeTotal ? readTotal(pools, request) : undefined,
    ]);
    if (keep && version !== undefined && dependsOnFeedAlone(request.query))
      kept.set(keyOf(request), { records, hasMore, total, version });
    return { records, hasMore, total, version: undefined };
  }

  return {
    page: (request) => {
      const held = kept.get(keyOf(request));
      const known = versions.get(request.source.table);
      return held !== undefined && held.version === known ? Promise.resolve(held) : readPage(request);
    },
    readPage,
    noteVersion: (table, version) => void versions.set(table, Math.max(version, versions.get(table) ?? 0)),
  };
}

/** Which domains a company has is not part of the feed and does not raise its version. */
function dependsOnFeedAlone(query: AnyQuery): boolean {
  return query.domain === undefined;
}

function keyOf({ source, filters, position, limit, includeTotal }: PageRequest): string {
  return `${source.table} ${limit} ${includeTotal} ${position?.key} ${position?.id} ${filters}`;
}

async function readRecords(pools: Pools, statistics: Statistics, request: PageRequest) {
  const { source, query, position, limit } = request;
  // One row more than asked for tells whether there is a next page.
  const wanted = limit + 1;
  const plan = pagePlan(source, query, position, wanted, statistics.of(source.table));
  let records: string[] = [];
  for (const statement of plan.stages) {
    // Only a text that never changes is worth a name: a name keeps its plan on every connection.
    const name = plan.pool === "fixed" ? `page-${source.table}` : undefined;
    const { rows } = await pools[plan.pool].query<[string]>({
      ...(name === undefined ? {} : { name }),
      text: statement.text,
      values: [...statement.values],
      rowMode: "array",
    });
    records = rows.map(([record]) => record);
    if (records.length >= wanted) break;
  }
  return { records: records.slice(0, limit), hasMore: records.length > limit };
}

async function readTotal(pools: Pools, { source, query }: PageRequest): Promise<number> {
  const { text, values } = totalStatement(source, query);
  const { rows } = await pools.totals.query<{ total: number }>({ text, values: [...values] });
  return rows[0]?.total ?? 0;
}

/** The position of a record: what a cursor behind it holds. */
export function positionOf(record: string): CursorPosition {
  const parsed: { id: string; announcedAt: string } = JSON.parse(record);
  return { key: Date.parse(parsed.announcedAt), id: parsed.id };
}

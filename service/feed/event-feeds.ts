/** Pages and totals of the event feeds. */
import type { CursorPosition } from "@/lib/contract/cursor";
import { FEEDS } from "@/lib/contract/feeds";
import type { AnyQuery } from "@/lib/contract/filters";
import type { Pools } from "@/service/store/pools";
import { type EventTable, pagePlan, totalStatement } from "./event-sql";

export const EVENT_TABLES = {
  funding: { feed: FEEDS.funding, table: "funding_events", companyColumns: ["company_id"] },
  acquisitions: { feed: FEEDS.acquisitions, table: "acquisitions", companyColumns: ["acquirer_id", "target_id"] },
} as const satisfies Record<string, EventTable>;

export type EventFeedName = keyof typeof EVENT_TABLES;

/** Record texts of one page, and whether the feed holds more behind them. */
export interface Page {
  readonly records: readonly string[];
  readonly hasMore: boolean;
}

/** Reads up to `limit` records behind a position. */
export async function readPage(
  pools: Pools,
  source: EventTable,
  query: AnyQuery,
  position: CursorPosition | undefined,
  limit: number,
): Promise<Page> {
  // One row more than asked for tells whether there is a next page.
  const wanted = limit + 1;
  const plan = pagePlan(source, query, position, wanted);
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

/** How many records match, over all pages. */
export async function readTotal(pools: Pools, source: EventTable, query: AnyQuery): Promise<number> {
  const { text, values } = totalStatement(source, query);
  const { rows } = await pools.totals.query<{ total: number }>({ text, values: [...values] });
  return rows[0]?.total ?? 0;
}

/** The position of a record: what a cursor behind it holds. */
export function positionOf(record: string): CursorPosition {
  const parsed: { id: string; announcedAt: string } = JSON.parse(record);
  return { key: Date.parse(parsed.announcedAt), id: parsed.id };
}

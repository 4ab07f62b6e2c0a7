/**
 * Estimates how many events a query matches, from the statistics that PostgreSQL collects anyway (`pg_stats`, refreshed
 * by its autovacuum). The estimate decides between two complete plans for a page, never what the page contains.
 */
import type pg from "pg";
import type { FeedSource } from "./sources/source";

/** Shares are between 0 and 1. */
export interface TableStatistics {
  readonly rows: number;
  /** Each facet token has its share of the rows. */
  readonly tokens: ReadonlyMap<string, number>;
  /** No token outside of the common ones has a larger share. */
  readonly rareToken: number;
  readonly numbers: ReadonlyMap<string, NumberStatistics>;
}

interface NumberStatistics {
  /** Common values come with their shares. */
  readonly common: readonly (readonly [value: number, share: number])[];
  /** Ascending bounds split the other values into equal parts. */
  readonly bounds: readonly number[];
  /** Those other rows have this share. */
  readonly others: number;
}

/** All facet and number conditions of a query must hold. */
export interface Conditions {
  /** A record must have one token of each list. */
  readonly tokens: readonly (readonly string[])[];
  readonly ranges: readonly { readonly column: string; readonly min?: bigint; readonly max?: bigint }[];
}

/** Estimates the share of matching rows, as if filters were independent of each other. */
export function estimateShare(statistics: TableStatistics, conditions: Conditions): number {
  let share = 1;
  for (const tokens of conditions.tokens)
    share *= Math.min(
      1,
      tokens.reduce((sum, token) => sum + (statistics.tokens.get(token) ?? statistics.rareToken), 0),
    );
  for (const { column, min, max } of conditions.ranges) {
    const known = statistics.numbers.get(column);
    if (known !== undefined)
      share *= shareWithin(known, Number(min ?? 0), max === undefined ? Number.POSITIVE_INFINITY : Number(max));
  }
  return share;
}

function shareWithin({ common, bounds, others }: NumberStatistics, min: number, max: number): number {
  const within = (value: number) => value >= min && value <= max;
  const ofCommon = common.reduce((sum, [value, share]) => sum + (within(value) ? share : 0), 0);
  if (bounds.length === 0) return ofCommon;
  // Between two neighbouring bounds there may still be matches: at least half a part is assumed.
  return ofCommon + (others * Math.max(bounds.filter(within).length, 0.5)) / bounds.length;
}

/** Statistics older than this are read again, in the background (ms). */
const FRESH_FOR_MS = 60_000;

/** These tables and columns need statistics. */
export type Described = Pick<FeedSource, "table" | "ranges">;

export type Statistics = ReturnType<typeof createStatistics>;

/** @param now ms since 1970 */
export function createStatistics(pool: pg.Pool, now: () => number) {
  const cached = new Map<string, { known: TableStatistics | undefined; readAt: number }>();
  return {
    /** Returns current statistics of a feed's table; undefined until first read. */
    of(source: Described): TableStatistics | undefined {
      const { table } = source;
      const entry = cached.get(table);
      if (entry !== undefined && now() - entry.readAt < FRESH_FOR_MS) return entry.known;
      cached.set(table, { known: entry?.known, readAt: now() });
      readStatistics(pool, source).then(
        (known) => cached.set(table, { known, readAt: now() }),
        // Without statistics both plans are tried in turn, which is only slower.
        () => undefined,
      );
      return entry?.known;
    },
  };
}

const TOKENS = `
select c.reltuples::float8 as rows, f.most_common_elems::text::text[] as elems, f.most_common_elem_freqs as freqs
from pg_class c
left join pg_stats f on f.schemaname = c.relnamespace::regnamespace::text and f.tablename = c.relname and f.attname = 'facets'
where c.oid = to_regclass($1)`;

const NUMBERS = `
select attname as column, null_frac as missing, most_common_vals::text::bigint[] as common, most_common_freqs as shares,
  histogram_bounds::text::bigint[] as bounds
from pg_stats
where schemaname = current_schema() and (tablename, attname) in (select * from unnest($1::text[], $2::text[]))`;

interface TokensRow {
  readonly rows: number;
  readonly elems: string[] | null;
  readonly freqs: number[] | null;
}

interface NumbersRow {
  readonly column: string;
  readonly missing: number;
  readonly common: string[] | null;
  readonly shares: number[] | null;
  readonly bounds: string[] | null;
}

/** Returns undefined when the table was not analysed yet. */
export async function readStatistics(pool: pg.Pool, source: Described): Promise<TableStatistics | undefined> {
  const { rows } = await pool.query<TokensRow>(TOKENS, [source.table]);
  const [row] = rows;
  if (row === undefined || row.elems === null || row.freqs === null) return undefined;
  const { elems, freqs } = row;
  const columns = Object.values(source.ranges);
  const numbers = await pool.query<NumbersRow>(NUMBERS, [
    columns.map(({ table }) => table),
    columns.map(({ column }) => column),
  ]);
  return {
    rows: Math.max(row.rows, 1),
    tokens: new Map(elems.map((token, index) => [token, freqs[index] ?? 0])),
    // After the elements' own frequencies come the smallest and the largest of them.
    rareToken: freqs[elems.length] ?? 0,
    numbers: new Map(numbers.rows.map((column) => [column.column, numberStatistics(column)])),
  };
}

function numberStatistics({ missing, common, shares, bounds }: NumbersRow): NumberStatistics {
  const values = (common ?? []).map((value, index): readonly [number, number] => [Number(value), shares?.[index] ?? 0]);
  const ofCommon = values.reduce((sum, [, share]) => sum + share, 0);
  return { common: values, bounds: (bounds ?? []).map(Number), others: Math.max(0, 1 - missing - ofCommon) };
}

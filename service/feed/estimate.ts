/**
 * How many events a query may match, from the statistics that PostgreSQL keeps anyway (`pg_stats`, refreshed by its
 * autovacuum). Only the choice between two complete ways to read a page rests on it, never what the page holds.
 */
import type pg from "pg";

/** What is known of one table. Shares are between 0 and 1. */
export interface TableStatistics {
  readonly rows: number;
  /** Share of the rows that have a facet token. */
  readonly tokens: ReadonlyMap<string, number>;
  /** Upper bound of the share of a token that is not among the common ones. */
  readonly rareToken: number;
  /** Amounts in cents that cut the rows with an amount into equal parts, ascending. */
  readonly amounts: readonly number[];
  readonly withAmount: number;
}

/** The facet and amount conditions of a query, all of which must hold. */
export interface Conditions {
  /** For each filter the tokens of which one must be there. */
  readonly tokens: readonly (readonly string[])[];
  readonly minCents: number | undefined;
  readonly maxCents: number | undefined;
}

/** Share of the rows that match, as if filters were independent of each other. */
export function estimateShare(statistics: TableStatistics, conditions: Conditions): number {
  let share = 1;
  for (const tokens of conditions.tokens)
    share *= Math.min(
      1,
      tokens.reduce((sum, token) => sum + (statistics.tokens.get(token) ?? statistics.rareToken), 0),
    );
  const { minCents, maxCents } = conditions;
  if (minCents === undefined && maxCents === undefined) return share;
  const { amounts, withAmount } = statistics;
  const inside = amounts.filter((cents) => cents >= (minCents ?? 0) && cents <= (maxCents ?? Number.POSITIVE_INFINITY));
  // Between two neighbouring bounds there may still be matches: at least half a part is assumed.
  return share * withAmount * (amounts.length === 0 ? 1 : Math.max(inside.length, 0.5) / amounts.length);
}

/** Statistics older than this are read again, in the background (ms). */
const FRESH_FOR_MS = 60_000;

export interface Statistics {
  /** What is known of a table now; undefined until it was read once. */
  of(table: string): TableStatistics | undefined;
}

/** @param now ms since 1970 */
export function openStatistics(pool: pg.Pool, now: () => number): Statistics {
  const held = new Map<string, { known: TableStatistics | undefined; readAt: number }>();
  return {
    of(table) {
      const entry = held.get(table);
      if (entry !== undefined && now() - entry.readAt < FRESH_FOR_MS) return entry.known;
      held.set(table, { known: entry?.known, readAt: now() });
      readStatistics(pool, table).then(
        (known) => held.set(table, { known, readAt: now() }),
        // Without statistics both ways are tried in turn, which is only slower.
        () => undefined,
      );
      return entry?.known;
    },
  };
}

const STATISTICS = `
select c.reltuples::float8 as rows, f.most_common_elems::text::text[] as elems, f.most_common_elem_freqs as freqs,
  a.null_frac as missing, a.most_common_vals::text::bigint[] as common, a.histogram_bounds::text::bigint[] as bounds
from pg_class c
left join pg_stats f on f.tablename = c.relname and f.attname = 'facets'
left join pg_stats a on a.tablename = c.relname and a.attname = 'amount_usd_cents'
where c.oid = to_regclass($1)`;

interface StatisticsRow {
  rows: number;
  elems: string[] | null;
  freqs: number[] | null;
  missing: number | null;
  common: string[] | null;
  bounds: string[] | null;
}

/** Undefined when the table was not analysed yet. */
export async function readStatistics(pool: pg.Pool, table: string): Promise<TableStatistics | undefined> {
  const { rows } = await pool.query<StatisticsRow>(STATISTICS, [table]);
  const [row] = rows;
  if (row === undefined || row.elems === null || row.freqs === null) return undefined;
  const { elems, freqs } = row;
  return {
    rows: Math.max(row.rows, 1),
    tokens: new Map(elems.map((token, index) => [token, freqs[index] ?? 0])),
    // Behind the elements' own frequencies stand the smallest and the largest of them.
    rareToken: freqs[elems.length] ?? 0,
    amounts: [...(row.common ?? []), ...(row.bounds ?? [])].map(Number).sort((a, b) => a - b),
    withAmount: 1 - (row.missing ?? 0),
  };
}

/**
 * How many records match over all pages (convention 8): the stored total without filters, a count of the few records
 * of one company or of a feed without bitmaps, else the number of bits that all filters have in common. Migration 0003 describes the bitmaps.
 * At 1,000,000 events bitmaps counted any mix of filters in 1 to 30 ms, a scan of a table of nothing but the facts that
 * are filtered by in 35 to 80; a rollup by whole sets of facets would have 606,666 rows.
 */
import type { AnyQuery } from "@dealflow/contract/filters";
import {
  AMOUNT,
  ANNOUNCED,
  amountNumber,
  instantNumber,
  type SlicedNumber,
  type Within,
  withinBounds,
} from "./bit-slices";
import { getConditions, periodOf } from "./clauses";
import { type FeedSource, joinClauses } from "./source";
import { type Statement, Values } from "./statement";

export function totalStatement(source: FeedSource, query: AnyQuery): Statement {
  const values = new Values();
  const { relation, selective, filters, range } = source.buildQuery(query, undefined, 0);
  // Feeds without totals have no bitmaps.
  if (selective.length > 0 || !source.feed.totals) {
    const condition = joinClauses([...selective, ...filters, ...range], values);
    return { text: `select count(*) as total from ${relation(values)} r where ${condition}`, values: values.list };
  }
  const parts = partsOf(source, query, values);
  if (parts.length === 0) return { text: "select total from feeds where feed = $1", values: [source.table] };
  // Parts are read sequentially, without workers: concurrent totals share the cores anyway.
  const named = parts.map((part, index) => `part_${index} as materialized (${part})`).join(", ");
  const all = parts.map((_, index) => `select * from part_${index}`).join(" union all ");
  // A block in which one of the filters has no event is missing from that filter's part.
  const text = `with ${named}
    select coalesce(sum(bit_count(bits)), 0)::bigint as total from (
      select bit_and(bits) as bits from (${all}) part group by block having count(*) = ${parts.length}
    ) block`;
  return { text, values: values.list };
}

/** For each filter a select of the bits of its events, block by block. */
function partsOf(source: FeedSource, query: AnyQuery, values: Values): string[] {
  const { tokens, ranges } = getConditions(source, query);
  const { since, until } = periodOf(query);
  const numbers = ranges.map(({ min, max }): [SlicedNumber, Within] => [
    AMOUNT,
    { from: min && amountNumber(min), below: max === undefined ? undefined : amountNumber(max + 1n) },
  ]);
  if (since !== undefined || until !== undefined)
    numbers.push([ANNOUNCED, { from: since && instantNumber(since), below: until && instantNumber(until, 1) }]);
  if (tokens.length + numbers.length === 0) return [];
  const ofFeed = `from event_bitmaps where feed = ${values.add(source.table)}`;
  return [
    ...tokens.map(
      (some) =>
        `select block, bit_or(bits) as bits ${ofFeed} and token = any(${values.add(some)}::text[]) group by block`,
    ),
    ...numbers.map(([number, within]) => withinBounds(ofFeed, number, within)),
  ];
}

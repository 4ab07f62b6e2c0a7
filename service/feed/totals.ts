/**
 * Counts the matches over all pages (convention 8): the stored total without filters, a count of the few records of one
 * company or of a feed without bitmaps, else the number of bits that all filters have in common.
 * At 1,000,000 events bitmaps counted any mix of filters in 1 to 30 ms, a scan of a table of nothing but the facts that
 * are filtered by in 35 to 80; a rollup by whole sets of facets would have 606,666 rows.
 *
 * Amounts and instants are bit-sliced: for each binary digit there is a row of bits that marks which events of a block have
 * a 1 there, so that a number is compared for all of them together (O'Neil and Quass, "Improved query performance with
 * variant indexes", 1997).
 */

import type { AnyQuery } from "@dealflow/contract/filters";
import { getConditions, getPeriod } from "./sources/clauses";
import { type FeedSource, joinClauses, type Statement, Values } from "./sources/source";

export function totalStatement(source: FeedSource, query: AnyQuery): Statement {
  const values = new Values();
  const { relation, selective, filters, range } = source.buildQuery(query, undefined, 0);
  // Feeds without totals have no bitmaps.
  if (selective.length > 0 || !source.feed.totals) {
    const condition = joinClauses([...selective, ...filters, ...range], values);
    return { text: `select count(*) as total from ${relation(values)} r where ${condition}`, values: values.list };
  }
  const parts = getParts(source, query, values);
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

/** Returns for each filter a select of the bits of its events, block by block. */
function getParts(source: FeedSource, query: AnyQuery, values: Values): string[] {
  const { tokens, ranges } = getConditions(source, query);
  const { since, until } = getPeriod(query);
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

/**
 * Compares bit-sliced numbers: for each binary digit there is a row of bits that marks which events of a block have a 1
 * there, so that a number is compared for all of them together (O'Neil and Quass, "Improved query
 * performance with variant indexes", 1997).
 */

/** Each binary digit of the number has its own slice. */
interface SlicedNumber {
  readonly token: string;
  /** Up to this digit every block has all slices, above it only some. */
  readonly lastUsual: number;
  readonly last: number;
}
export const AMOUNT: SlicedNumber = { token: "amount", lastUsual: 47, last: 63 };
export const ANNOUNCED: SlicedNumber = { token: "announced", lastUsual: 46, last: 48 };

/** Converts cents to the number in the bitmaps. */
function amountNumber(cents: bigint): bigint {
  return ((cents / 1_000_000n) << 20n) + (cents % 1_000_000n);
}

const DAY_MS = 86_400_000;
const YEAR_ONE_MS = Date.parse("0001-01-01T00:00:00.000Z");

/** Converts an instant, or one `laterMs` later, to the number in the bitmaps. */
function instantNumber(at: Date, laterMs = 0): bigint {
  const ms = at.getTime() + laterMs - YEAR_ONE_MS;
  return (BigInt(Math.floor(ms / DAY_MS)) << 27n) + BigInt(ms % DAY_MS);
}

export interface Within {
  readonly from: bigint | undefined;
  readonly below: bigint | undefined;
}

/** A slice may stand for several digits that are 0 in every bound. */
interface Slice {
  readonly bits: string;
  readonly isOne: (bound: bigint) => boolean;
}

/** Selects the events whose number is within these bounds. */
function withinBounds(ofFeed: string, number: SlicedNumber, { from = 0n, below }: Within): string {
  const bounds = [from, ...(below === undefined ? [] : [below])];
  // Digits below the lowest 1 of every bound decide nothing and are not read. The first slice marks events with a
  // number.
  const lowest = Math.min(number.lastUsual + 1, ...bounds.map(lowestOne));
  const usual = digits(lowest, number.lastUsual).map((digit, index) => slice(`slices[${index + 2}]`, digit));
  const beyond = bounds.some((bound) => bound >> BigInt(number.lastUsual + 1) > 0n)
    ? digits(number.lastUsual + 1, number.last).map((digit) => slice(sliceIf(`slice = ${digit}`), digit))
    : [{ bits: sliceIf(`slice > ${number.lastUsual}`), isOne: () => false }];
  const columns = beyond.map(({ bits }, index) => `${bits} as beyond_${index}`);
  const slices = [...usual, ...beyond.map(({ isOne }, index) => ({ bits: `beyond_${index}`, isOne }))];
  const read = [-1, ...digits(lowest, number.last)].join(",");
  const within = `slices[1] & ${atLeast(from, slices)}${below === undefined ? "" : ` & ~ ${atLeast(below, slices)}`}`;
  return `select block, ${within} as bits from (
      select block, array_agg(bits order by slice) filter (where slice <= ${number.lastUsual}) as slices, ${columns.join(", ")}
      ${ofFeed} and token = '${number.token}' and slice = any('{${read}}'::smallint[]) group by block
    ) number`;
}

function digits(first: number, last: number): number[] {
  return Array.from({ length: last + 1 - first }, (_, index) => first + index);
}

function slice(bits: string, digit: number): Slice {
  return { bits, isOne: (bound) => ((bound >> BigInt(digit)) & 1n) === 1n };
}

function sliceIf(condition: string): string {
  return `coalesce(bit_or(bits) filter (where ${condition}), repeat('0', 8192)::bit(8192))`;
}

function lowestOne(bound: bigint): number {
  return bound === 0n ? Number.POSITIVE_INFINITY : bound.toString(2).length - 1 - bound.toString(2).lastIndexOf("1");
}

/**
 * Selects the events whose number is at least a bound, compared from the lowest digit up: where the bound has a 1 the
 * number must have it too and the digits below decide; where it has a 0 a 1 is enough.
 */
function atLeast(bound: bigint, slices: readonly Slice[]): string {
  let all: string | undefined;
  for (const { bits, isOne } of slices) {
    if (all === undefined) all = isOne(bound) ? bits : undefined;
    else all = `(${bits} ${isOne(bound) ? "&" : "|"} ${all})`;
  }
  return all ?? "slices[1]";
}

/** Finds the rows that match a query, and those that fail exactly one facet's filter, which that facet counts too. */
import type { AnyQuery } from "@dealflow/contract/filters";
import { getInstant, getNumberConditions } from "@/service/feed/sources/clauses";
import { queryTokens } from "@/service/records/facets";
import { getWords, setBit, setFirst } from "../bits";
import type { FacetIndex } from "../facet-index";
import { AMOUNT_COLUMN, type Layout, type Precision } from "../layout";
import { getPosition } from "../rows";
import type { LiveSegment, NumberColumn, Segment } from "../segment";
import { scratch } from "./scratch";

/** Columns decide these conditions of a query. */
interface SummaryConditions {
  /** A record must have one of the values of each parameter. */
  readonly facets: readonly { readonly param: string; readonly values: readonly string[] }[];
  readonly ranges: readonly { readonly column: string; readonly min: number; readonly max: number }[];
  /** Times are in ms since 1970, both inclusive. */
  readonly since: number;
  readonly until: number;
}

function buildConditions({ source, facets }: Layout, query: AnyQuery): SummaryConditions {
  return {
    facets: facets.flatMap(({ param, prefix, filter }) => {
      // Tokens of a flag without facts are added when its rows are read.
      const flag = filter.kind === "flag" && filter.facts.length === 0 && query[param] === true;
      const tokens = flag ? [`${prefix}true`] : queryTokens(filter, query);
      return tokens === undefined ? [] : [{ param, values: tokens.map((token) => token.slice(prefix.length)) }];
    }),
    ranges: getNumberConditions(source, query).map(({ column, min, max }) => ({
      column,
      min: min === undefined ? Number.NEGATIVE_INFINITY : Number(min),
      max: max === undefined ? Number.POSITIVE_INFINITY : Number(max),
    })),
    since: getInstant(query.since, "start")?.getTime() ?? Number.NEGATIVE_INFINITY,
    until: getInstant(query.until, "end")?.getTime() ?? Number.POSITIVE_INFINITY,
  };
}

export interface Matches {
  /** These rows match all filters. */
  readonly all: Uint32Array;
  /** These rows fail only the filter of this parameter. */
  readonly failing: ReadonlyMap<string, Uint32Array>;
}

export interface Part {
  readonly segment: Segment;
  readonly matches: Matches;
}

/** @param precision of the amounts that the query limits */
export function findParts(
  layout: Layout,
  segments: readonly LiveSegment[],
  query: AnyQuery,
  precision: Precision = "preview",
): Part[] {
  const conditions = buildConditions(layout, query);
  return segments.map((one) => ({ segment: one.segment, matches: findMatches(one, conditions, precision) }));
}

function findMatches({ segment, live }: LiveSegment, conditions: SummaryConditions, precision: Precision): Matches {
  const words = getWords(segment.size);
  const all = rowsWithin(segment, live, conditions);
  const required = conditions.ranges.flatMap((range) => {
    if (precision === "exact" && range.column === AMOUNT_COLUMN) return [exactBits(segment.exactAmounts, range, words)];
    const column = segment.numbers.find((numbers) => numbers.column === range.column);
    return column === undefined ? [] : [rangeBits(column, range, words)];
  });
  for (const bits of required)
    for (let word = 0; word < words; word++) all[word] = (all[word] as number) & (bits[word] as number);
  const failing = new Map<string, Uint32Array>();
  const filters = conditions.facets.map(({ param, values }) => {
    const facet = segment.facets.find((index) => index.param === param);
    const bits = scratch(words);
    if (facet !== undefined) for (const value of values) addValue(facet, value, bits);
    failing.set(param, bits);
    return bits;
  });
  if (filters.length > 0) splitByFailures(all, filters);
  return { all, failing };
}

/** Leaves in `all` the rows that are in every filter, and in each filter the rows that it alone lacks. */
function splitByFailures(all: Uint32Array, filters: readonly Uint32Array[]): void {
  const count = filters.length;
  for (let word = 0; word < all.length; word++) {
    const candidates = all[word] as number;
    if (candidates === 0) {
      for (let index = 0; index < count; index++) (filters[index] as Uint32Array)[word] = 0;
      continue;
    }
    let [once, more] = [0, 0];
    for (let index = 0; index < count; index++) {
      const missing = candidates & ~((filters[index] as Uint32Array)[word] as number);
      more |= once & missing;
      once |= missing;
    }
    all[word] = candidates & ~once;
    const exactlyOnce = once & ~more;
    for (let index = 0; index < count; index++) {
      const filter = filters[index] as Uint32Array;
      filter[word] = exactlyOnce & ~(filter[word] as number);
    }
  }
}

/** Returns the rows of the period that were not removed. */
function rowsWithin(
  { size, times }: Segment,
  live: Uint32Array | undefined,
  { since, until }: SummaryConditions,
): Uint32Array {
  const bits = scratch(getWords(size));
  const [first, end] = [getPosition(times, since, false), getPosition(times, until, true)];
  if (end <= first) return bits;
  setFirst(bits, end);
  bits.fill(0, 0, first >>> 5);
  if ((first & 31) !== 0) bits[first >>> 5] = (bits[first >>> 5] as number) & (0xffffffff << (first & 31));
  if (live !== undefined)
    for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] as number) & (live[word] as number);
  return bits;
}

function addValue(
  { values, rowStarts, rows, bitsAt, bits: common }: FacetIndex,
  value: string,
  bits: Uint32Array,
): void {
  const index = values.indexOf(value);
  if (index < 0) return;
  const begin = bitsAt[index] as number;
  if (begin > 0)
    for (let word = 0; word < bits.length; word++)
      bits[word] = (bits[word] as number) | (common[begin - 1 + word] as number);
  const end = rowStarts[index + 1] as number;
  for (let at = rowStarts[index] as number; at < end; at++) setBit(bits, rows[at] as number);
}

/** Compares every amount in turn: faster than marking most rows in the order of their amounts. */
function exactBits(amounts: Float64Array, { min, max }: { min: number; max: number }, words: number): Uint32Array {
  const bits = scratch(words);
  for (let word = 0; word < words; word++) {
    const end = Math.min(32 * word + 32, amounts.length);
    let marked = 0;
    for (let row = 32 * word; row < end; row++) {
      const amount = amounts[row] as number;
      if (amount >= min && amount <= max) marked |= 1 << (row & 31);
    }
    bits[word] = marked;
  }
  return bits;
}

function rangeBits(column: NumberColumn, { min, max }: { min: number; max: number }, words: number): Uint32Array {
  const { order, known, values } = column;
  const first = firstInOrder(column, (number) => number >= min);
  const above = firstInOrder(column, (number) => number > max);
  const end = Math.max(first, above);
  const bits = scratch(words);
  if (end - first <= values.length / 2) {
    for (let at = first; at < end; at++) setBit(bits, order[at] as number);
    return bits;
  }
  // Most rows are within the period, so the others are fewer to mark.
  for (let at = 0; at < first; at++) setBit(bits, order[at] as number);
  for (let at = end; at < order.length; at++) setBit(bits, order[at] as number);
  for (let word = 0; word < words; word++) bits[word] = ~(bits[word] as number);
  return known === 0 ? bits.fill(0) : bits;
}

/** Returns the first position in the order from which on all numbers pass. */
function firstInOrder({ order, known, values }: NumberColumn, passes: (number: number) => boolean): number {
  let [low, high] = [0, known];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(values[order[middle] as number] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}

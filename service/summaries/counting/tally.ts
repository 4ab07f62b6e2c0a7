/** Adds up counts of matching rows over the segments of a feed. */

import type { Layout } from "../layout";
import type { Segment } from "../segment";
import type { Matches } from "./matches";
import { BUCKETS } from "./median";
import { type Amounts, addTo, CELL, type Cells, getFacet } from "./row-counts";
import { countFailing, countSegment, type SeriesOptions } from "./segment-counts";
import { addSeries, type PeriodTally } from "./series";

export interface Tally {
  readonly facets: Map<string, Map<string, Amounts>>;
  /** Matching amounts are counted by bucket of the median's search. */
  readonly buckets: Uint32Array;
  readonly periods: readonly PeriodTally[];
}

export function createTally({ facets }: Layout, periods: number): Tally {
  return {
    facets: new Map(facets.map(({ param }) => [param, new Map()])),
    buckets: new Uint32Array(BUCKETS),
    periods: Array.from({ length: periods }, () => ({ count: 0, known: 0, sum: 0, values: new Map() })),
  };
}

/** Counts each row so many times. */
export function multiply(tally: Tally, times: number): Tally {
  if (times === 1) return tally;
  const ofAmounts = ({ count, known, sum }: Amounts) => ({
    count: Math.round(times * count),
    known: Math.round(times * known),
    sum: times * sum,
  });
  const ofValues = (values: ReadonlyMap<string, Amounts>) =>
    new Map([...values].map(([value, amounts]) => [value, ofAmounts(amounts)]));
  return {
    facets: new Map([...tally.facets].map(([param, values]) => [param, ofValues(values)])),
    // The search for the median needs whole numbers.
    buckets: tally.buckets.map((count) => Math.round(times) * count),
    periods: tally.periods.map((period) => ({ ...ofAmounts(period), values: ofValues(period.values) })),
  };
}

/** Adds the matching rows of a segment. */
export function addSegment(tally: Tally, segment: Segment, { all, failing }: Matches, options: SeriesOptions): void {
  const { facets, buckets, series } = countSegment(segment, all, options);
  for (const [bucket, count] of buckets.entries()) tally.buckets[bucket] = (tally.buckets[bucket] as number) + count;
  if (series !== undefined) addSeries(tally.periods, segment, series);
  for (const [param, cells] of facets) {
    addFacet(tally, segment, param, cells);
    const bits = failing.get(param);
    if (bits !== undefined) addFacet(tally, segment, param, countFailing(segment, param, bits, all, cells));
  }
}

function addFacet(tally: Tally, segment: Segment, param: string, sets: Cells): void {
  const facet = getFacet(segment, param);
  const values = new Float64Array(CELL * facet.values.length);
  for (let set = 0; set < facet.setStarts.length - 1; set++)
    for (let at = facet.setStarts[set] as number; at < (facet.setStarts[set + 1] as number); at++)
      addCell(values, facet.setValues[at] as number, sets, set);
  const into = tally.facets.get(param) ?? new Map<string, Amounts>();
  tally.facets.set(param, into);
  for (const [index, value] of facet.values.entries()) {
    const [count = 0, known = 0, sum = 0] = values.subarray(CELL * index, CELL * (index + 1));
    if (count > 0) addTo(into, value, { count, known, sum });
  }
}

function addCell(into: Cells, place: number, from: Cells, at: number): void {
  for (let part = 0; part < CELL; part++)
    into[CELL * place + part] = (into[CELL * place + part] as number) + (from[CELL * at + part] as number);
}

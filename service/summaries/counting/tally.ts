/** Adds up counts of matching rows over the segments of a feed. */

import type { Layout } from "../layout";
import type { Segment } from "../segment";
import type { Matches } from "./matches";
import { BUCKETS } from "./median";
import { type Amounts, addCell, addTo, CELL, type Cells, getFacet, hasFacet } from "./row-counts";
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
  const { groups } = segment;
  const { cells, buckets, series } = countSegment(segment, all, options);
  for (const [bucket, count] of buckets.entries()) tally.buckets[bucket] = (tally.buckets[bucket] as number) + count;
  if (series !== undefined) addSeries(tally.periods, segment, series);
  for (const [index, group] of groups.entries())
    for (const { param } of group.facets) addFacet(tally, segment, param, cells[index] as Cells);
  for (const [param, bits] of failing) {
    const index = groups.findIndex((one) => hasFacet(one, param));
    if (index < 0) continue;
    addFacet(tally, segment, param, countFailing(segment, index, bits, all, cells[index] as Cells));
  }
}

function addFacet(tally: Tally, segment: Segment, param: string, cells: Cells): void {
  const facet = getFacet(segment, param);
  const group = segment.groups.find((one) => hasFacet(one, param));
  const setOfCode = group?.facets.find((one) => one.param === param)?.setOfCode ?? new Uint32Array(0);
  const sets = new Float64Array(CELL * (facet.setStarts.length - 1));
  for (const [code, set] of setOfCode.entries()) addCell(sets, set, cells, code);
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

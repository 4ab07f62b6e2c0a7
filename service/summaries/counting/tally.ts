/** Adds up counts of matching rows over the segments of a feed. */
import type { Layout } from "../layout";
import type { Segment } from "../segment";
import type { Matches } from "./matches";
import { BUCKETS } from "./median";
import {
  type Amounts,
  addTo,
  CELL,
  type Cells,
  countCodes,
  createCells,
  findAmounts,
  getFacet,
  hasFacet,
  reader,
  readRows,
} from "./row-counts";
import { addPeriods, type PeriodTally } from "./series";

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

/**
 * Adds the matching rows of a segment.
 * @param starts beginnings of the periods
 */
export function addSegment(
  tally: Tally,
  segment: Segment,
  { all, failing }: Matches,
  split: string | undefined,
  starts: readonly number[],
): void {
  const { groups } = segment;
  const cells = groups.map(({ size }) => createCells(size));
  if (split === undefined) countRows(segment, all, groups, cells);
  else addPeriods(tally, segment, all, cells, split, starts);
  for (const [index, group] of groups.entries())
    for (const { param } of group.facets) addFacet(tally, segment, param, cells[index] as Cells);
  for (const [param, bits] of failing) {
    const group = groups.find((one) => hasFacet(one, param));
    if (group === undefined) continue;
    const others = createCells(group.size);
    countRows(segment, bits, [group], [others]);
    addFacet(tally, segment, param, others);
  }
}

function countRows(segment: Segment, bits: Uint32Array, groups: Segment["groups"], cells: readonly Cells[]): void {
  const amounts = findAmounts(segment);
  reader.start(bits);
  for (let count = readRows(amounts); count > 0; count = readRows(amounts))
    for (const [index, { codes }] of groups.entries()) countCodes(cells[index] as Cells, codes, count);
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

function addCell(into: Cells, place: number, from: Cells, at: number): void {
  for (let part = 0; part < CELL; part++)
    into[CELL * place + part] = (into[CELL * place + part] as number) + (from[CELL * at + part] as number);
}

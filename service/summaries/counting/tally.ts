/** Adds up counts of matching rows over the segments of a feed. */
import { expandSets } from "../facet-index";
import type { Layout } from "../layout";
import { KNOWN_AMOUNT, type Segment } from "../segment";
import type { Matches } from "./matches";
import { BUCKETS } from "./median";
import { type Amounts, addTo, type Counters, countCodes, getFacet, hasFacet, reader } from "./row-counts";
import { scratch } from "./scratch";
import { addPeriods, type PeriodTally } from "./series";

export interface Tally {
  readonly facets: Map<string, Map<string, number>>;
  readonly countries: Map<string, Amounts>;
  /** Matching amounts are counted by bucket of the median's search. */
  readonly buckets: Uint32Array;
  readonly periods: readonly PeriodTally[];
}

export function createTally({ facets }: Layout, periods: number): Tally {
  return {
    facets: new Map(facets.map(({ param }) => [param, new Map()])),
    countries: new Map(),
    buckets: new Uint32Array(BUCKETS),
    periods: Array.from({ length: periods }, () => ({ count: 0, known: 0, sum: 0, values: new Map() })),
  };
}

/**
 * Adds the matching rows of a segment.
 * @param starts beginnings of the periods
 */
export function addSegment(
  tally: Tally,
  layout: Layout,
  segment: Segment,
  { all, failing }: Matches,
  split: string | undefined,
  starts: readonly number[],
): void {
  const { groups } = segment;
  const counters: Counters = {
    codes: groups.map(({ size }) => scratch(size)),
    sums: new Float64Array(groups.find((group) => hasFacet(group, layout.country))?.size ?? 0),
  };
  if (split === undefined) countRows(segment, all, counters);
  else addPeriods(tally, layout, segment, all, counters, split, starts);
  for (const [index, group] of groups.entries()) {
    const codes = counters.codes[index] as Uint32Array;
    for (const { param } of group.facets)
      if (param !== KNOWN_AMOUNT) addFacet(tally, segment, param, countSets(segment, param, codes));
    if (hasFacet(group, layout.country)) addCountries(tally, segment, layout.country, codes, counters.sums);
  }
  for (const [param, bits] of failing) {
    const group = groups.find((one) => hasFacet(one, param));
    if (group === undefined) continue;
    const codes = scratch(group.size);
    reader.start(bits);
    for (let count = reader.next(); count > 0; count = reader.next()) countCodes(codes, group.codes, count);
    addFacet(tally, segment, param, countSets(segment, param, codes));
  }
}

function countRows({ groups }: Segment, all: Uint32Array, { codes }: Counters): void {
  reader.start(all);
  for (let count = reader.next(); count > 0; count = reader.next())
    for (let index = 0; index < groups.length; index++)
      countCodes(codes[index] as Uint32Array, (groups[index] as Segment["groups"][number]).codes, count);
}

function countSets(segment: Segment, param: string, codes: Uint32Array): Uint32Array {
  const group = segment.groups.find((one) => hasFacet(one, param));
  const setOfCode = group?.facets.find((facet) => facet.param === param)?.setOfCode ?? new Uint32Array(0);
  const facet = getFacet(segment, param);
  const sets = new Uint32Array(facet.setStarts.length - 1);
  for (let code = 0; code < codes.length; code++) {
    const set = setOfCode[code] as number;
    sets[set] = (sets[set] as number) + (codes[code] as number);
  }
  return sets;
}

function addFacet(tally: Tally, segment: Segment, param: string, sets: Uint32Array): void {
  const facet = getFacet(segment, param);
  const into = tally.facets.get(param) ?? new Map<string, number>();
  tally.facets.set(param, into);
  const counts = expandSets(facet, sets, facet.values.length);
  for (const [index, value] of facet.values.entries())
    if ((counts[index] as number) > 0) into.set(value, (into.get(value) ?? 0) + (counts[index] as number));
}

function addCountries(tally: Tally, segment: Segment, param: string, codes: Uint32Array, sums: Float64Array): void {
  const group = segment.groups.find((one) => hasFacet(one, param));
  const getSets = (name: string) => group?.facets.find((facet) => facet.param === name)?.setOfCode;
  const [countrySets, knownSets] = [getSets(param) ?? new Uint32Array(0), getSets(KNOWN_AMOUNT)];
  const facet = getFacet(segment, param);
  const sets = facet.setStarts.length - 1;
  const [counts, known, amounts] = [new Uint32Array(sets), new Uint32Array(sets), new Float64Array(sets)];
  for (let code = 0; code < codes.length; code++) {
    const set = countrySets[code] as number;
    counts[set] = (counts[set] as number) + (codes[code] as number);
    amounts[set] = (amounts[set] as number) + (sums[code] as number);
    // The first set is that of no amount.
    if (knownSets !== undefined && knownSets[code] !== 0) known[set] = (known[set] as number) + (codes[code] as number);
  }
  for (let set = 0; set < sets; set++)
    if (counts[set] !== 0)
      addTo(tally.countries, facet, set, counts[set] as number, known[set] as number, amounts[set] as number);
}

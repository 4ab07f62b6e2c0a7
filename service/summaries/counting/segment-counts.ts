/**
 * Counts the rows of a segment by code and period. Where most of them match, the others are counted and subtracted from all
 * rows, whose counts are kept: they are fewer to read.
 */
import { countBits, getWords, setFirst } from "../bits";
import type { Group } from "../facet-groups";
import type { Segment } from "../segment";
import { BUCKETS, getBucket } from "./median";
import {
  addRows,
  CELL,
  type Cells,
  type CodeCounts,
  countCodes,
  createCodeCounts,
  getFacet,
  getSets,
  hasFacet,
} from "./row-counts";
import { scratch } from "./scratch";
import { countPeriods, type Series } from "./series";

export interface SeriesOptions {
  /** It is undefined for no series. */
  readonly split: string | undefined;
  /** Each period begins at one of these times (ms since 1970). */
  readonly starts: readonly number[];
}

interface Counts {
  /** Each facet has the cells of its sets of values. */
  readonly facets: ReadonlyMap<string, Cells>;
  /** Amounts are counted by bucket of the median's search. */
  readonly buckets: Uint32Array;
  readonly series: Series | undefined;
}

/** A smaller segment is counted as fast as its kept counts are looked for. */
const LEAST_KEPT = 20_000;

export function countSegment(segment: Segment, matches: Uint32Array, options: SeriesOptions): Counts {
  if (segment.size < LEAST_KEPT || 2 * countBits(matches) <= segment.size) return countRows(segment, matches, options);
  const all = countAll(segment, options);
  const others = countRows(segment, invert(segment, matches), options);
  for (const [param, cells] of others.facets) subtractFrom(all.facets.get(param), cells);
  subtractFrom(all.buckets, others.buckets);
  subtractFrom(all.series?.cells, others.series?.cells);
  return others;
}

/**
 * Counts a facet's sets of values in the rows that fail only its filter.
 * @param matching the cells of the rows that match all filters
 */
export function countFailing(
  segment: Segment,
  param: string,
  failing: Uint32Array,
  matches: Uint32Array,
  matching: Cells,
): Cells {
  const group = segment.groups.find((one) => hasFacet(one, param)) as Group;
  const either = scratch(matches.length);
  for (let word = 0; word < either.length; word++) either[word] = (matches[word] as number) | (failing[word] as number);
  if (segment.size < LEAST_KEPT || countBits(failing) <= segment.size - countBits(either))
    return addUp(segment, param, group, countGroup(group, failing));
  const cells = addUp(segment, param, group, countGroup(group, invert(segment, either)));
  const { facets } = kept.get(segment)?.[0]?.counts ?? countAll(segment, { split: undefined, starts: [] });
  subtractFrom(facets.get(param), cells);
  for (let at = 0; at < cells.length; at++) cells[at] = (cells[at] as number) - (matching[at] as number);
  return cells;
}

interface KeptCounts extends SeriesOptions {
  readonly counts: Counts;
}

/** Queries that most rows match have few different periods, of which the latest are kept. */
const MOST_KEPT = 4;
const kept = new WeakMap<Segment, KeptCounts[]>();

function countAll(segment: Segment, { split, starts }: SeriesOptions): Counts {
  const known = kept.get(segment) ?? [];
  const found = known.find(
    (one) =>
      one.split === split &&
      one.starts.length === starts.length &&
      one.starts.every((start, at) => start === starts[at]),
  );
  if (found !== undefined) return found.counts;
  const rows = new Uint32Array(getWords(segment.size));
  setFirst(rows, segment.size);
  const counts = countRows(segment, rows, { split, starts });
  kept.set(segment, [{ split, starts, counts }, ...known].slice(0, MOST_KEPT));
  return counts;
}

function countRows(segment: Segment, rows: Uint32Array, { split, starts }: SeriesOptions): Counts {
  const facets = new Map<string, Cells>();
  const buckets = new Uint32Array(BUCKETS);
  let series: Series | undefined;
  for (const [index, group] of segment.groups.entries()) {
    let counted: CodeCounts;
    if (split !== undefined && hasFacet(group, split))
      ({ series, total: counted } = countPeriods(segment, group, rows, split, starts));
    else counted = countGroup(group, rows);
    for (const { param } of group.facets) facets.set(param, addUp(segment, param, group, counted));
    // Every group counts all amounts.
    if (index === 0) addBuckets(buckets, group, counted);
  }
  return { facets, buckets, series };
}

function countGroup(group: Group, rows: Uint32Array): CodeCounts {
  const counted = createCodeCounts(group);
  countCodes(counted, group, rows, 0, group.codes.length);
  return counted;
}

/** Adds up the counts of codes by the sets of a facet. */
function addUp(segment: Segment, param: string, group: Group, { counts, found, foundCodes }: CodeCounts): Cells {
  const cells = new Float64Array(CELL * (getFacet(segment, param).setStarts.length - 1));
  const setOfCode = getSets(group, param);
  for (let at = 0; at < foundCodes; at++) {
    const code = found[at] as number;
    addRows(cells, setOfCode[code] as number, counts[code] as number, group.amounts[code] as number);
  }
  return cells;
}

function addBuckets(buckets: Uint32Array, { amounts }: Group, { counts, found, foundCodes }: CodeCounts): void {
  for (let at = 0; at < foundCodes; at++) {
    const code = found[at] as number;
    const amount = amounts[code] as number;
    const bucket = amount < 0 ? 0 : getBucket(amount);
    buckets[bucket] = (buckets[bucket] as number) + (counts[code] as number);
  }
}

function invert({ size }: Segment, rows: Uint32Array): Uint32Array {
  const others = scratch(rows.length);
  setFirst(others, size);
  for (let word = 0; word < others.length; word++) others[word] = (others[word] as number) & ~(rows[word] as number);
  return others;
}

/** Leaves in the second list what it lacks of the first. */
function subtractFrom<List extends Float64Array | Uint32Array>(all: List | undefined, others: List | undefined): void {
  if (all === undefined || others === undefined) return;
  for (let at = 0; at < others.length; at++) others[at] = (all[at] as number) - (others[at] as number);
}

/**
 * Counts the rows of a segment by code, amount and period. Where most of them match, the others are counted and subtracted from all
 * rows, whose counts are kept: they are fewer to read.
 */
import { countBits, getWords, setFirst } from "../bits";
import type { Segment } from "../segment";
import { BUCKETS } from "./median";
import { type Cells, countCodes, createCells, findAmounts, reader, readRows } from "./row-counts";
import { scratch } from "./scratch";
import { countPeriods, type Series } from "./series";

export interface SeriesOptions {
  /** It is undefined for no series. */
  readonly split: string | undefined;
  /** Each period begins at one of these times (ms since 1970). */
  readonly starts: readonly number[];
}

interface Counts {
  /** Each group has its own counts. */
  readonly cells: readonly Cells[];
  /** Amounts are counted by bucket of the median's search. */
  readonly buckets: Uint32Array;
  readonly series: Series | undefined;
}

/** A smaller segment is counted as fast as its kept counts are looked for. */
const LEAST_KEPT = 20_000;

/** The result is valid until the next summary begins. */
export function countSegment(segment: Segment, matches: Uint32Array, options: SeriesOptions): Counts {
  if (segment.size < LEAST_KEPT || 2 * countBits(matches) <= segment.size) return countRows(segment, matches, options);
  const all = countAll(segment, options);
  const others = countRows(segment, invert(segment, matches), options);
  for (const [index, cells] of others.cells.entries()) subtractFrom(all.cells[index], cells);
  subtractFrom(all.buckets, others.buckets);
  subtractFrom(all.series?.cells, others.series?.cells);
  return others;
}

/**
 * Counts one group of the rows that fail only a filter of its own.
 * @param matching the counts of the rows that match all filters
 */
export function countFailing(
  segment: Segment,
  index: number,
  failing: Uint32Array,
  matches: Uint32Array,
  matching: Cells,
): Cells {
  const group = segment.groups[index] as Segment["groups"][number];
  const cells = createCells(group.size);
  const either = scratch(matches.length);
  for (let word = 0; word < either.length; word++) either[word] = (matches[word] as number) | (failing[word] as number);
  if (segment.size < LEAST_KEPT || countBits(failing) <= segment.size - countBits(either)) {
    countGroups(segment, failing, [group], [cells]);
    return cells;
  }
  countGroups(segment, invert(segment, either), [group], [cells]);
  const { cells: all } = kept.get(segment)?.[0]?.counts ?? countAll(segment, { split: undefined, starts: [] });
  subtractFrom(all[index], cells);
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
  const counted = countRows(segment, rows, { split, starts });
  // Only the series depends on the periods. The cells are those of scratch memory.
  const cells = known[0]?.counts.cells ?? counted.cells.map((one) => one.slice());
  const counts = { ...counted, cells };
  kept.set(segment, [{ split, starts, counts }, ...known].slice(0, MOST_KEPT));
  return counts;
}

function countRows(segment: Segment, rows: Uint32Array, { split, starts }: SeriesOptions): Counts {
  const { groups } = segment;
  const cells = groups.map(({ size }) => createCells(size));
  const buckets = new Uint32Array(BUCKETS);
  if (split !== undefined)
    return { cells, buckets, series: countPeriods(segment, rows, cells, buckets, split, starts) };
  countGroups(segment, rows, groups, cells);
  return { cells, buckets, series: undefined };
}

function countGroups(segment: Segment, rows: Uint32Array, groups: Segment["groups"], cells: readonly Cells[]): void {
  const amounts = findAmounts(segment);
  reader.start(rows);
  for (let count = readRows(amounts); count > 0; count = readRows(amounts))
    for (const [index, { codes }] of groups.entries()) countCodes(cells[index] as Cells, codes, 0, count);
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

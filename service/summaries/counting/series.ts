/** Computes the series of a summary: counts and amounts by period, and by the value that splits them. */
import { getPosition } from "../rows";
import type { Segment } from "../segment";
import {
  type Amounts,
  addCell,
  addSet,
  CELL,
  type Cells,
  countBuckets,
  countCodes,
  createCells,
  findAmounts,
  getFacet,
  hasFacet,
  reader,
  readRows,
} from "./row-counts";

export interface PeriodTally extends Amounts {
  readonly values: Map<string, Amounts>;
}

export interface Series {
  readonly split: string;
  /** Cells are by period and set of the split. */
  readonly cells: Cells;
}

/**
 * Counts rows by code, and in the order of time by period and by the value that splits the series. Rows before the first period
 * are counted in it.
 * @param cells counts of each group
 * @param buckets counts amounts by bucket of the median's search
 */
export function countPeriods(
  segment: Segment,
  rows: Uint32Array,
  cells: readonly Cells[],
  buckets: Uint32Array,
  split: string,
  starts: readonly number[],
): Series {
  const { groups, times } = segment;
  const splitIndex = groups.findIndex((one) => hasFacet(one, split));
  const splitGroup = groups[splitIndex];
  const setOfCode = splitGroup?.facets.find(({ param }) => param === split)?.setOfCode;
  if (splitGroup === undefined || setOfCode === undefined) throw new Error(`no facet ${split}`);
  const amounts = findAmounts(segment);
  const ends = starts.map((_, index) => getPosition(times, starts[index + 1] ?? Number.POSITIVE_INFINITY, false));
  const others = groups.flatMap(({ codes }, index) =>
    index === splitIndex ? [] : { codes, cells: cells[index] as Cells },
  );
  const codesOfPeriod = CELL * splitGroup.size;
  const byPeriod = createCells(splitGroup.size * starts.length);
  let period = 0;
  reader.start(rows);
  for (let count = readRows(amounts); count > 0; count = readRows(amounts)) {
    for (const other of others) countCodes(other.cells, other.codes, 0, count);
    if (amounts !== undefined) countBuckets(buckets, amounts.buckets, count);
    for (let from = 0; from < count; ) {
      while ((reader.rows[from] as number) >= (ends[period] as number)) period++;
      const to = endWithin(from, count, ends[period] as number);
      countCodes(byPeriod.subarray(codesOfPeriod * period, codesOfPeriod * (period + 1)), splitGroup.codes, from, to);
      from = to;
    }
  }
  const sets = countSets(segment, split);
  const series = new Float64Array(CELL * sets * starts.length);
  const total = cells[splitIndex] as Cells;
  for (let index = 0; index < starts.length; index++)
    for (let code = 0; code < splitGroup.size; code++) {
      const at = splitGroup.size * index + code;
      addCell(total, code, byPeriod, at);
      addCell(series, sets * index + (setOfCode[code] as number), byPeriod, at);
    }
  return { split, cells: series };
}

function countSets(segment: Segment, split: string): number {
  return getFacet(segment, split).setStarts.length - 1;
}

/** Returns the first of the reader's rows, from `from` on, that is not before `end`. */
function endWithin(from: number, count: number, end: number): number {
  const { rows } = reader;
  if ((rows[count - 1] as number) < end) return count;
  let [low, high] = [from + 1, count - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] as number) < end) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Adds a series of a segment to that of all. */
export function addSeries(into: readonly PeriodTally[], segment: Segment, { split, cells }: Series): void {
  const facet = getFacet(segment, split);
  const sets = countSets(segment, split);
  for (const [index, period] of into.entries())
    for (let set = 0; set < sets; set++) {
      const at = CELL * (sets * index + set);
      const [count = 0, known = 0, sum = 0] = cells.subarray(at, at + CELL);
      if (count === 0) continue;
      period.count += count;
      period.known += known;
      period.sum += sum;
      addSet(period.values, facet, set, { count, known, sum });
    }
}

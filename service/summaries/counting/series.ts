/** Computes the series of a summary: counts and amounts by period, and by the value that splits them. */
import { getPosition } from "../rows";
import type { Codes, Segment } from "../segment";
import {
  type Amounts,
  addSet,
  type Cells,
  countCodes,
  findAmounts,
  getFacet,
  hasFacet,
  isKnown,
  reader,
  readRows,
} from "./row-counts";

export interface PeriodTally extends Amounts {
  readonly values: Map<string, Amounts>;
}

interface SeriesTally {
  /** Matching amounts are counted by bucket of the median's search. */
  readonly buckets: Uint32Array;
  readonly periods: readonly PeriodTally[];
}

/** Counts rows by code, and in the order of time by period and by the value that splits the series. */
export function addPeriods(
  tally: SeriesTally,
  segment: Segment,
  all: Uint32Array,
  cells: readonly Cells[],
  split: string,
  starts: readonly number[],
): void {
  const { groups, times } = segment;
  const group = groups.find((one) => hasFacet(one, split));
  const setOfCode = group?.facets.find(({ param }) => param === split)?.setOfCode;
  const facet = segment.facets.find(({ param }) => param === split);
  if (group === undefined || setOfCode === undefined || facet === undefined) throw new Error(`no facet ${split}`);
  const sets = facet.setStarts.length - 1;
  const splits: SplitColumns = { codes: group.codes, setOfCode, sets };
  const amounts = findAmounts(segment);
  const ends = starts.map((_, index) => {
    const next = starts[index + 1];
    return next === undefined ? segment.size : getPosition(times, next, false);
  });
  const series: Series = {
    counts: new Uint32Array(2 * sets * starts.length),
    sums: new Float64Array(sets * starts.length),
  };
  let period = 0;
  reader.start(all);
  for (let count = readRows(amounts); count > 0; count = readRows(amounts)) {
    for (let index = 0; index < groups.length; index++)
      countCodes(cells[index] as Cells, (groups[index] as Segment["groups"][number]).codes, count);
    for (let from = 0; from < count; ) {
      while ((reader.rows[from] as number) >= (ends[period] as number)) period++;
      const to = endWithin(from, count, ends[period] as number);
      if (amounts === undefined || amounts.known === 0) countSplits(series, splits, period, from, to);
      else addAmounts(series, splits, period, from, to, amounts.values, amounts.buckets, tally.buckets);
      from = to;
    }
  }
  for (const [index, into] of tally.periods.entries()) addPeriod(into, segment, split, series, sets, index);
}

interface SplitColumns {
  readonly codes: Codes;
  readonly setOfCode: Uint32Array;
  readonly sets: number;
}

/** Counts are by period and set of the split, and twice: without and with a known amount. */
interface Series {
  readonly counts: Uint32Array;
  readonly sums: Float64Array;
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

function countSplits(
  { counts }: Series,
  { codes, setOfCode, sets }: SplitColumns,
  period: number,
  from: number,
  to: number,
): void {
  const { rows } = reader;
  const first = 2 * sets * period;
  for (let at = from; at < to; at++) {
    const cell = first + 2 * (setOfCode[codes[rows[at] as number] as number] as number);
    counts[cell] = (counts[cell] as number) + 1;
  }
}

/** Adds amounts in one loop over the rows: several loops would read them again. */
function addAmounts(
  { counts, sums }: Series,
  { codes, setOfCode, sets }: SplitColumns,
  period: number,
  from: number,
  to: number,
  values: Float64Array,
  buckets: Uint16Array,
  bucketCounts: Uint32Array,
): void {
  const { rows } = reader;
  const first = sets * period;
  for (let at = from; at < to; at++) {
    const row = rows[at] as number;
    const cell = first + (setOfCode[codes[row] as number] as number);
    const bucket = buckets[row] as number;
    const known = isKnown(bucket);
    const amount = values[row] as number;
    bucketCounts[bucket] = (bucketCounts[bucket] as number) + 1;
    counts[2 * cell + known] = (counts[2 * cell + known] as number) + 1;
    sums[cell] = (sums[cell] as number) + amount;
  }
}

function addPeriod(
  into: PeriodTally,
  segment: Segment,
  split: string,
  { counts, sums }: Series,
  sets: number,
  period: number,
): void {
  const facet = getFacet(segment, split);
  for (let set = 0; set < sets; set++) {
    const cell = sets * period + set;
    const known = counts[2 * cell + 1] as number;
    const count = (counts[2 * cell] as number) + known;
    if (count === 0) continue;
    const sum = sums[cell] as number;
    into.count += count;
    into.known += known;
    into.sum += sum;
    addSet(into.values, facet, set, { count, known, sum });
  }
}

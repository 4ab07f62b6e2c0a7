/**
 * Finds the median of amounts by counting: each amount is in one of a few thousand buckets, so a count of buckets shows
 * which of them holds the median, and only the rows of that one are read.
 */
import { isSet } from "../bits";
import type { NumberColumn } from "../segment";

/** An octave has this many buckets: amounts in one bucket differ by 1.6% at most. */
const OCTAVE = 64;
const MANTISSA_SHIFT = 20 - Math.log2(OCTAVE);
const EXPONENT_OF_ONE = 1023 << 20;
/** Bucket 0 is for no amount, 1 for the amount 0, and the largest amount is 2^63. */
export const BUCKETS = 65 * OCTAVE;

const float = new Float64Array(1);
const halves = new Uint32Array(float.buffer);

/** @param amount a whole number of at least 0 */
export function getBucket(amount: number): number {
  if (amount < 1) return 1;
  float[0] = amount;
  return Math.min(BUCKETS - 1, 2 + (((halves[1] as number) - EXPONENT_OF_ONE) >>> MANTISSA_SHIFT));
}

/** The bits mark which of a segment's rows match. */
interface MatchingAmounts {
  readonly column: NumberColumn;
  readonly matches: Uint32Array;
  /** Each row stands for so many. */
  readonly weight: number;
}

/**
 * Returns the middle amount, or the mean of the two in the middle.
 * @param counts number of matching amounts in each bucket, by their weights
 */
export function getMedian(parts: readonly MatchingAmounts[], counts: Uint32Array): number | undefined {
  let total = 0;
  for (let bucket = 1; bucket < counts.length; bucket++) total += counts[bucket] as number;
  if (total === 0) return undefined;
  const [lower, upper] = [Math.floor((total - 1) / 2), Math.floor(total / 2)];
  let before = 0;
  let bucket = 1;
  while (before + (counts[bucket] as number) <= lower) before += counts[bucket++] as number;
  const runs = sortedRuns(parts, bucket);
  const low = amountAt(runs, lower - before);
  if (upper < before + (counts[bucket] as number)) return (low + amountAt(runs, upper - before)) / 2;
  // The upper one is the first of the next bucket that has any.
  while (counts[++bucket] === 0);
  return (low + amountAt(sortedRuns(parts, bucket), 0)) / 2;
}

/** A run is a number of equal amounts. */
interface Run {
  readonly amount: number;
  count: number;
}

function amountAt(runs: readonly Run[], position: number): number {
  let before = 0;
  for (const { amount, count } of runs) {
    before += count;
    if (position < before) return amount;
  }
  return 0;
}

function sortedRuns(parts: readonly MatchingAmounts[], bucket: number): Run[] {
  const only = onlyAmount(parts, bucket);
  if (only !== undefined) return [{ amount: only, count: Number.POSITIVE_INFINITY }];
  return parts.flatMap((part) => getRuns(part, bucket)).sort((a, b) => a.amount - b.amount);
}

/** Previews have the middle of a band as their amount, so nearly all buckets have only one. */
function onlyAmount(parts: readonly MatchingAmounts[], bucket: number): number | undefined {
  const ends = parts.flatMap(({ column }) => {
    const [first, end] = [firstOfBucket(column, bucket), firstOfBucket(column, bucket + 1)];
    return first === end ? [] : [first, end - 1].map((at) => column.values[column.order[at] as number] as number);
  });
  return ends.every((amount) => amount === ends[0]) ? ends[0] : undefined;
}

/** Returns the matching amounts of one bucket, whose rows are next to each other in the order of amounts. */
function getRuns({ column, matches, weight }: MatchingAmounts, bucket: number): Run[] {
  const { order, values } = column;
  const runs: Run[] = [];
  let last: Run | undefined;
  const end = firstOfBucket(column, bucket + 1);
  for (let at = firstOfBucket(column, bucket); at < end; at++) {
    const row = order[at] as number;
    if (!isSet(matches, row)) continue;
    const amount = values[row] as number;
    if (last?.amount === amount) last.count += weight;
    else {
      last = { amount, count: weight };
      runs.push(last);
    }
  }
  return runs;
}

/** Returns the place in the order of amounts from which on none is in an earlier bucket. */
function firstOfBucket({ order, known, values }: NumberColumn, bucket: number): number {
  let [low, high] = [0, known];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (getBucket(values[order[middle] as number] as number) < bucket) low = middle + 1;
    else high = middle;
  }
  return low;
}

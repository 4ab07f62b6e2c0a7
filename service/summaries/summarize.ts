/** The summary of a query over the segments of a feed. */
import { type Counted, FEWEST_AMOUNTS, type Summary } from "@/lib/contract/account-summaries";
import type { AnyQuery } from "@/lib/contract/filters";
import { firstSet, lastSet } from "./bits";
import { AMOUNT_COLUMN, type Layout } from "./layout";
import { conditionsOf, findMatches, type Matches } from "./matches";
import { medianOf } from "./median";
import { periodsOf } from "./periods";
import type { Amounts } from "./row-counts";
import { resetScratch } from "./scratch";
import type { Segment } from "./segment";
import type { PeriodTally } from "./series";
import { addSegment, createTally } from "./tally";
import { visibleSums } from "./visible-sums";

/** A segment, and which of its rows were not removed; undefined: all of them. */
export interface LiveSegment {
  readonly segment: Segment;
  readonly live: Uint32Array | undefined;
}

/** @param split a parameter of the layout's `splits`; undefined: no series */
export function summarize(
  layout: Layout,
  segments: readonly LiveSegment[],
  query: AnyQuery,
  split: string | undefined,
): Summary {
  resetScratch();
  const conditions = conditionsOf(layout, query);
  const parts = segments.map(({ segment, live }) => ({ segment, matches: findMatches(segment, live, conditions) }));
  const { interval, starts } =
    split === undefined ? { interval: "day" as const, starts: [] } : periodsOf(...spanOf(parts));
  const tally = createTally(starts.length);
  for (const { segment, matches } of parts) addSegment(tally, layout, segment, matches, split, starts);
  const total = parts.reduce((sum, { matches }) => sum + countBits(matches.all), 0);
  const all = addUp(tally.periods);
  const median = medianOf(
    parts.flatMap(({ segment, matches }) => {
      const column = segment.numbers.find((numbers) => numbers.column === AMOUNT_COLUMN);
      return column === undefined ? [] : [{ column, matches: matches.all }];
    }),
    tally.buckets,
  );
  const enough = all.known >= FEWEST_AMOUNTS;
  return {
    total,
    amounts: layout.numbers.includes(AMOUNT_COLUMN)
      ? {
          count: all.known,
          sumUsd: enough ? all.sum / 100 : null,
          medianUsd: enough && median !== undefined ? median / 100 : null,
        }
      : null,
    facets: Object.fromEntries([...tally.facets].map(([param, counts]) => [param, Object.fromEntries(counts)])),
    countries: countedByValue(tally.countries),
    series: split === undefined ? null : { interval, split, periods: describePeriods(tally.periods, starts) },
  };
}

/** Times of the first and the last match; of nothing, a time of no matches. */
function spanOf(
  parts: readonly { readonly segment: Segment; readonly matches: Matches }[],
): [first: number, last: number] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { segment, matches } of parts) {
    const row = firstSet(matches.all);
    if (row < 0) continue;
    first = Math.min(first, segment.times[row] as number);
    last = Math.max(last, segment.times[lastSet(matches.all)] as number);
  }
  return first <= last ? [first, last] : [0, -1];
}

function countBits(bits: Uint32Array): number {
  let count = 0;
  for (let word = 0; word < bits.length; word++) {
    let left = bits[word] as number;
    left -= (left >>> 1) & 0x55555555;
    left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
    count += Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

function addUp(amounts: readonly Amounts[]): Amounts {
  const all = { count: 0, known: 0, sum: 0 };
  for (const { count, known, sum } of amounts) {
    all.count += count;
    all.known += known;
    all.sum += sum;
  }
  return all;
}

function describePeriods(
  periods: readonly PeriodTally[],
  starts: readonly number[],
): NonNullable<Summary["series"]>["periods"] {
  const sums = visibleSums(periods);
  return periods.flatMap((period, index) => {
    if (period.count === 0) return [];
    const sumUsd = sums[index] ?? null;
    return [
      {
        start: new Date(starts[index] ?? 0).toISOString().slice(0, 10),
        count: period.count,
        sumUsd,
        values: countedByValue(period.values, sumUsd !== null),
      },
    ];
  });
}

/** @param visible false: no sum at all, because theirs is left out */
function countedByValue(values: ReadonlyMap<string, Amounts>, visible = true): Record<string, Counted> {
  const sums = visibleSums([...values.values()]);
  return Object.fromEntries(
    [...values].map(([value, { count }], index) => [value, { count, sumUsd: visible ? (sums[index] ?? null) : null }]),
  );
}

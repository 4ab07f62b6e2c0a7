/** The summary of a query over the segments of a feed. */
import type { Counted, Summary } from "@/lib/contract/account-summaries";
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
  return {
    total,
    owned: 0,
    counting: false,
    amounts: layout.numbers.includes(AMOUNT_COLUMN)
      ? {
          count: all.known,
          sumUsd: all.known > 0 ? all.sum / 100 : null,
          medianUsd: median === undefined ? null : median / 100,
          about: false,
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
  return periods.flatMap((period, index) =>
    period.count === 0
      ? []
      : [
          {
            start: new Date(starts[index] ?? 0).toISOString().slice(0, 10),
            ...toCounted(period),
            values: countedByValue(period.values),
          },
        ],
  );
}

function countedByValue(values: ReadonlyMap<string, Amounts>): Record<string, Counted> {
  return Object.fromEntries([...values].map(([value, amounts]) => [value, toCounted(amounts)]));
}

function toCounted({ count, known, sum }: Amounts): Counted {
  return { count, sumUsd: known > 0 ? sum / 100 : null, about: false, owned: 0, ownedSumUsd: 0 };
}

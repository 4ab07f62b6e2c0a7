/** Sums over everything that matches, from a summary, as the charts of a feed draw them. */
import { bucketKey, bucketsOf, endOf } from "@/components/charts/buckets";
import { titleOf } from "@/components/feed/record/company";
import { isLong, type Listed, shortList } from "@/components/filters/value-lists";
import type { Counted, Summary } from "@/lib/contract/account-summaries";
import { UNKNOWN } from "@/lib/contract/values/unknown";
import type { ListDimension } from "./chart-dimensions";
import type { Entry } from "./chart-entries";
import { EMPTY_SUM, type Periods, type Sum, type Window } from "./chart-totals";

export function sumOfSummary({ total, amounts }: Summary): Sum {
  const withheld = amounts !== null && amounts.sumUsd === null;
  return { rows: total, usd: amounts?.sumUsd ?? 0, undisclosed: total - (amounts?.count ?? total), withheld };
}

/**
 * Periods of the series without gaps, from the first to the last match or as far as the query's own range.
 *
 * @param ownedDates of those of the matches that are owned
 */
export function periodsOfSummary(
  { interval, periods }: NonNullable<Summary["series"]>,
  { since, until }: Pick<Window, "since" | "until">,
  ownedDates: readonly string[],
): Periods {
  const [first, last] = [periods.at(0)?.start, periods.at(-1)?.start];
  if (first === undefined || last === undefined) return { grain: interval, periods: [], missing: undefined };
  const from = since !== undefined && since.slice(0, 10) > first ? since.slice(0, 10) : first;
  const end = endOf(last, interval);
  const to = until !== undefined && until.slice(0, 10) < end ? until.slice(0, 10) : end;
  const owned = new Map<string, number>();
  for (const date of ownedDates) {
    const key = bucketKey(date, interval);
    owned.set(key, (owned.get(key) ?? 0) + 1);
  }
  const byKey = new Map(periods.map((period) => [bucketKey(period.start, interval), period]));
  return {
    grain: interval,
    periods: bucketsOf(from, to, interval).map((bucket) => {
      const period = byKey.get(bucketKey(bucket.since, interval));
      return {
        ...bucket,
        ...(period === undefined ? EMPTY_SUM : sumOfCounted(period)),
        parts: partsOf(period?.values),
        owned: owned.get(bucketKey(bucket.since, interval)) ?? 0,
      };
    }),
    missing: undefined,
  };
}

function partsOf(values: Readonly<Record<string, Counted>> = {}): Record<string, Sum> {
  return Object.fromEntries(Object.entries(values).map(([value, counted]) => [value, sumOfCounted(counted)]));
}

function sumOfCounted({ count, sumUsd }: Counted): Sum {
  return { rows: count, usd: sumUsd ?? 0, undisclosed: 0, withheld: sumUsd === null };
}

/** Countries with their sums; of other facets how many there would be with each value. */
export function entriesOfSummary(summary: Summary, { filter }: ListDimension, listed: readonly Listed[]): Entry[] {
  const titles = new Map(listed.map(({ value, title }) => [value, title]));
  const title = (value: string) => {
    if (value === UNKNOWN) return "Unknown";
    return isLong(filter.list) ? (titles.get(value) ?? value) : titleOf(shortList(filter.list), value);
  };
  if (filter.list === "countries")
    return Object.entries(summary.countries).map(([value, counted]) => ({
      value,
      title: title(value),
      ...sumOfCounted(counted),
    }));
  return Object.entries(summary.facets[filter.param] ?? {}).map(([value, rows]) => ({
    value,
    title: title(value),
    ...EMPTY_SUM,
    rows,
  }));
}

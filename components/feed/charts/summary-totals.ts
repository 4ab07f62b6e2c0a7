/** Converts a summary to sums over everything that matches, as the charts of a feed draw them. */

import type { Counted, Summary } from "@dealflow/contract/account/summaries";
import { UNKNOWN } from "@dealflow/contract/values/unknown";
import { bucketEnd, bucketKey, createBuckets } from "@/components/charts/buckets";
import { listedTitle } from "@/components/feed/record/company";
import { isLong, type Listed, shortList } from "@/components/filters/lists/value-lists";
import type { ListDimension } from "./chart-dimensions";
import type { Entry } from "./chart-entries";
import { EMPTY_SUM, type Periods, type Sum, sumPeriods, type Window } from "./chart-totals";

export function sumOfSummary({ total, approximate, owned, amounts, series }: Summary): Sum {
  const { count = 0, sumUsd = null, about = false } = amounts ?? {};
  const ownedUsd = series?.periods.reduce((sum, { ownedSumUsd }) => sum + ownedSumUsd, 0) ?? 0;
  return {
    rows: total,
    usd: sumUsd ?? 0,
    undisclosed: total - count,
    about,
    approximate,
    aboutUndisclosed: amounts?.approximate,
    owned: { rows: owned, usd: ownedUsd },
  };
}

/** A period that a person has set is drawn to its end, also where nothing happened, up to this many columns. */
const MOST_COLUMNS = 120;

/**
 * Returns the periods of the series without gaps, from the first to the last match or to the ends of the query's own
 * range.
 */
export function periodsOfSummary(
  { interval, periods }: NonNullable<Summary["series"]>,
  { since, until, today }: Pick<Window, "since" | "until" | "today">,
): Periods {
  const [first, last] = [periods.at(0)?.start, periods.at(-1)?.start];
  if (first === undefined || last === undefined) return { grain: interval, periods: [], missing: undefined };
  const from = since !== undefined && since.slice(0, 10) > first ? since.slice(0, 10) : first;
  const end = bucketEnd(last, interval);
  const to = until !== undefined && until.slice(0, 10) < end ? until.slice(0, 10) : end;
  const whole = since === undefined ? [] : createBuckets(from, (until ?? today).slice(0, 10), interval);
  const buckets = createBuckets(from, to, interval);
  const drawn = whole.length > buckets.length && whole.length <= MOST_COLUMNS ? whole : buckets;
  const byKey = new Map(periods.map((period) => [bucketKey(period.start, interval), period]));
  return {
    grain: interval,
    periods: drawn.map((bucket) => {
      const period = byKey.get(bucketKey(bucket.since, interval));
      return {
        ...bucket,
        ...(period === undefined ? EMPTY_SUM : sumOfCounted(period)),
        parts: period === undefined ? {} : sumParts(period),
      };
    }),
    missing: undefined,
  };
}

export const NOT_STATED = "Not stated";

/** Sampled counts of the parts may differ from that of all by this share. */
const SAMPLING_ERROR = 0.01;

/** Returns the sums by value; rows that state none are a part of their own. */
function sumParts(period: Counted & { readonly values: Readonly<Record<string, Counted>> }): Record<string, Sum> {
  const parts = Object.entries(period.values).map(([value, counted]) => [value, sumOfCounted(counted)] as const);
  const [all, stated] = [sumOfCounted(period), sumPeriods(parts.map(([, sum]) => sum))];
  const rest = findRest(all, stated);
  return Object.fromEntries(rest === undefined ? parts : [...parts, [UNKNOWN, rest] as const]);
}

/** Returns the sum of the rows that state no value; undefined without any. */
function findRest(all: Sum, stated: Sum): Sum | undefined {
  const rows = all.rows - stated.rows;
  const least = all.approximate ? all.rows * SAMPLING_ERROR : 0;
  if (rows <= least) return undefined;
  return {
    rows,
    usd: Math.max(0, all.usd - stated.usd),
    undisclosed: Math.max(0, all.undisclosed - stated.undisclosed),
    about: all.about ?? false,
    approximate: all.approximate,
    owned: {
      rows: Math.max(0, (all.owned?.rows ?? 0) - (stated.owned?.rows ?? 0)),
      usd: Math.max(0, (all.owned?.usd ?? 0) - (stated.owned?.usd ?? 0)),
    },
  };
}

/** A summary with known amounts does not say how many are unknown. */
function sumOfCounted({ count, approximate, sumUsd, about, owned, ownedSumUsd }: Counted): Sum {
  // A sum rounded to two digits may be less than an owned part of it.
  const usd = Math.max(sumUsd ?? 0, ownedSumUsd);
  return {
    rows: count,
    usd,
    undisclosed: sumUsd === null ? count : 0,
    about,
    approximate,
    owned: { rows: owned, usd: ownedSumUsd },
  };
}

/**
 * Returns the values of the matches, and what states none: a facet also counts others, which its own filter leaves out.
 */
export function entriesOfSummary(
  summary: Summary,
  { filter }: ListDimension,
  listed: readonly Listed[],
  chosen: readonly string[],
): Entry[] {
  const titles = new Map(listed.map(({ value, title }) => [value, title]));
  const title = (value: string) => {
    if (value === UNKNOWN) return "Unknown";
    return isLong(filter.list) ? (titles.get(value) ?? value) : listedTitle(shortList(filter.list), value);
  };
  const entries = Object.entries(summary.facets[filter.param] ?? {})
    .filter(([value]) => chosen.length === 0 || chosen.includes(value))
    .map(([value, counted]) => ({ value, title: title(value), ...sumOfCounted(counted) }));
  // Long lists have a value for what is not known.
  const isWhole = chosen.length === 0 && entries.length > 0 && !isLong(filter.list);
  const rest = isWhole ? findRest(sumOfSummary(summary), sumPeriods(entries)) : undefined;
  return rest === undefined ? entries : [...entries, { value: UNKNOWN, title: NOT_STATED, ...rest }];
}

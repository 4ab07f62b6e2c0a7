/** Finds the markets that a person looks at in the filters of saved views and recent searches. */

import type { Summary } from "@dealflow/contract/account/summaries";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { addDays, monday } from "@dealflow/contract/query/days";
import { serializeFeedQuery } from "@dealflow/contract/query/feed-query";
import { type Bucket, createBuckets } from "@/components/charts/buckets";
import { addSums, minus, type Sum, sumCounted } from "@/components/feed/charts/chart-sums";
import { parseAddress } from "@/lib/filters/address";

export interface Market {
  readonly countries: readonly string[];
  readonly industries: readonly string[];
}

const DAYS = 30;

/** Returns the countries and industries that any of the searches filters by; none of either means all of them. */
export function findMarket(searches: readonly { readonly feed: FeedName; readonly query: string }[]): Market {
  const queries = searches.map(({ feed, query }) => parseAddress(FEEDS[feed], query).query);
  const values = (parameter: string) => [
    ...new Set(queries.flatMap((query) => (Array.isArray(query[parameter]) ? query[parameter].map(String) : []))),
  ];
  return { countries: values("countries"), industries: values("industryGroups") };
}

export interface MarketPeriod {
  /** Both days are YYYY-MM-DD and included. */
  readonly since: string;
  readonly until: string;
}

/** Returns the last 30 days, today included. */
export function marketPeriod(now: Date): MarketPeriod {
  const until = now.toISOString().slice(0, 10);
  return { since: addDays(until, 1 - DAYS), until };
}

/** Returns the query of the market's rounds in a period. */
export function marketQuery({ countries, industries }: Market, { since }: MarketPeriod): string {
  return serializeFeedQuery(FEEDS.funding, {
    ...(countries.length > 0 && { countries: [...countries] }),
    ...(industries.length > 0 && { industryGroups: [...industries] }),
    since,
  });
}

/** Returns the sums of each week of the period, also of one without rounds. */
export function marketWeeks({ series }: Summary, { since, until }: MarketPeriod): (Bucket & Sum)[] {
  return createBuckets(since, until, "week").map((week) => {
    // A series by week names each by its Monday, which may be before the period begins.
    const counted = series?.periods.filter(({ start }) => start <= week.until && start >= monday(week.since)) ?? [];
    return { ...week, ...addSums(counted.map(sumCounted)) };
  });
}

/** Returns the most frequent values that split the series, such as rounds, and what is left as one without a value. */
export function marketStages({ series }: Summary, most: number): (Sum & { readonly value: string | undefined })[] {
  const periods = series?.periods ?? [];
  const values = [...new Set(periods.flatMap((period) => Object.keys(period.values)))];
  const stages = values
    .map((value) => ({ value, ...addSums(periods.flatMap((period) => period.values[value] ?? []).map(sumCounted)) }))
    .sort((a, b) => b.rows - a.rows)
    .slice(0, most);
  const rest = minus(addSums(periods.map(sumCounted)), addSums(stages));
  return rest.rows === 0 ? stages : [...stages, { ...rest, value: undefined }];
}

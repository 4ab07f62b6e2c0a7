/** Finds the markets that a person looks at in the filters of saved views and recent searches. */

import type { Summary } from "@dealflow/contract/account/summaries";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { addDays, monday } from "@dealflow/contract/query/days";
import { serializeFeedQuery } from "@dealflow/contract/query/feed-query";
import { createBuckets } from "@/components/charts/buckets";
import { parseAddress } from "@/lib/filters/address";

interface Search {
  readonly feed: FeedName;
  readonly query: string;
}

export interface Market {
  readonly countries: readonly string[];
  readonly industries: readonly string[];
}

const DAYS = 30;

/** Returns the countries and industries that any of the searches filters by; none of either means all of them. */
export function findMarket(searches: readonly Search[]): Market {
  const queries = searches.map(({ feed, query }) => parseAddress(FEEDS[feed], new URLSearchParams(query)).query);
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

interface Part {
  readonly usd: number;
  readonly ownedUsd: number;
  readonly rounds: number;
  readonly owned: number;
  readonly about: boolean;
  /** The number of rounds is an estimate from a sample. */
  readonly approximate: boolean;
}

const NONE: Part = { usd: 0, ownedUsd: 0, rounds: 0, owned: 0, about: false, approximate: false };

export interface MarketWeek extends Part, MarketPeriod {
  readonly name: string;
  readonly text: string;
}

/** Returns the sums of each week of the period, also of one without rounds. */
export function marketWeeks({ series }: Summary, { since, until }: MarketPeriod): MarketWeek[] {
  return createBuckets(since, until, "week").map((week) => ({
    ...week,
    // A series by week names each by its Monday, which may be before the period begins.
    ...sum((series?.periods ?? []).filter(({ start }) => start <= week.until && start >= monday(week.since))),
  }));
}

/** Returns the most frequent values that split the series, such as rounds, and what is left as one without a value. */
export function marketStages({ series }: Summary, most: number): (Part & { readonly value: string | undefined })[] {
  const periods = series?.periods ?? [];
  const values = [...new Set(periods.flatMap((period) => Object.keys(period.values)))];
  const stages = values
    .map((value) => ({ value, ...sum(periods.flatMap((period) => period.values[value] ?? [])) }))
    .sort((a, b) => b.rounds - a.rounds)
    .slice(0, most);
  const all = sum(periods);
  const left = (read: (part: Part) => number) =>
    stages.reduce((rest, part) => Math.max(0, rest - read(part)), read(all));
  const rounds = left((part) => part.rounds);
  if (rounds === 0) return stages;
  const money = { usd: left(({ usd }) => usd), ownedUsd: left(({ ownedUsd }) => ownedUsd) };
  return [...stages, { ...all, ...money, value: undefined, rounds, owned: left(({ owned }) => owned) }];
}

type Counted = Omit<NonNullable<Summary["series"]>["periods"][number], "start" | "values">;

function sum(counted: readonly Counted[]): Part {
  return counted.reduce(
    (all, { sumUsd, ownedSumUsd, count, owned, about, approximate = false }) => ({
      usd: all.usd + Math.max(sumUsd ?? 0, ownedSumUsd),
      ownedUsd: all.ownedUsd + ownedSumUsd,
      rounds: all.rounds + count,
      owned: all.owned + owned,
      about: all.about || about,
      approximate: all.approximate || approximate,
    }),
    NONE,
  );
}

/** Counts a summary record by record, from the records as the API returns them. */

import type { Counted, SeriesInterval, Summary } from "@dealflow/contract/account/summaries";
import type { FeedName } from "@dealflow/contract/feeds";
import type { AnyQuery, Filter } from "@dealflow/contract/filters";
import { toFreeQuery } from "@dealflow/contract/query/free-query";
import { naicsAncestry, resolveNaics } from "@dealflow/contract/query/naics";
import { amountBand, bandMiddleUsd } from "@dealflow/contract/records/amount-bands";
import { UNKNOWN } from "@dealflow/contract/values/unknown";
import type pg from "pg";
import { expect } from "vitest";
import { countValues, getFacts, isUnknown, normalizeSpelling } from "@/lib/filters/facts";
import { matcher } from "@/lib/filters/predicate";
import { inTransaction } from "@/service/store/transaction";
import { getLayout } from "./layout";

interface StoredRecord {
  readonly id: string;
  readonly record: unknown;
  /** The amount is in cents. */
  readonly amount: number | null;
  readonly time: number;
}

export interface StoredFeed {
  readonly version: number;
  readonly records: readonly StoredRecord[];
}

const classification = { resolve: resolveNaics, ancestry: naicsAncestry };

/** Reads all records of a feed, and their version. */
export function readFeed(pool: pg.Pool, feed: FeedName): Promise<StoredFeed> {
  const { source, numbers, splits } = getLayout(feed);
  const amount = splits.length > 0 && numbers.length > 0 ? "amount_usd_cents" : "null";
  const time = splits.length > 0 ? "announced_at" : "updated_at";
  return inTransaction(pool, async (client) => {
    await client.query("set transaction isolation level repeatable read, read only");
    const versions = await client.query<{ version: number }>("select version from feeds where feed = $1", [
      source.table,
    ]);
    const { rows } = await client.query<{ id: string; record: string; amount: number | null; at: Date }>(
      `select id, record, ${amount} as amount, ${time} as at from ${source.table}`,
    );
    return {
      version: versions.rows[0]?.version ?? 0,
      records: rows.map(({ id, record, amount: cents, at }) => ({
        id,
        record: JSON.parse(record),
        amount: cents,
        time: at.getTime(),
      })),
    };
  });
}

/** Applies the rule of previews: the band begins below the maximum, and ends above the minimum. */
function overlapsBand(cents: number | null, { minAmountUsd: min, maxAmountUsd: max }: AnyQuery): boolean {
  if (min === undefined && max === undefined) return true;
  const band = amountBand(cents === null ? null : cents / 100);
  return (
    band !== null &&
    (band.maxUsd ?? Number.POSITIVE_INFINITY) > Number(min ?? 0) &&
    band.minUsd < Number(max ?? Number.POSITIVE_INFINITY)
  );
}

/** Counts the summary of a query from the records, except sums of parts; `facetMatches` has the records of each facet. */
function countFeed(feed: FeedName, stored: readonly CountedRecord[], query: AnyQuery) {
  const { source, facets } = getLayout(feed);
  const matching = (of: AnyQuery) => {
    const free = toFreeQuery(feed, of);
    const matchesOwned = matcher(source.feed, free.ownedQuery, classification);
    const { minAmountUsd: _min, maxAmountUsd: _max, ...others } = free.query;
    const matchesPreview = matcher(source.feed, others, classification);
    return stored.filter(({ record, amount, owned }) =>
      owned
        ? matchesOwned(record) === true
        : !free.ownedOnly && matchesPreview(record) === true && overlapsBand(amount, of),
    );
  };
  const matches = matching(query);
  const amounts = matches.flatMap(({ amount }) => (amount === null ? [] : [amount])).sort((a, b) => a - b);
  const enough = amounts.length > 0;
  const facetMatches = new Map(
    facets.map(({ param }) => {
      const { [param]: _own, ...others } = query;
      return [param, matching(others)];
    }),
  );
  return {
    matches,
    facetMatches,
    total: matches.length,
    owned: matches.filter(({ owned }) => owned).length,
    amounts: {
      about: isAbout(matches),
      count: amounts.length,
      sumUsd: enough ? amounts.reduce((sum, amount) => sum + amount, 0) / 100 : null,
      medianUsd: enough ? middle(amounts) / 100 : null,
    },
    facets: Object.fromEntries(
      facets
        .filter(({ filter }) => filter.facts.length > 0)
        .map(({ param, filter }) => {
          const records = (facetMatches.get(param) ?? []).map(({ record }) => record);
          const found = countValues(filter, records, naicsAncestry);
          if (filter.kind === "one") found.set(UNKNOWN, records.filter((record) => isUnknown(record, filter)).length);
          const unlisted = (value: string) => filter.kind === "flag" && !filter.either && value === "false";
          const values = [...found].filter(([value, count]) => count > 0 && !unlisted(value));
          return [param, Object.fromEntries(values)];
        }),
    ),
  };
}

function middle(sorted: readonly number[]): number {
  const at = (index: number) => sorted[index] ?? 0;
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? at(half) : (at(half - 1) + at(half)) / 2;
}

/** Returns the first day of the period of an instant. */
function periodStart(interval: SeriesInterval, time: number): string {
  const date = new Date(time);
  date.setUTCHours(0, 0, 0, 0);
  if (interval === "week") while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() - 1);
  if (interval !== "day" && interval !== "week") date.setUTCDate(1);
  if (interval === "quarter") while (date.getUTCMonth() % 3 !== 0) date.setUTCMonth(date.getUTCMonth() - 1);
  if (interval === "year") date.setUTCMonth(0);
  return date.toISOString().slice(0, 10);
}

/** Spells values as the records are counted. */
function spelled(feed: FeedName, param: string, values: Readonly<Record<string, Counted>>): Record<string, number> {
  const filter = getLayout(feed).facets.find((facet) => facet.param === param)?.filter;
  const spelling = (value: string) => (filter === undefined ? value : normalizeSpelling(filter, value));
  return Object.fromEntries(Object.entries(values).map(([value, { count }]) => [spelling(value), count]));
}

/** The amount of a record that is not owned is the middle of its band. */
interface CountedRecord extends StoredRecord {
  readonly owned: boolean;
}

const NOTHING: ReadonlySet<string> = new Set();

/** @param owned ids of the records that the workspace owns */
export function expectSummary(
  feed: FeedName,
  stored: StoredFeed,
  query: AnyQuery,
  summary: Summary,
  owned: ReadonlySet<string> = NOTHING,
): void {
  const records = stored.records.map((one): CountedRecord => {
    if (owned.has(one.id)) return { ...one, owned: true };
    const band = amountBand(one.amount === null ? null : one.amount / 100);
    return { ...one, owned: false, amount: band === null ? null : Math.round(bandMiddleUsd(band) * 100) };
  });
  const expected = countFeed(feed, records, query);
  expect({ total: summary.total, owned: summary.owned }).toEqual({ total: expected.total, owned: expected.owned });
  const { numbers, splits, facets } = getLayout(feed);
  if (numbers.includes("amount_usd_cents")) {
    const { about } = expected.amounts;
    expect(summary.amounts).toMatchObject({ count: expected.amounts.count, about });
    expectSum(summary.amounts?.medianUsd, expected.amounts.medianUsd, about);
    expectSum(summary.amounts?.sumUsd, expected.amounts.sumUsd, about);
  } else expect(summary.amounts).toBeNull();
  const counted = Object.fromEntries(
    Object.entries(summary.facets)
      .filter(([param]) => param in expected.facets)
      .map(([param, counts]) => [param, spelled(feed, param, counts)]),
  );
  expect(counted).toEqual({
    ...Object.fromEntries(facets.filter(({ filter }) => filter.facts.length > 0).map(({ param }) => [param, {}])),
    ...expected.facets,
  });
  for (const { param, filter } of facets.filter(({ filter }) => filter.kind === "many" || filter.kind === "one")) {
    const within = groupByValue(expected.facetMatches.get(param) ?? [], filter);
    for (const [value, counted] of Object.entries(summary.facets[param] ?? {}))
      expectCounted(within.get(value) ?? [], counted);
  }
  if (splits.length === 0) {
    expect(summary.series).toBeNull();
    return;
  }
  const byStart = new Map<string, CountedRecord[]>();
  for (const match of expected.matches) {
    const start = periodStart(summary.series?.interval ?? "day", match.time);
    byStart.set(start, [...(byStart.get(start) ?? []), match]);
  }
  expect(summary.series?.periods.map(({ start }) => start)).toEqual([...byStart.keys()].sort());
  const filter = facets.find(({ param }) => param === summary.series?.split)?.filter;
  for (const { start, values, ...counted } of summary.series?.periods ?? []) {
    expectCounted(byStart.get(start) ?? [], counted);
    const within = groupByValue(byStart.get(start) ?? [], filter);
    for (const [value, part] of Object.entries(values)) expectCounted(within.get(value) ?? [], part);
  }
}

function groupByValue(records: readonly CountedRecord[], filter: Filter | undefined): Map<string, CountedRecord[]> {
  const groups = new Map<string, CountedRecord[]>();
  if (filter === undefined) return groups;
  for (const record of records) {
    const values = new Set(getFacts(record.record, filter).map(String));
    if (isUnknown(record.record, filter)) values.add(UNKNOWN);
    for (const value of values) {
      const group = groups.get(value);
      if (group === undefined) groups.set(value, [record]);
      else group.push(record);
    }
  }
  return groups;
}

function isAbout(records: readonly CountedRecord[]): boolean {
  return records.some(({ owned, amount }) => !owned && amount !== null);
}

function getSum(records: readonly CountedRecord[]): number {
  return records.reduce((sum, { amount }) => sum + (amount ?? 0), 0) / 100;
}

function expectCounted(records: readonly CountedRecord[], { count, sumUsd, about, owned, ownedSumUsd }: Counted): void {
  const ownedRecords = records.filter((record) => record.owned);
  expect({ count, about, owned }).toEqual({
    count: records.length,
    about: isAbout(records),
    owned: ownedRecords.length,
  });
  expectSum(ownedSumUsd, getSum(ownedRecords), false);
  expectSum(sumUsd, records.some(({ amount }) => amount !== null) ? getSum(records) : null, about);
}

/**
 * Compares sums: those of cents beyond 2^53 differ by the order in which they are added, and `about` has two digits.
 */
function expectSum(actual: number | null | undefined, expected: number | null, about: boolean): void {
  if (expected === null || actual === null || actual === undefined) {
    expect(actual).toBe(expected);
    return;
  }
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(Math.abs(expected) * (about ? 0.051 : 1e-12));
  if (about) expect(actual).toBe(Number(actual.toPrecision(2)));
}

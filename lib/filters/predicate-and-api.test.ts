/**
 * Checks that the predicate and the API agree: random queries over random records are sent to the real service. Where a
 * record lacks the fact, the predicate must return undefined; the response is then checked against the database.
 */

import { FEED_NAMES, FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { type AnyQuery, filterParameters } from "@dealflow/contract/filters";
import { serializeFeedQuery } from "@dealflow/contract/query/feed-query";
import { naicsAncestry, resolveNaics } from "@dealflow/contract/query/naics";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertRandomMarket, POOLS, type RandomMarket } from "@/service/http/long/random-market";
import { print, scaled, TIMEOUT_MS } from "@/service/http/long/testing";
import { type TestService, testService } from "@/service/http/testing/service";
import { refreshMetrics } from "@/service/metrics/refresh";
import { matcher } from "./predicate";

const SEED = 12;
const QUERIES = scaled(10_000, 3 / 100) / FEED_NAMES.length;
const SNAPSHOT_AT = new Date("2026-04-01T02:00:00.000Z");

const classification = { resolve: resolveNaics, ancestry: naicsAncestry };

interface Figures {
  readonly raised: number;
  readonly people: number;
  readonly founder: boolean;
}

interface Stored {
  readonly id: string;
}

let service: TestService;
let key: string;
let market: RandomMarket;
const all = new Map<FeedName, readonly Stored[]>();
const figures = new Map<string, Figures>();

async function fetchRecords(feed: FeedName, query: string): Promise<readonly Stored[]> {
  const response = await fetch(`${service.url}${FEEDS[feed].path}?limit=100&${query}`, {
    headers: { "X-API-Key": key },
  });
  const body: { data: Stored[]; pagination: { hasMore: boolean }; error?: { message: string } } = await response.json();
  expect(response.status, body.error?.message).toBe(200);
  expect(body.pagination.hasMore).toBe(false);
  return body.data;
}

beforeAll(async () => {
  service = await testService();
  ({ key } = await service.account(100_000_000));
  const { pool } = service.database;
  market = await insertRandomMarket(pool, SEED);
  await refreshMetrics(pool, SNAPSHOT_AT);
  const { rows } = await pool.query<Figures & { id: string }>(
    `select company_id as id, raised_last_12m_usd_cents / 100.0::float8 as raised, known_people as people,
       has_founder as founder from company_figures`,
  );
  for (const { id, ...known } of rows) figures.set(id, known);
  for (const feed of FEED_NAMES) all.set(feed, await fetchRecords(feed, ""));
});
afterAll(() => service.stop());

const some = (values: readonly (string | null)[], ...others: string[]) =>
  fc.uniqueArray(fc.constantFrom(...known(values), ...others), { minLength: 1, maxLength: 3 });
const one = <T>(values: readonly T[]) => fc.constantFrom(...values);
/** The values are read later, because they exist only once the market does. */
const later = (values: () => readonly string[]) => fc.nat().map((index) => values()[index % values().length]);

function known<T>(values: readonly (T | null)[]): T[] {
  return values.filter((value): value is T => value !== null);
}

const since = one(["2026-01-01", "2026-01-01T23:59:59.999Z", "2026-01-02T01:00:00+01:00", "2024-02-29T10:00:00.001Z"]);
const until = one(["2026-03-05", "2026-03-05T12:00:00Z", "2026-03-04", "2026-03-05T12:00:00.000999Z"]);
const amounts = {
  minAmountUsd: one([0, 0.01, 0.011, 0.99, 1_000_000, 4_999_999.999, 5_000_000, 5_000_000.5, 123_456_789.01]),
  maxAmountUsd: one([5_000_000, 5_000_000.49, 5_000_000.5, 123_456_789.01, 9e20]),
};
const naicsCode = one(["51", "5132", "541511", "31-33", "32", "3254", "44-45", "44", "445110", "52", "99", "unknown"]);
const countries = some(POOLS.countries, "JP", "unknown");
const employeeBuckets = some(POOLS.buckets, "51-200");
const companyId = later(() => market.companies.map(({ id }) => id));
const domain = later(() => [...market.domains.keys(), "nobody.example"]);
const industries = ["Software Development", "Biotechnology Research", "Insurance", "unknown"];
const SEARCHES = [
  ...[
    "qu",
    "labs",
    "LABS quor",
    "zurich",
    "zuerich",
    "zü",
    "ZÜRICH labs",
    "한",
    "국",
    "한국",
    "😀",
    "😀co",
    "smile😀",
    "%",
    "_",
    "\\",
  ],
  ...[
    "50%",
    "_off",
    "sø",
    "so",
    "a",
    "a b",
    "ab",
    ".example",
    "company1",
    "Company1.EXAMPLE",
    "nothing",
    "ist",
    "is",
    "e\u0301a",
  ],
];

const fields = {
  funding: {
    ...{ since, until, ...amounts, naicsCode, countries, companyId, domain },
    industryGroups: some(["software development", "BIOTECHNOLOGY research", "Insurance", "unknown"]),
    verticals: some(["ai", "saas", "climate", "media", "unknown"]),
    round: some(POOLS.rounds, "series-b"),
    employeeBuckets,
    enrichedOnly: one([true, false]),
  },
  acquisitions: {
    ...{ since, until, ...amounts, naicsCode, countries, companyId, domain },
    industryGroups: some(["software development", "BIOTECHNOLOGY research", "Insurance", "unknown"]),
    verticals: some(["ai", "saas", "climate", "media", "unknown"]),
    paymentType: some(POOLS.paymentTypes),
    isMerger: one([true, false]),
  },
  execMoves: {
    ...{ since, until, countries, companyId, domain },
    personId: later(() => market.people),
    moveType: some(POOLS.moveTypes),
    roleSeniority: some(POOLS.seniorities, "other"),
  },
  companies: {
    ...{ since, countries, naicsCode },
    industryGroups: some(industries),
    employeeBuckets: some(POOLS.buckets, "51-200", "unknown"),
    search: one(SEARCHES),
    domain: later(() => [...market.domains.keys(), "nobody.example"]),
    minFoundedYear: one([0, 1999, 2000, 2010]),
    maxFoundedYear: one([2010, 2015, 2020, 9_999]),
    minRaisedLast12mUsd: one([0, 0.01, 1_000_000, 5_000_000.5, 99_999_999]),
    minKnownPeople: one([0, 1, 2, 3]),
    hasFounder: one([true, false]),
  },
  investors: {
    ...{ since, search: one(SEARCHES) },
    type: some(POOLS.investorTypes, "cvc", "unknown"),
    country: one(["US", "DE", "JP", "unknown"]),
    domain: later(() => ["investor1.example", "INVESTOR2.example", "investor3.example", "nobody.example"]),
  },
} as const satisfies Record<FeedName, Record<string, fc.Arbitrary<unknown>>>;

/** Each parameter is unset two times in three, so that combinations match. */
function arbitraryQuery(feed: FeedName): fc.Arbitrary<AnyQuery> {
  const openParameters = Object.entries(fields[feed]).map(
    ([name, arbitrary]): [string, fc.Arbitrary<AnyQuery[string]>] => [
      name,
      fc.oneof({ weight: 1, arbitrary }, { weight: 2, arbitrary: fc.constant(undefined) }),
    ],
  );
  return fc.record(Object.fromEntries(openParameters));
}

/** These facts are in the database, but not in the record. */
function isStoredElsewhere(feed: FeedName, record: Stored, query: AnyQuery): boolean {
  if (feed === "companies") {
    const { raised = 0, people = 0, founder = false } = figures.get(record.id) ?? {};
    const { minRaisedLast12mUsd = 0, minKnownPeople = 0, hasFounder } = query;
    return (
      raised >= Number(minRaisedLast12mUsd) && people >= Number(minKnownPeople) && (founder || hasFounder !== true)
    );
  }
  const owner = market.domains.get(String(query.domain));
  return query.domain === undefined || (owner !== undefined && JSON.stringify(record).includes(owner));
}

describe.each(FEED_NAMES)("%s", (feed) => {
  it(
    `returns exactly the records that the predicate matches, for ${QUERIES} queries`,
    async () => {
      let [matched, undetermined] = [0, 0];
      const undecidable = FEEDS[feed].filters.filter(({ facts }) => facts.length === 0).flatMap(filterParameters);
      await fc.assert(
        fc.asyncProperty(arbitraryQuery(feed), async (query) => {
          const matches = matcher(FEEDS[feed], query, classification);
          // A browser is simulated that has not loaded the classification.
          const early = matcher(FEEDS[feed], query);
          const open = undecidable.some((name) => query[name] !== undefined && query[name] !== false);
          const expected = (all.get(feed) ?? []).filter((record) => {
            const [result, earlyResult] = [matches(record), early(record)];
            if (earlyResult !== undefined) expect(earlyResult).toBe(result);
            if (result !== false) expect(result).toBe(open ? undefined : true);
            return result !== false && isStoredElsewhere(feed, record, query);
          });
          const given = await fetchRecords(feed, serializeFeedQuery(FEEDS[feed], query));
          expect(given.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
          matched += Number(given.length > 0);
          undetermined += Number(open);
        }),
        { seed: SEED, numRuns: QUERIES },
      );
      print(
        `${feed}: ${QUERIES} queries, ${matched} with records, ${undetermined} of which the record does not decide`,
      );
      expect(matched).toBeGreaterThan(QUERIES / 4);
      expect(undetermined > 0).toBe(undecidable.length > 0);
    },
    TIMEOUT_MS,
  );
});

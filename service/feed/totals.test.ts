import { FEEDS } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import { naicsAncestry, resolveNaics } from "@dealflow/contract/query/naics";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { matcher } from "@/lib/filters/predicate";
import { insertRandomMarket, POOLS } from "@/service/http/long/random-market";
import { scaled } from "@/service/http/long/testing";
import { insertDeal, insertRound } from "@/service/http/testing/fixtures";
import { Chance } from "@/service/ingest/demo/random";
import { reassembleEvents } from "@/service/ingest/write/reassemble";
import { type CompanyFacts, companyRecord } from "@/service/records/company";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { inTransaction } from "@/service/store/transaction";
import { countTotal } from "@/service/summaries/counting/summarize";
import { type LoadedDataset, loadDataset, updateDataset } from "@/service/summaries/dataset";
import { getLayout } from "@/service/summaries/layout";
import { SOURCES } from "./feeds";
import { totalStatement } from "./totals";

const classification = { resolve: resolveNaics, ancestry: naicsAncestry };
const COUNTED = ["funding", "acquisitions"] as const;
type CountedFeed = (typeof COUNTED)[number];

/**
 * Amounts and instants are at the edges of their numbers: around whole $10,000, beyond the usual digits, the largest.
 */
const CENTS = [999_999, 1_000_000, 1_000_001, 268_435_455_999_999, 268_435_456_000_000, 2 ** 53 - 1];
/** No import stores these. Each is the number that its digits say, which 2 ** 62 is not. */
const ABSURD_CENTS = [4.6e18, 9.2e18];
const INSTANTS = ["0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z", "2871-01-01"];

let database: TestDatabase;
let companies: readonly CompanyFacts[];
/** Columns are kept current by the changes, and segments are so small that they are merged often. */
const SIZES = { full: 20, read: 7, collected: 15 };
const datasets = new Map<CountedFeed, LoadedDataset>();

beforeAll(async () => {
  database = await testDatabase();
  const { pool } = database;
  ({ companies } = await insertRandomMarket(pool, 5));
  const chance = new Chance(6);
  for (const amountUsdCents of CENTS) {
    const facts = { amountUsdCents, announcedAt: new Date(chance.pick(INSTANTS)) };
    await insertRound(pool, chance.pick(companies), facts);
    await insertDeal(pool, "Nobody knows", chance.pick(companies), facts);
  }
  for (const text of INSTANTS) await insertRound(pool, chance.pick(companies), { announcedAt: new Date(text) });
});
afterAll(() => database.drop());

/** Counts in the database. */
async function getTotal(feed: CountedFeed, query: AnyQuery): Promise<number | undefined> {
  const { text, values } = totalStatement(SOURCES[feed], query);
  const { rows } = await database.pool.query<{ total: number }>(text, [...values]);
  return rows[0]?.total;
}

async function bringUpToDate(feed: CountedFeed): Promise<LoadedDataset> {
  const before = datasets.get(feed);
  const layout = getLayout(feed);
  const dataset = await inTransaction(database.pool, async (client) => {
    await client.query("set transaction isolation level repeatable read, read only");
    return before === undefined ? loadDataset(client, layout, 1) : updateDataset(client, layout, before, SIZES);
  });
  if (dataset === undefined) throw new Error("some changes were not recorded");
  datasets.set(feed, dataset);
  return dataset;
}

const some = (values: readonly (string | null)[], ...others: string[]) =>
  fc.uniqueArray(fc.constantFrom(...values.filter((value) => value !== null), ...others), {
    minLength: 1,
    maxLength: 3,
  });
/** Amounts are at, just above and just below one that events have. */
const usd = fc
  .tuple(
    fc.constantFrom(...CENTS, ...ABSURD_CENTS, ...POOLS.cents.filter((cents) => cents !== null)),
    fc.constantFrom(-1, 0, 0.5, 1),
  )
  .map(([cents, aside]) => Math.max(0, (cents + aside) / 100));
const instant = fc.constantFrom(
  ...[...INSTANTS, ...POOLS.instants, "2026-01-01", "2026-03-05", "2026-01-01T23:59:59.998Z", "9999-12-31"],
);
const shared = {
  countries: some(POOLS.countries, "JP", "unknown"),
  industryGroups: some(POOLS.industries, "unknown"),
  verticals: some(["ai", "saas", "climate", "media", "unknown"]),
  naicsCode: fc.constantFrom("51", "5132", "541511", "31-33", "32", "44", "99", "unknown"),
  minAmountUsd: usd,
  maxAmountUsd: usd,
  since: instant,
  until: instant,
};
const queries: Record<CountedFeed, fc.Arbitrary<AnyQuery>> = {
  funding: fc.record(
    {
      ...shared,
      round: some(POOLS.rounds, "series-b"),
      employeeBuckets: some(POOLS.buckets),
      enrichedOnly: fc.boolean(),
      companyId: fc.nat().map((index) => companies[index % companies.length]?.id),
    },
    { requiredKeys: [] },
  ),
  acquisitions: fc.record(
    {
      ...shared,
      paymentType: some(POOLS.paymentTypes),
      isMerger: fc.boolean(),
      companyId: fc.nat().map((index) => companies[index % companies.length]?.id),
    },
    { requiredKeys: [] },
  ),
};
/** Retains few of many parameters, so that matches are left, and never a range that the API rejects. */
function sparse(query: AnyQuery, retain: readonly number[]): AnyQuery {
  const selectedQuery: AnyQuery = Object.fromEntries(
    Object.entries(query).filter((_, index) => retain.includes(index)),
  );
  const { minAmountUsd: min, maxAmountUsd: max, since, until, ...others } = selectedQuery;
  return {
    ...others,
    ...(min !== undefined && max !== undefined && min > max
      ? { minAmountUsd: min }
      : { minAmountUsd: min, maxAmountUsd: max }),
    ...(since !== undefined && until !== undefined && since > until ? { since } : { since, until }),
  };
}

/** Checks random queries, each counted record by record. */
async function expectTotals(feed: CountedFeed): Promise<void> {
  const { rows } = await database.pool.query<{ record: string }>(`select record from ${SOURCES[feed].table}`);
  const records: unknown[] = rows.map(({ record }) => JSON.parse(record));
  const { segments } = await bringUpToDate(feed);
  expect(await getTotal(feed, {})).toBe(records.length);
  let found = 0;
  await fc.assert(
    fc.asyncProperty(queries[feed], fc.array(fc.nat(12), { minLength: 1, maxLength: 3 }), async (full, retain) => {
      const query = sparse(full, retain);
      const matches = matcher(FEEDS[feed], query, classification);
      const expected = records.filter((record) => matches(record) === true).length;
      expect(await getTotal(feed, query)).toBe(expected);
      if (query.companyId === undefined) expect(countTotal(getLayout(feed), segments, query)).toBe(expected);
      found += Math.min(expected, 1);
    }),
    { numRuns: scaled(1_500), seed: 7 },
  );
  if (records.length > 0) expect(found).toBeGreaterThan(scaled(1_500) / 5);
}

async function changeEvents(statement: string): Promise<number> {
  return (await database.pool.query(statement)).rowCount ?? 0;
}

describe.each(COUNTED)("%s", (feed) => {
  const { table } = SOURCES[feed];
  const amount = feed === "funding" ? "amountUsd" : "dealAmountUsd";

  it("after inserts", () => expectTotals(feed));

  it("after updates of amounts, dates and facets, of many events at once", async () => {
    // An import writes columns, facets and record alike.
    expect(
      await changeEvents(`update ${table} set amount_usd_cents = null,
        record = jsonb_set(jsonb_set(record::jsonb, '{${amount}}', 'null'), '{${amount}Cents}', 'null')::text
        where id in (select id from ${table} where amount_usd_cents is not null order by id limit 20)`),
    ).toBe(20);
    expect(
      await changeEvents(`update ${table} set announced_at = '2026-01-02T00:00:00.001Z',
        record = jsonb_set(record::jsonb, '{announcedAt}', '"2026-01-02T00:00:00.001Z"')::text
        where id in (select id from ${table} order by md5(id::text) limit 40)`),
    ).toBe(40);
    await expectTotals(feed);
  });

  it("after changes of companies", async () => {
    const changed = companies.slice(0, 25).map((facts, index) => ({
      ...facts,
      hqCountry: POOLS.countries[index % 5] ?? null,
      industryGroup: POOLS.industries[index % 4] ?? null,
      naicsCode: POOLS.naicsCodes[index % 9] ?? null,
      verticals: POOLS.verticals[index % 4] ?? [],
    }));
    await inTransaction(database.pool, (client) =>
      reassembleEvents(client, new Map(changed.map((facts) => [facts.id, companyRecord(facts)]))),
    );
    await expectTotals(feed);
  });

  it("after deletes, and again when new events come", async () => {
    expect(
      await changeEvents(`delete from ${table} where id in (
      select id from ${table} order by md5(id::text) limit (select count(*) / 2 from ${table}))`),
    ).toBeGreaterThan(30);
    await expectTotals(feed);
    for (const amountUsdCents of [null, 5_000_000_50, ...ABSURD_CENTS])
      if (feed === "funding") await insertRound(database.pool, "Nobody knows", { amountUsdCents });
      else await insertDeal(database.pool, "Nobody knows", "Nor them", { amountUsdCents });
    await expectTotals(feed);
  });

  it("when nothing is left, and when a write is undone", async () => {
    if (feed === "funding") await changeEvents("delete from funding_event_investors");
    const undone = inTransaction(database.pool, async (client) => {
      await client.query(`delete from ${table}`);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await expectTotals(feed);
    await changeEvents(`delete from ${table}`);
    await expectTotals(feed);
  });
});

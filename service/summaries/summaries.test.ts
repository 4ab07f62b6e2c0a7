/** Summaries equal a count of every record: random queries, also while the feeds change. */

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Summary } from "@dealflow/contract/account/summaries";
import { FEED_NAMES, type FeedName } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SOURCES } from "@/service/feed/feeds";
import { POOLS } from "@/service/http/long/random-market";
import { scaled, TIMEOUT_MS } from "@/service/http/long/testing";
import { insertCompanies, insertDeal, insertRound } from "@/service/http/testing/fixtures";
import { THREAD_BUNDLE } from "@/service/http/testing/service";
import { loadDemoOnce } from "@/service/ingest/demo/load";
import { Chance } from "@/service/ingest/demo/random";
import type { CompanyFacts } from "@/service/records/company";
import { newId } from "@/service/store/new-id";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { getLayout } from "./layout";
import { createSummaries, type Summaries } from "./summaries";
import { expectSummary, readFeed, type StoredFeed } from "./testing";

const NOW = new Date("2026-10-20T00:00:00.000Z");
const MARKET = { companies: 200, rounds: 1_000, acquisitions: 100, moves: 500, investors: 100 };
const MEMORY = 64 * 1024 * 1024;

let database: TestDatabase;
let summaries: Summaries;
let companies: readonly CompanyFacts[];
let nobody: Workspace;
let owner: Workspace;
const feeds = new Map<FeedName, StoredFeed>();

beforeAll(async () => {
  database = await testDatabase();
  await loadDemoOnce(database.pool, { now: NOW, size: MARKET, log: () => {} });
  companies = await insertCompanies(
    database.pool,
    POOLS.countries.map((hqCountry, index) => ({
      name: `Company ${index}`,
      domain: null,
      hqCountry,
      naicsCode: POOLS.naicsCodes[index] ?? null,
      industryGroup: POOLS.industries[index] ?? null,
      verticals: [...(POOLS.verticals[index] ?? [])],
      employeeCountBucket: POOLS.buckets[index] ?? null,
    })),
  );
  for (const [index, instant] of POOLS.instants.entries())
    for (const company of companies) {
      const facts = { announcedAt: new Date(instant), amountUsdCents: POOLS.cents[index] ?? null };
      await insertRound(database.pool, company, { ...facts, round: POOLS.rounds[index % POOLS.rounds.length] ?? null });
      await insertDeal(database.pool, "Stranger", company, facts);
    }
  summaries = openSummaries(MEMORY);
  for (const feed of FEED_NAMES) feeds.set(feed, await readFeed(database.pool, feed));
  nobody = await insertWorkspace(0);
  owner = await insertWorkspace(0.3);
});
afterAll(async () => {
  await summaries.stop();
  await database.drop();
});

function storedFeed(feed: FeedName): StoredFeed {
  const stored = feeds.get(feed);
  if (stored === undefined) throw new Error(`${feed} was not read`);
  return stored;
}

function openSummaries(memoryBytes: number): Summaries {
  const { url } = database;
  const snapshotDirectory = mkdtempSync(path.join(tmpdir(), "dealflow-summaries-"));
  const settings = { databaseUrl: url, purchasesUrl: url, snapshotDirectory, memoryBytes, threadBundle: THREAD_BUNDLE };
  return createSummaries(database.pools, settings);
}

interface Workspace {
  readonly id: string;
  readonly owned: ReadonlySet<string>;
}

/** Owns a share of the records of every feed. */
async function insertWorkspace(share: number): Promise<Workspace> {
  const id = newId();
  await database.pool.query("insert into workspaces (id, name, created_at) values ($1::uuid, $1::uuid::text, now())", [
    id,
  ]);
  const chance = new Chance(3);
  const owned = new Set<string>();
  for (const feed of FEED_NAMES)
    for (const record of storedFeed(feed).records) if (chance.happens(share)) owned.add(record.id);
  for (const feed of FEED_NAMES)
    await database.pool.query(
      `insert into purchased_records (workspace_id, kind, record_id, ledger_id, at)
       select $1, $2, record_id, $1, now() from unnest($3::uuid[]) record_id`,
      [id, SOURCES[feed].table, storedFeed(feed).records.flatMap((record) => (owned.has(record.id) ? record.id : []))],
    );
  return { id, owned };
}

async function getSummary(
  feed: FeedName,
  query: AnyQuery,
  { split = getLayout(feed).splits[0], of = summaries, by = nobody }: SummaryOptions = {},
) {
  const { version, body } = await of.get(feed, query, split, { workspaceId: by.id, since: null }, "all");
  const summary: Summary = JSON.parse(body);
  return { version, summary };
}

interface SummaryOptions {
  readonly split?: string | undefined;
  readonly of?: Summaries;
  readonly by?: Workspace;
}

const some = (...values: readonly (string | null)[]) =>
  fc.uniqueArray(fc.constantFrom(...values.filter((value) => value !== null)), { minLength: 1, maxLength: 4 });
const usd = fc.constantFrom(0, 0.01, 1_000_000, 2_500_000, 5_000_000, 5_000_000.5, 25_000_000, 1e9);
const instant = fc.constantFrom(
  ...POOLS.instants,
  "2026-01-01",
  "2026-06-30",
  "2026-10-01",
  "2025-11-20",
  "2023-02-03",
);
const countries = some(...POOLS.countries, "IN", "IL", "SE", "unknown");
const industryGroups = some(...POOLS.industries, "unknown", "Hospitals and Health Care");
const verticals = some("ai", "saas", "climate", "media", "fintech", "unknown");
const naicsCode = fc.constantFrom("51", "5132", "541511", "31-33", "32", "44", "99", "unknown");
const employeeBuckets = some("1-10", "11-50", "51-200", "201-500", "10001+");
const dates = { since: instant, until: instant };
const amounts = { minAmountUsd: usd, maxAmountUsd: usd };
const companyId = fc.nat().map((index) => companies[index % companies.length]?.id);
const of = (parameters: Record<string, fc.Arbitrary<AnyQuery[string]>>) => fc.record(parameters, { requiredKeys: [] });

/** The facts of these filters are in the record. */
const QUERIES: Readonly<Record<FeedName, fc.Arbitrary<AnyQuery>>> = {
  funding: of({
    ...dates,
    ...amounts,
    round: some("seed", "series-a", "series-b", "grant", "pre-seed"),
    countries,
    naicsCode,
    industryGroups,
    verticals,
    employeeBuckets,
    enrichedOnly: fc.boolean(),
    companyId,
  }),
  acquisitions: of({
    ...dates,
    ...amounts,
    paymentType: some(...POOLS.paymentTypes),
    isMerger: fc.boolean(),
    countries,
    industryGroups,
    naicsCode,
    verticals,
    companyId,
  }),
  execMoves: of({
    ...dates,
    moveType: some(...POOLS.moveTypes),
    roleSeniority: some(...POOLS.seniorities),
    countries,
    companyId,
  }),
  companies: of({
    since: instant,
    countries,
    industryGroups: some("Software Development", "Law Practice", "unknown"),
    naicsCode,
    employeeBuckets: some("1-10", "11-50", "51-200", "unknown"),
    minFoundedYear: fc.constantFrom(1999, 2010, 2015),
    maxFoundedYear: fc.constantFrom(2010, 2018, 2020),
    search: fc.constantFrom("labs", "zürich", "한국", "ai quiet"),
  }),
  investors: of({
    since: instant,
    type: some(...POOLS.investorTypes, "unknown"),
    country: fc.constantFrom("US", "DE", "unknown"),
    search: fc.constantFrom("capital", "partners", "a"),
  }),
};

/** Keeps few of the parameters, so that matches are left, and no range that the API rejects. */
function thinned(query: AnyQuery, selected: readonly number[]): AnyQuery {
  const few: Record<string, AnyQuery[string]> = Object.fromEntries(
    Object.entries(query).filter(([, value], index) => value !== undefined && selected.includes(index)),
  );
  for (const [low, high] of [
    ["minAmountUsd", "maxAmountUsd"],
    ["minFoundedYear", "maxFoundedYear"],
    ["since", "until"],
  ] as const) {
    const [from, to] = [few[low], few[high]];
    if (from !== undefined && to !== undefined && from > to) delete few[high];
  }
  return few;
}

/** Adds, changes or removes events. */
async function change(round: number): Promise<void> {
  const { pool } = database;
  const company = companies[round % companies.length] ?? "Nobody knows";
  await insertRound(pool, company, { round: "seed", announcedAt: NOW, amountUsdCents: round * 100 });
  if (round % 3 === 0)
    await pool.query("delete from funding_events where id = (select id from funding_events order by id limit 1)");
  if (round % 4 === 0)
    await pool.query("update funding_events set amount_usd_cents = 777 where amount_usd_cents = $1", [
      (round - 2) * 100,
    ]);
}

describe("a summary", () => {
  it.each(FEED_NAMES)(
    "of %s equals a count of every record",
    async (feed) => {
      await fc.assert(
        fc.asyncProperty(
          QUERIES[feed],
          fc.array(fc.nat(10), { maxLength: 5 }),
          fc.constantFrom(...getLayout(feed).splits, undefined),
          fc.boolean(),
          async (all, selected, split, owns) => {
            const query = thinned(all, selected);
            const by = owns ? owner : nobody;
            const { summary } = await getSummary(feed, query, { split, by });
            expectSummary(feed, storedFeed(feed), query, summary, by.owned);
          },
        ),
        { numRuns: scaled(1_000), seed: 11, endOnFailure: true },
      );
    },
    TIMEOUT_MS,
  );

  it(
    "is the same where the feeds do not fit into memory",
    async () => {
      const small = openSummaries(0);
      try {
        const records = FEED_NAMES.reduce((sum, feed) => sum + storedFeed(feed).records.length, 0);
        expect(await small.preload()).toEqual({ sampled: [], unloaded: FEED_NAMES, bytes: records * 100 });
        for (const feed of FEED_NAMES)
          await fc.assert(
            fc.asyncProperty(
              QUERIES[feed],
              fc.array(fc.nat(10), { maxLength: 5 }),
              fc.boolean(),
              async (all, selected, owns) => {
                const query = thinned(all, selected);
                const by = owns ? owner : nobody;
                const { summary } = await getSummary(feed, query, { of: small, by });
                expectSummary(feed, storedFeed(feed), query, summary, by.owned);
              },
            ),
            { numRuns: scaled(100), seed: 12, endOnFailure: true },
          );
      } finally {
        await small.stop();
      }
    },
    TIMEOUT_MS,
  );

  it("comes with totals by exact amounts, where columns decide them", async () => {
    const { rows } = await database.pool.query<{ total: number }>(
      "select count(*)::int as total from funding_events where amount_usd_cents >= 500000001",
    );
    // What the columns of previews hold for these amounts is the middle of their band.
    const query = { minAmountUsd: 5_000_000.01 };
    await getSummary("funding", query);
    expect(await summaries.countTotal("funding", query)).toBe(rows[0]?.total);
    expect(rows[0]?.total).toBeGreaterThan(0);
    expect(await summaries.countTotal("funding", { companyId: companies[0]?.id })).toBeUndefined();
    expect(await summaries.countTotal("companies", {})).toBeUndefined();
  });

  it("counts companies by their metrics", async () => {
    for (const [query, condition] of [
      [{ minRaisedLast12mUsd: 1_000_000 }, "raised_last_12m_usd_cents >= 100000000"],
      [{ minKnownPeople: 1, hasFounder: true }, "known_people >= 1 and has_founder"],
      [{ hasFounder: true, sort: "prominence" }, "has_founder"],
    ] as const) {
      const { rows } = await database.pool.query(
        `select count(*)::int as total from company_figures where ${condition}`,
      );
      const { summary } = await getSummary("companies", query);
      expect(summary.total).toBe(rows[0]?.total);
      expect(summary.total).toBeGreaterThan(0);
    }
  });

  it(
    "is of one version while events are added, changed and removed",
    async () => {
      for (let round = 0; round < scaled(300); round++) {
        const changing = change(round);
        const query: AnyQuery = round % 2 === 0 ? { round: ["seed"], since: "2026-01-01" } : {};
        for (let compared = false; !compared; ) {
          const [stored, { version, summary }] = await Promise.all([
            readFeed(database.pool, "funding"),
            getSummary("funding", query, { by: owner }),
          ]);
          compared = stored.version === version;
          if (compared) expectSummary("funding", stored, query, summary, owner.owned);
        }
        await changing;
      }
      const stored = await readFeed(database.pool, "funding");
      const { version, summary } = await getSummary("funding", {});
      expect(version).toBe(stored.version);
      expect(summary.counting).toBe(false);
      expectSummary("funding", stored, {}, summary);
    },
    TIMEOUT_MS,
  );
});

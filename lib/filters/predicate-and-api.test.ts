/** The predicate and the API answer alike: random queries over random records, asked of the real service. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FEEDS, type FeedName } from "@/lib/contract/feeds";
import type { AnyQuery } from "@/lib/contract/filters";
import { naicsAncestry, resolveNaics } from "@/lib/contract/naics";
import { companyFacts, insertCompany, insertDeal, insertRound } from "@/service/http/fixtures";
import { type TestService, testService } from "@/service/http/testing";
import { writeQuery } from "./codec";
import { matcher } from "./predicate";

const classification = { resolve: resolveNaics, ancestry: naicsAncestry };

/** Few enough of each that queries hit, null among them. */
const COUNTRIES = ["US", "DE", "FR", null];
const INDUSTRIES = ["Software Development", "Biotechnology Research", null];
const CODES = ["5132", "5415", "3254", "44-45", "52", null];
const VERTICALS = [["ai"], ["ai", "saas"], ["climate"], []] as const;
const BUCKETS = ["1-10", "11-50", null] as const;
const ROUNDS = ["seed", "series-a", "grant", null] as const;
const AMOUNTS = [null, 1_000_000_00, 5_000_000_00, 5_000_000_50];
const DAYS = ["2026-01-01T00:00:00.000Z", "2026-01-01T23:59:59.999Z", "2026-03-05T12:00:00.000Z"];

const pick = <T>(values: readonly T[], seed: number): T | undefined => values[seed % values.length];

let service: TestService;
let key: string;
const all = new Map<FeedName, { id: string }[]>();

async function ask(feed: FeedName, query: string): Promise<{ id: string }[]> {
  const answer = await fetch(`${service.url}${FEEDS[feed].path}?limit=100&${query}`, { headers: { "X-API-Key": key } });
  const body: { data: { id: string }[]; error?: { message: string } } = await answer.json();
  expect(answer.status, body.error?.message).toBe(200);
  return body.data;
}

beforeAll(async () => {
  service = await testService();
  ({ key } = await service.account(1_000_000));
  const pool = service.database.pool;
  const companies = [];
  for (let index = 0; index < 12; index++)
    companies.push(
      await insertCompany(
        pool,
        companyFacts({
          domain: index % 5 === 4 ? null : `company${index}.example`,
          hqCountry: pick(COUNTRIES, index) ?? null,
          industryGroup: pick(INDUSTRIES, index) ?? null,
          naicsCode: pick(CODES, index) ?? null,
          verticals: pick(VERTICALS, index) ?? [],
          employeeCountBucket: pick(BUCKETS, index) ?? null,
          description: index % 4 === 3 ? null : "Does things.",
        }),
      ),
    );
  for (let index = 0; index < 80; index++) {
    const announcedAt = new Date(pick(DAYS, index) ?? "");
    const company = index % 9 === 8 ? "Nobody knows" : companies[(index * 7) % companies.length];
    const other = index % 7 === 6 ? "A stranger" : companies[(index * 5 + 3) % companies.length];
    if (company === undefined || other === undefined) throw new Error("there are no companies");
    const amountUsdCents = pick(AMOUNTS, index * 3) ?? null;
    await insertRound(pool, company, { round: pick(ROUNDS, index * 3) ?? null, amountUsdCents, announcedAt });
    const paymentType = pick(["cash", "stock", "undisclosed"] as const, index) ?? "cash";
    await insertDeal(pool, company, other, { paymentType, isMerger: index % 3 === 0, amountUsdCents, announcedAt });
  }
  for (const feed of ["funding", "acquisitions"] as const) all.set(feed, await ask(feed, ""));
});
afterAll(() => service.stop());

const some = <T>(values: readonly T[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }), { nil: undefined, freq: 2 });
const one = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 1 });

const shared = {
  countries: some(["US", "DE", "FR", "GB", "unknown"]),
  industryGroups: some(["Software Development", "biotechnology research", "Law Practice", "unknown"]),
  verticals: some(["ai", "saas", "climate", "unknown"]),
  naicsCode: one(["51", "5132", "541511", "31-33", "32", "44-45", "44", "52", "99", "unknown"]),
  minAmountUsd: one([0, 1_000_000, 5_000_000, 5_000_000.5]),
  maxAmountUsd: one([5_000_000, 5_000_000.5, 9_000_000]),
  since: one(["2026-01-01", "2026-01-01T23:59:59.999Z", "2026-02-01T00:00:00+02:00"]),
  until: one(["2026-03-05", "2026-03-05T12:00:00Z", "2026-03-04"]),
};
const queries: Record<"funding" | "acquisitions", fc.Arbitrary<AnyQuery>> = {
  funding: fc.record({
    ...shared,
    round: some(["seed", "series-a", "series-b"]),
    employeeBuckets: some(["1-10", "11-50"]),
    enrichedOnly: one([true, false]),
  }),
  acquisitions: fc.record({
    ...shared,
    paymentType: some(["cash", "stock", "mixed"]),
    isMerger: one([true, false]),
  }),
};

describe.each(["funding", "acquisitions"] as const)("%s", (feed) => {
  it("gives the records that the predicate says yes to, and no others", async () => {
    let matched = 0;
    await fc.assert(
      fc.asyncProperty(queries[feed], async (query) => {
        const matches = matcher(FEEDS[feed], query, classification);
        const expected = (all.get(feed) ?? []).filter((record) => matches(record) === true).map((record) => record.id);
        const given = (await ask(feed, writeQuery(FEEDS[feed], query))).map((record) => record.id);
        expect(given).toEqual(expected);
        matched += Number(given.length > 0);
      }),
      { numRuns: 150 },
    );
    expect(matched).toBeGreaterThan(20);
  });

  it("knows companies by id", async () => {
    const records = all.get(feed) ?? [];
    const ids = new Set(JSON.stringify(records).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g));
    for (const companyId of [...ids].slice(0, 20)) {
      const matches = matcher(FEEDS[feed], { companyId });
      const given = (await ask(feed, writeQuery(FEEDS[feed], { companyId }))).map((record) => record.id);
      expect(given).toEqual(records.filter((record) => matches(record) === true).map((record) => record.id));
    }
  });
});

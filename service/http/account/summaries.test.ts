/** Summaries over HTTP: free, for signed-in people, and never about who. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { ACCOUNT } from "@/lib/contract/account";
import type { Summary } from "@/lib/contract/account-summaries";
import { RETRY_AFTER_HEADER } from "@/lib/contract/headers";
import { REQUEST_LIMITS } from "@/lib/contract/limits";
import { readBalance, readLedger } from "@/service/credits/ledger";
import { requestAccount } from "../testing/account";
import { insertCompany, insertRound } from "../testing/fixtures";
import { type TestAccount, type TestService, testService } from "../testing/service";
import { createAccountLimits } from "./limits";

const AT = new Date("2026-11-03T12:00:00.000Z");
const MILLION = 1_000_000_00;

let service: TestService;
let account: TestAccount;

beforeAll(async () => {
  service = await testService();
  account = await service.account(100);
  const { pool } = service.database;
  const berlin = await insertCompany(pool, { name: "Quorvane", hqCountry: "DE" });
  const paris = await insertCompany(pool, { name: "Ostermark", hqCountry: "FR", domain: "ostermark.example" });
  const rounds = [
    ...Array.from({ length: 6 }, (_, index) => [berlin, "seed", (index + 1) * MILLION] as const),
    ...Array.from({ length: 4 }, (_, index) => [paris, "series-a", (index + 1) * 10 * MILLION] as const),
    [paris, "seed", null] as const,
  ];
  for (const [company, round, amountUsdCents] of rounds)
    await insertRound(pool, company, { round, amountUsdCents, announcedAt: AT });
});
afterAll(() => service.stop());

async function get(search: string, feed = "funding", at = service, { cookie } = account) {
  const response = await requestAccount(at, ACCOUNT.summary, { id: feed, search, cookie });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
async function summaryOf(search: string): Promise<Summary> {
  const { status, body } = await get(search);
  expect(status, body.error?.message).toBe(200);
  return body;
}

it("counts what matches, each facet under the other filters, and costs nothing", async () => {
  const summary = await summaryOf("?round=seed");
  expect(summary).toMatchObject({
    total: 7,
    amounts: { count: 6, sumUsd: 21_000_000, medianUsd: 3_500_000 },
    facets: { round: { seed: 7, "series-a": 4 }, countries: { DE: 6, FR: 1 } },
    countries: { DE: { count: 6, sumUsd: 21_000_000 }, FR: { count: 1, sumUsd: null } },
    series: { interval: "day", split: "round", periods: [{ start: "2026-11-03", count: 7, sumUsd: 21_000_000 }] },
  });
  expect(await readLedger(service.database.pool, account.workspaceId, 10)).toHaveLength(1);
  expect((await readBalance(service.database.pool, account.workspaceId)).balance).toBe(100);
});

it("names no record: no id, no name, no domain", async () => {
  const { body } = await get("");
  expect(JSON.stringify(body)).not.toMatch(/quorvane|ostermark|[0-9a-f]{8}-[0-9a-f]{4}-/i);
});

it("splits the series by another facet, and serves text filters", async () => {
  const { series } = await summaryOf("?split=employeeBuckets&domain=ostermark.example");
  expect(series).toMatchObject({
    split: "employeeBuckets",
    periods: [{ count: 5, values: { "11-50": { count: 5 } } }],
  });
  const { total, facets } = (await get("?search=oster", "companies")).body;
  expect({ total, countries: facets.countries }).toEqual({ total: 1, countries: { FR: 1 } });
});

it.each([
  ["?rond=seed", "funding", "rond"],
  ["?round=sed", "funding", "round must be one of"],
  ["?minAmountUsd=5&maxAmountUsd=1", "funding", "minAmountUsd (5) is above maxAmountUsd (1)"],
  ["?split=countries", "funding", 'split must be one of round, verticals, employeeBuckets; got "countries"'],
  ["?split=type", "investors", "split does not apply to investors, which have no series"],
])("rejects %s of %s with a message about it", async (search, feed, message) => {
  const { status, body } = await get(search, feed);
  expect(status).toBe(400);
  expect(body.error.message).toContain(message);
});

it("has no summaries of other feeds, for people who are not signed in, or with FREE_EXPLORE=off", async () => {
  expect((await get("", "people")).status).toBe(404);
  expect((await requestAccount(service, ACCOUNT.summary, { id: "funding" })).status).toBe(401);
  const off = await testService(service, { freeExplore: "off" });
  expect((await get("", "funding", off)).status).toBe(404);
  await off.stop();
});

it("limits the requests of each person by itself", async () => {
  const limited = await testService(service, { limits: createAccountLimits({ now: () => 0 }) });
  const statuses: number[] = [];
  for (let index = 0; index <= REQUEST_LIMITS.summary.burst; index++)
    statuses.push((await get("", "funding", limited)).status);
  expect(statuses.indexOf(429)).toBe(REQUEST_LIMITS.summary.burst);
  const { status, headers } = await get("", "funding", limited);
  expect([status, headers.get(RETRY_AFTER_HEADER)]).toEqual([429, "1"]);
  const colleague = await service.person(account.workspaceId, "member");
  expect((await requestAccount(limited, ACCOUNT.summary, { id: "funding", cookie: colleague.cookie })).status).toBe(
    200,
  );
  await limited.stop();
});

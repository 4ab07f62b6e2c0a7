/** Summaries over HTTP: free, for signed-in people, and never about who. */

import { ACCOUNT } from "@dealflow/contract/account/account";
import type { Summary } from "@dealflow/contract/account/summaries";
import { FEEDS } from "@dealflow/contract/feeds";
import { RETRY_AFTER_HEADER } from "@dealflow/contract/headers";
import { REQUEST_LIMITS } from "@dealflow/contract/limits";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readBalance, readLedger } from "@/service/credits/ledger";
import { Chance } from "@/service/ingest/demo/random";
import { scaled } from "../../long/testing";
import { requestAccount, requestAccountFeed } from "../../testing/account";
import { insertCompany, insertRound } from "../../testing/fixtures";
import { type TestAccount, type TestService, testService } from "../../testing/service";
import { createAccountLimits } from "../limits/limits";

const AT = new Date("2026-11-03T12:00:00.000Z");
const MILLION = 1_000_000_00;

let service: TestService;
let account: TestAccount;
/** Owns the seed rounds. */
let buyer: TestAccount;
/** Owns everything. */
let owner: TestAccount;

beforeAll(async () => {
  service = await testService(undefined, { payOnceDays: Number.POSITIVE_INFINITY });
  [account, buyer, owner] = [await service.account(100), await service.account(100), await service.account(1_000)];
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
  const chance = new Chance(7);
  for (let index = 0; index < 150; index++)
    await insertRound(pool, chance.pick([berlin, paris]), {
      round: chance.pick(["growth", "grant", "debt"]),
      amountUsdCents: chance.happens(0.2) ? null : Math.round(10 ** (6 + chance.between(0, 600) / 100)),
      announcedAt: new Date(AT.getTime() - chance.between(1_000, 500_000) * 3_600),
    });
  await buy(buyer, "round=seed&limit=100");
  for (const round of ["seed", "series-a", "growth", "grant", "debt"]) await buy(owner, `round=${round}&limit=100`);
  await service.preload();
});
afterAll(() => service.stop());

async function get(search: string, feed = "funding", at = service, { cookie } = account) {
  const response = await requestAccount(at, ACCOUNT.summary, { id: feed, search, cookie });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
async function buy({ cookie }: TestAccount, query: string): Promise<void> {
  expect((await requestAccountFeed(service, `${FEEDS.funding.path}?${query}`, cookie)).status).toBe(200);
}
async function getSummary(search: string, by = account): Promise<Summary> {
  const { status, body } = await get(search, "funding", service, by);
  expect(status, body.error?.message).toBe(200);
  return body;
}

it("counts what matches, each facet under the other filters, amounts by the middles of bands; costs nothing", async () => {
  const summary = await getSummary("?round=seed");
  expect(summary).toMatchObject({
    total: 7,
    owned: 0,
    counting: false,
    amounts: { count: 6, sumUsd: 24_000_000, medianUsd: 3_500_000, about: true },
    facets: {
      round: { seed: { count: 7, sumUsd: 24_000_000 }, "series-a": { count: 4, about: true } },
      countries: { DE: { count: 6, sumUsd: 24_000_000, about: true }, FR: { count: 1, sumUsd: null, about: false } },
    },
    series: { interval: "day", split: "round", periods: [{ start: "2026-11-03", count: 7, sumUsd: 24_000_000 }] },
  });
  expect(await readLedger(service.database.pool, account.workspaceId, 10)).toHaveLength(1);
  expect((await readBalance(service.database.pool, account.workspaceId)).balance).toBe(100);
});

it("counts owned records exactly, and says how many there are", async () => {
  const summary = await getSummary("?round=seed&round=series-a", buyer);
  expect(summary).toMatchObject({
    total: 11,
    owned: 7,
    amounts: { count: 10, about: true },
    facets: {
      countries: {
        DE: { count: 6, owned: 6, sumUsd: 21_000_000, ownedSumUsd: 21_000_000, about: false },
        FR: { count: 5, owned: 1, ownedSumUsd: 0, about: true },
      },
    },
  });
  const exact = await getSummary("?round=seed&minAmountUsd=2000000&maxAmountUsd=5000000", buyer);
  expect(exact.amounts).toEqual({ count: 4, sumUsd: 14_000_000, medianUsd: 3_500_000, about: false });
  // Of what is not owned, the bands that the range reaches into.
  const about = await getSummary("?round=seed&minAmountUsd=2000000&maxAmountUsd=5000000");
  expect(about).toMatchObject({ total: 4, owned: 0, amounts: { count: 4, sumUsd: 10_000_000 } });
});

it("counts a purchase from the next summary on", async () => {
  const late = await service.account(10);
  expect((await getSummary("?round=series-a", late)).owned).toBe(0);
  await buy(late, "round=series-a&limit=1");
  expect((await getSummary("?round=series-a", late)).owned).toBe(1);
});

it("adds up: the amounts that are drawn are those of the whole, within their two digits, or exactly when all are owned", async () => {
  const chance = new Chance(9);
  for (let index = 0; index < scaled(100, 1 / 4); index++) {
    const round = chance.pick(["seed", "series-a", "growth", "grant", "debt"]);
    const query = new URLSearchParams({ round });
    if (chance.happens(0.5)) query.set("countries", chance.pick(["DE", "FR"]));
    if (chance.happens(0.5)) query.set("minAmountUsd", String(chance.between(0, 90_000_000)));
    if (chance.happens(0.5)) query.set("maxAmountUsd", String(chance.between(90_000_000, 9_000_000_000)));
    for (const by of [account, buyer, owner]) {
      const { total, owned, amounts, facets, series } = await getSummary(`?${query}`, by);
      const explored = { id: "funding", search: `?${query}&limit=1&includeTotal=true`, cookie: by.cookie };
      const page = await (await requestAccount(service, ACCOUNT.explore, explored)).json();
      expect(page.pagination.total).toBe(total);
      const rounds = Object.entries(facets.round ?? {}).flatMap(([value, part]) => (value === round ? [part] : []));
      const drawn = [rounds, series?.periods ?? []];
      for (const parts of drawn) {
        expect(parts.reduce((sum, part) => sum + part.count, 0)).toBe(total);
        expect(parts.reduce((sum, part) => sum + part.owned, 0)).toBe(owned);
        const sum = parts.reduce((all, part) => all + (part.sumUsd ?? 0), 0);
        const tolerance = by === owner ? 1e-9 : 0.1;
        expect(Math.abs(sum - (amounts?.sumUsd ?? 0))).toBeLessThanOrEqual(tolerance * sum);
      }
      if (by === owner) expect([owned, amounts?.about]).toEqual([total, false]);
    }
  }
});

it("says when an import is still being counted, else is right immediately after it", async () => {
  const company = await insertCompany(service.database.pool, { name: "Halvard", hqCountry: "NO", domain: null });
  for (let index = 1; index <= 5; index++) {
    await insertRound(service.database.pool, company, { round: "pipe", announcedAt: AT });
    const { total, counting } = await getSummary("?round=pipe");
    if (!counting) expect(total).toBe(index);
  }
});

it("names no record: no id, no name, no domain", async () => {
  const { body } = await get("");
  expect(JSON.stringify(body)).not.toMatch(/quorvane|ostermark|[0-9a-f]{8}-[0-9a-f]{4}-/i);
});

it("splits the series by another facet, and of texts counts what is owned", async () => {
  const { series } = await getSummary("?split=employeeBuckets&round=series-a");
  expect(series).toMatchObject({
    split: "employeeBuckets",
    periods: [{ count: 4, values: { "11-50": { count: 4 } } }],
  });
  for (const text of ["domain=ostermark.example", "domain=nothing.example"])
    expect(await getSummary(`?${text}`)).toMatchObject({
      total: 0,
      amounts: { count: 0, sumUsd: null },
      facets: { countries: {} },
    });
  const { total, owned } = await getSummary("?domain=ostermark.example", buyer);
  expect({ total, owned }).toEqual({ total: 1, owned: 1 });
  expect((await get("?search=oster", "companies")).body.total).toBe(0);
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

it("limits the requests of each person separately", async () => {
  const limited = await testService(service, { limits: createAccountLimits(service.database.pool, { now: () => 0 }) });
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

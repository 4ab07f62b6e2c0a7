/** Tests the browser's queries and purchases against the dashboard's server and the real service. */
import { ACCOUNT } from "@dealflow/contract/account/account";
import { InfiniteQueryObserver, MutationObserver } from "@tanstack/react-query";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openDocument } from "@/lib/client/requests/testing";
import { foreignDashboard, ownDashboard, type TestDashboard } from "@/lib/server/testing/dashboard";
import { readBalance } from "@/service/credits/ledger";
import { expectResponse } from "@/service/http/testing/expect-response";
import { insertCompany, insertRound } from "@/service/http/testing/fixtures";
import { TEST_SECRET, type TestAccount, type TestService, testService } from "@/service/http/testing/service";
import type { CompanyFacts } from "@/service/records/company";

const ROUNDS = 50;
const FUNDING = { feed: "funding", canonical: "", order: "", scope: "all" } as const;
const realFetch = globalThis.fetch;

let installed: TestService;
let company: CompanyFacts;
/** This service has no previews, and a price for every page. */
let paid: TestService;
let account: TestAccount;
let dashboard: TestDashboard;

beforeAll(async () => {
  installed = await testService(undefined, { payOnceDays: Number.POSITIVE_INFINITY });
  paid = await testService(installed, { freeExplore: "off", payOnceDays: Number.POSITIVE_INFINITY });
  company = await insertCompany(installed.database.pool);
  for (let index = 0; index < ROUNDS; index++) await insertRound(installed.database.pool, company);
});
afterAll(async () => {
  await paid.stop();
  await installed.stop();
});
beforeEach(async () => {
  account = await installed.account(1000);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await dashboard.stop();
});

const balance = async () => (await readBalance(installed.database.pool, account.workspaceId)).balance;

/** Opens a document of the browser; its fetch reaches the dashboard as a page's does. */
async function page(of: Promise<TestDashboard>) {
  dashboard = await of;
  openDocument({ url: "http://localhost:3000/funding" });
  let session = "";
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    // The dashboard's server runs in this process too, and calls the service by its full URL.
    if (!path.startsWith("/")) return realFetch(path, init);
    const headers = new Headers(init.headers);
    if (session !== "") headers.set("Cookie", session);
    const response = await dashboard.send(path, { ...init, headers });
    session = response.headers.get("set-cookie")?.split(";")[0] ?? session;
    return response;
  });
  const { feedQuery } = await import("./feed");
  const { buyMutation } = await import("./buy");
  const { getQueryClient } = await import("./client");
  const { fetchBalance, meterState, updateMeter } = await import("@/lib/client/meter");
  const client = getQueryClient();
  const observe = () => new InfiniteQueryObserver(client, feedQuery(FUNDING));
  return {
    fetchBalance,
    meterState,
    updateMeter,
    load: () => observe().refetch(),
    loadMore: () => observe().fetchNextPage(),
    rows: () => observe().getCurrentResult().data,
    mount: () => observe().subscribe(() => undefined),
    owned: async () => {
      const query = new InfiniteQueryObserver(client, feedQuery({ ...FUNDING, scope: "owned" }));
      return (await query.refetch()).data?.total;
    },
    buy: (purchase: { references: readonly string[] } | { cursor: string | null }) =>
      new MutationObserver(client, buyMutation("funding")).mutate({ canonical: "", order: "", purchase }),
  };
}

describe("rows with previews", () => {
  it("are read to their end for free", async () => {
    const browser = await page(ownDashboard(installed.url, account, TEST_SECRET));
    await browser.load();
    await browser.loadMore();
    expect(browser.rows()).toMatchObject({ total: ROUNDS, next: undefined, owned: [], creditsInView: 0 });
    expect(browser.rows()?.rows).toHaveLength(ROUNDS);
    expect(await balance()).toBe(1000);
  });

  it("become owned in their places when they are bought, at the price of those that were not", async () => {
    const browser = await page(ownDashboard(installed.url, account, TEST_SECRET));
    await browser.load();
    const references = (browser.rows()?.rows ?? []).slice(0, 3).flatMap(({ preview }) => preview?.reference ?? []);
    await browser.buy({ references: references.slice(0, 2) });
    const bought = await browser.buy({ references });
    expect(bought.rows.map(({ reference }) => reference)).toEqual(references);
    expect(browser.rows()?.owned.map(({ reference }) => reference)).toEqual(references);
    expect(browser.rows()?.creditsInView).toBe(3);
    expect([await balance(), browser.meterState().balance, browser.meterState().lastCost]).toEqual([997, 997, 1]);
    expect(await browser.owned()).toBe(3);
  });

  it("are bought as far as the budget of the session reaches", async () => {
    const browser = await page(ownDashboard(installed.url, account, TEST_SECRET));
    const body = { person: null, day: null, month: null, session: 3 };
    await expectResponse(installed, ACCOUNT.setBudget, { cookie: account.cookie, body });
    await browser.fetchBalance();
    await browser.load();
    const references = (browser.rows()?.rows ?? []).slice(0, 5).flatMap(({ preview }) => preview?.reference ?? []);
    const bought = await browser.buy({ references });
    expect(bought.rows.map(({ reference }) => reference)).toEqual(references.slice(0, 3));
    expect([await balance(), browser.meterState().sessionUsed]).toEqual([997, 3]);
    await expect(browser.buy({ references: references.slice(3) })).rejects.toThrow(
      "This session's budget of 3 credits would be exceeded: 3 used, this request needs 2",
    );
    expect(await balance()).toBe(997);
  });

  it("are requested again while the service still reads the latest changes of the feed", async () => {
    const { pool, url } = installed.database;
    await installed.preload();
    const { id } = await insertRound(pool, company);
    // The service waits for this lock before it reads which records have changed.
    const lock = new pg.Client({ connectionString: url });
    await lock.connect();
    await lock.query("begin; lock table feed_changes in access exclusive mode");
    const browser = await page(ownDashboard(installed.url, account, TEST_SECRET));
    const unmount = browser.mount();
    await vi.waitFor(() => expect(browser.rows()?.total).toBe(ROUNDS));
    await lock.end();
    await vi.waitFor(() => expect(browser.rows()?.total).toBe(ROUNDS + 1), 10_000);
    unmount();
    await pool.query("delete from funding_events where id = $1", [id]);
  });

  it("that a search hides are bought by the page", async () => {
    const browser = await page(ownDashboard(installed.url, account, TEST_SECRET));
    const first = await browser.buy({ cursor: null });
    expect([first.rows.length, first.next?.limit, await balance()]).toEqual([20, 20, 980]);
    expect((await browser.buy({ cursor: first.next?.cursor ?? null })).rows).toHaveLength(20);
    expect((await browser.buy({ cursor: null })).rows).toHaveLength(20);
    expect([await balance(), await browser.owned()]).toEqual([960, 40]);
  });
});

describe.each([
  ["our own service without previews", () => ownDashboard(paid.url, account, TEST_SECRET)],
  ["another host", () => foreignDashboard(paid.url, account.key)],
])("of %s", (_, open) => {
  it("the next page has as many rows as the budget of the session leaves", async () => {
    const browser = await page(open());
    await browser.load();
    browser.updateMeter({ sessionMost: 7, sessionUsed: 4 });
    const { rows, next } = await browser.buy({ cursor: null });
    expect([rows.length, await balance()]).toEqual([3, 997]);
    browser.updateMeter({ sessionMost: null });
    expect((await browser.buy({ cursor: next?.cursor ?? null })).rows).toHaveLength(20);
    expect([browser.rows()?.rows.length, await balance()]).toEqual([23, 977]);
  });

  it("the next page is bought before it is seen, continues the rows, and is free from then on", async () => {
    const browser = await page(open());
    await browser.load();
    expect(browser.rows()).toMatchObject({ rows: [], next: { cursor: null, limit: 20 } });
    for (const rows of [20, 40, ROUNDS]) {
      const next = browser.rows()?.next;
      if (next === undefined) throw new Error("there is a next page");
      await browser.buy({ cursor: next.cursor });
      expect(browser.rows()?.rows).toHaveLength(rows);
      expect(browser.rows()?.creditsInView).toBe(rows);
      expect([await balance(), browser.meterState().balance]).toEqual([1000 - rows, 1000 - rows]);
    }
    expect(browser.rows()).toMatchObject({ next: undefined, total: ROUNDS });
    // This opens a new document.
    const { load, rows: read } = browser;
    await load();
    while (read()?.rows.length !== ROUNDS) await browser.loadMore();
    expect(read()?.next).toBeUndefined();
    expect(await balance()).toBe(1000 - ROUNDS);
    expect(browser.meterState().balance).toBe(1000 - ROUNDS);
  });
});

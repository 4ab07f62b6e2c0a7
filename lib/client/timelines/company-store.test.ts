/** The browser's store of companies against the dashboard's server and the real service: every credit is counted. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ALL_KINDS } from "@/lib/api/timeline-part";
import { ownDashboard, type TestDashboard } from "@/lib/server/testing";
import { insertCompanies, insertDeal, insertRound } from "@/service/http/testing/fixtures";
import { TEST_SECRET, type TestService, testService } from "@/service/http/testing/service";
import { openDocument } from "../testing";

const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
const realFetch = globalThis.fetch;

let service: TestService;
let dashboard: TestDashboard;
/** Alder costs 4 credits, Birch 2. */
let alder: string;
let birch: string;

beforeAll(async () => {
  service = await testService();
  const { pool } = service.database;
  const [first, second] = await insertCompanies(pool, [
    { name: "Alder", domain: "alder.example" },
    { name: "Birch", domain: "birch.example" },
  ]);
  if (!first || !second) throw new Error("two companies were asked for");
  [alder, birch] = [first.id, second.id];
  await insertRound(pool, first);
  await insertRound(pool, first);
  await insertDeal(pool, first, "Stranger");
  await insertRound(pool, second);
});
afterAll(() => service.stop());

let credits: number;
async function start(granted: number): Promise<void> {
  await dashboard?.stop();
  credits = granted;
  dashboard = await ownDashboard(service.url, await service.account(granted), TEST_SECRET);
}
beforeEach(() => start(100));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
afterAll(() => dashboard.stop());

/** A document of the browser; its fetch reaches the dashboard as a page's does. */
async function page() {
  openDocument({ url: "http://localhost:3000/companies" });
  const requests: string[] = [];
  vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) => {
    // The dashboard's server runs in this process too, and calls the service by its full URL.
    if (!path.startsWith("/")) return realFetch(path, init);
    const headers = new Headers(init.headers);
    requests.push(`${headers.get("X-Dealflow-Intent") ?? "free"} ${String(init.body ?? "")}`.trim());
    return dashboard.send(path, init);
  });
  const store = await import("./company-store");
  const { oneTimeline, severalTimelines, permit } = await import("./request");
  return {
    ...store,
    requests: requests,
    state: (id: string) => store.stateIn(store.companyStates(), id),
    buyOne: (id: string, kinds = ALL_KINDS, intent: "buy" | "refresh" = "buy") => {
      permit(oneTimeline({ by: "id", value: id }, kinds));
      return store.buyTimeline(id, kinds, intent);
    },
    buySeveral: (ids: readonly string[]) => {
      permit(severalTimelines(ids, ALL_KINDS));
      return store.buyTimelines(ids, ALL_KINDS);
    },
  };
}

const spent = () => credits - (dashboard.balanceState.balance ?? credits);

describe("without a permit", () => {
  it("nothing is bought", async () => {
    const browser = await page();
    await browser.buyTimeline(alder, ALL_KINDS, "refresh");
    await browser.buyTimelines([alder, birch], ALL_KINDS);
    await browser.loadQuotes([alder]);
    await browser.loadCached([alder], true);
    expect(browser.requests.filter((text) => /^(buy|refresh)/.test(text))).toEqual([]);
    expect([spent(), browser.state(alder).parts]).toEqual([0, []]);
    expect(browser.state(alder).quote?.counts).toEqual({ funding: 2, acquisitions: 1, exec_moves: 0 });
  });
});

describe("one company", () => {
  it("costs what its quote said, once", async () => {
    const browser = await page();
    await Promise.all([browser.buyOne(alder), browser.buyOne(alder)]);
    expect(spent()).toBe(4);
    expect(browser.state(alder).parts).toMatchObject([{ kinds: ALL_KINDS, cut: false, available: 3 }]);
    await browser.buyOne(alder, ALL_KINDS, "refresh");
    expect(spent()).toBe(8);
  });

  it("bought by its domain is stored under its id", async () => {
    const browser = await page();
    const { oneTimeline, permit } = await import("./request");
    permit(oneTimeline({ by: "domain", value: "alder.example" }, ALL_KINDS));
    expect(await browser.buyByName({ by: "domain", value: "alder.example" }, ALL_KINDS)).toBe(alder);
    const later = await page();
    await later.loadCached([alder], true);
    expect(later.state(alder).parts).toHaveLength(1);
    expect(spent()).toBe(4);
  });

  it("that does not exist is reported as such, and not charged", async () => {
    const browser = await page();
    await browser.buyOne(UNKNOWN_ID);
    expect(browser.state(UNKNOWN_ID)).toMatchObject({ outcome: "missing", error: undefined, parts: [] });
    expect(spent()).toBe(0);
  });

  it("that the credits do not cover is cut, and rejected at 0", async () => {
    await start(2);
    const browser = await page();
    await browser.buyOne(alder);
    expect(browser.state(alder).parts).toMatchObject([{ cut: true, available: 3 }]);
    await browser.buyOne(alder, ALL_KINDS, "refresh");
    expect(browser.state(alder).error).toMatchObject({ status: 402, charged: "no" });
    expect(browser.state(alder).parts).toHaveLength(1);
  });
});

describe("several companies", () => {
  it("are bought in one request, and each is then cached by itself", async () => {
    const browser = await page();
    await browser.buySeveral([alder, UNKNOWN_ID, birch]);
    expect(spent()).toBe(6);
    expect([alder, UNKNOWN_ID, birch].map((id) => browser.state(id).outcome)).toEqual([
      undefined,
      "missing",
      undefined,
    ]);
    const later = await page();
    await later.loadCached([alder, birch], true);
    expect([alder, birch].map((id) => later.state(id).parts.length)).toEqual([1, 1]);
    expect(spent()).toBe(6);
  });

  it("that were skipped are requested again, not served from the cache", async () => {
    await start(3);
    const browser = await page();
    await browser.buySeveral([alder, birch]);
    expect([alder, birch].map((id) => browser.state(id).outcome)).toEqual(["skipped", "skipped"]);
    expect(spent()).toBe(0);
    await browser.buySeveral([birch, alder]);
    expect([birch, alder].map((id) => browser.state(id).outcome)).toEqual([undefined, "skipped"]);
    expect(spent()).toBe(2);
    await browser.buySeveral([alder]);
    await browser.buySeveral([alder]);
    expect(browser.requests.filter((text) => text === `refresh {"companies":[{"id":"${alder}"}]}`)).toHaveLength(2);
  });
});

/** Loading a whole view against the dashboard's server and the real service: every credit and every request is counted. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openDocument } from "@/lib/client/testing";
import { ownDashboard, type TestDashboard } from "@/lib/server/testing";
import { insertCompany, insertRound } from "@/service/http/testing/fixtures";
import { TEST_SECRET, type TestService, testService } from "@/service/http/testing/service";

const ROUNDS = 130;
const realFetch = globalThis.fetch;

let service: TestService;
let dashboard: TestDashboard;
let account: Awaited<ReturnType<TestService["account"]>>;
let requests: string[];
/** Called before each request of the page is sent on. */
let before: (number: number) => void;

beforeAll(async () => {
  service = await testService();
  const company = await insertCompany(service.database.pool);
  for (let index = 0; index < ROUNDS; index++) await insertRound(service.database.pool, company);
});
afterAll(() => service.stop());

beforeEach(() => {
  before = () => undefined;
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await dashboard.stop();
});

/** A document on `/funding` whose first page is bought, in a workspace of so many credits. */
async function opened(credits: number, limit?: { perMinute: number; burst: number }) {
  account = await service.account(credits, limit && { limit });
  dashboard = await ownDashboard(service.url, account, TEST_SECRET);
  openDocument({ url: "http://localhost:3000/funding" });
  requests = [];
  vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) => {
    if (!path.startsWith("/")) return realFetch(path, init);
    requests.push(path);
    before(requests.length);
    return dashboard.send(path, init);
  });
  const store = await import("@/lib/queries/feeds");
  const { grantPermit: grant, pageKey, hasPermit } = await import("./permits");
  grant(pageKey("funding", "", null));
  await store.fetchFirst("funding", "");
  const run = await import("./load-all-run");
  const { loadAll } = await import("./load-all");
  return {
    ...run,
    hasPermit: (cursor: string | null) => hasPermit(pageKey("funding", "", cursor)),
    loadAll: (bound: number) => loadAll("funding", "", bound),
    state: () => store.readFeed("funding", ""),
    ids: () => store.readFeed("funding", "").pages.flatMap((page) => page.records.map(({ id }) => id)),
    fetchNext: () => store.fetchNext("funding", ""),
  };
}

async function spent(credits: number): Promise<number> {
  const { rows } = await service.database.pool.query<{ balance: string }>(
    "select balance from workspaces where id = $1",
    [account.workspaceId],
  );
  return credits - Number(rows[0]?.balance);
}

describe("loading a whole view", () => {
  it("buys every record once, page by page, and ends with the data", async () => {
    const page = await opened(1_000);
    await page.loadAll(ROUNDS - 20);
    expect(new Set(page.ids()).size).toBe(ROUNDS);
    expect(page.state()).toMatchObject({ error: undefined, fetching: undefined });
    expect([await spent(1_000), requests.length, new Set(requests).size]).toEqual([ROUNDS, 7, 7]);
    expect(page.currentRun()).toBeUndefined();
  });

  it("reports its progress", async () => {
    const page = await opened(1_000);
    const reported: (number | undefined)[] = [];
    page.subscribeRun(() => reported.push(page.currentRun()?.used));
    await page.loadAll(60);
    expect([...new Set(reported)]).toEqual([0, 20, 40, 60, undefined]);
  });

  it("stops at its bound, and continues from there when started again", async () => {
    const page = await opened(1_000);
    await page.loadAll(40);
    expect([page.ids().length, await spent(1_000)]).toEqual([60, 60]);
    await page.loadAll(ROUNDS);
    expect([new Set(page.ids()).size, await spent(1_000)]).toEqual([ROUNDS, ROUNDS]);
  });

  it("finishes the request in flight when stopped, and keeps its result", async () => {
    const page = await opened(1_000);
    before = (number) => {
      if (number === 3) page.stopLoadAll();
    };
    await page.loadAll(ROUNDS);
    expect([page.ids().length, requests.length, await spent(1_000)]).toEqual([60, 3, 60]);
  });

  it("ends when the person leaves the view", async () => {
    const page = await opened(1_000);
    before = (number) => {
      if (number === 2) window.location.search = "?round=seed";
    };
    await page.loadAll(ROUNDS);
    expect([requests.length, await spent(1_000)]).toEqual([2, 40]);
  });

  it("continues when a sheet is opened", async () => {
    const page = await opened(1_000);
    before = (number) => {
      if (number === 2) window.location.search = "?open=x";
    };
    await page.loadAll(ROUNDS);
    expect(page.ids()).toHaveLength(ROUNDS);
  });

  it("runs once, however often it is started", async () => {
    const page = await opened(1_000);
    await Promise.all([page.loadAll(ROUNDS), page.loadAll(ROUNDS), page.fetchNext()]);
    expect([new Set(page.ids()).size, await spent(1_000)]).toEqual([ROUNDS, ROUNDS]);
  });

  it("leaves no permit behind", async () => {
    const page = await opened(1_000);
    await page.loadAll(40);
    for (const { nextCursor } of page.state().pages) expect(page.hasPermit(nextCursor)).toBe(false);
  });
});

describe("an error", () => {
  it("ends it, keeps the loaded pages, and is not retried", async () => {
    const page = await opened(1_000);
    before = (number) => {
      if (number === 3) throw new TypeError("Failed to fetch");
    };
    await page.loadAll(ROUNDS);
    expect(page.ids()).toHaveLength(40);
    expect(page.state().error).toMatchObject({ status: 0, charged: "unknown" });
    expect([requests.length, await spent(1_000)]).toEqual([3, 40]);
    await page.loadAll(ROUNDS);
    expect([new Set(page.ids()).size, await spent(1_000)]).toEqual([ROUNDS, ROUNDS]);
  });

  it("the end of the credits ends it on the last record that they paid for", async () => {
    const page = await opened(70);
    await page.loadAll(ROUNDS);
    expect([page.ids().length, requests.length, await spent(70)]).toEqual([70, 4, 70]);
  });

  it("the rate limit is waited for, at no cost", async () => {
    const page = await opened(1_000, { perMinute: 240, burst: 2 });
    const waits: boolean[] = [];
    page.subscribeRun(() => waits.push(page.currentRun()?.waitUntil !== undefined));
    await page.loadAll(80);
    expect([page.ids().length, await spent(1_000), waits.includes(true)]).toEqual([100, 100, true]);
  });

  it("is stopped while it waits as well", async () => {
    const page = await opened(1_000, { perMinute: 1, burst: 2 });
    page.subscribeRun(() => {
      if (page.currentRun()?.waitUntil !== undefined && !page.currentRun()?.stopping) page.stopLoadAll();
    });
    await page.loadAll(ROUNDS);
    expect([page.ids().length, await spent(1_000)]).toEqual([40, 40]);
  });
});

it("the plan contains what is left, or its bound where the total is unknown", async () => {
  const { loadAllPlan } = await import("./load-all-run");
  expect(loadAllPlan({ total: 1_284, loaded: 20, page: 20, spendingLimit: 100 })).toEqual({
    total: 1_284,
    bound: 1_264,
  });
  expect(loadAllPlan({ total: 40, loaded: 20, page: 20, spendingLimit: 100 })).toBeUndefined();
  expect(loadAllPlan({ total: undefined, loaded: 20, page: 20, spendingLimit: 200 })).toEqual({
    total: undefined,
    bound: 200,
  });
});

/** The browser's queries against the dashboard's server and the real service: every credit is counted. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { CACHED_PAGES_PATH } from "@/lib/api/dashboard";
import { openDocument } from "@/lib/client/testing";
import { getCachedPages } from "@/lib/server/cached-pages";
import { ownDashboard, type TestDashboard } from "@/lib/server/testing";
import { insertCompany, insertRound } from "@/service/http/testing/fixtures";
import { TEST_SECRET, type TestService, testService } from "@/service/http/testing/service";

const ROUNDS = 50;
const realFetch = globalThis.fetch;

let service: TestService;
let dashboard: TestDashboard;
let requests: string[];

beforeAll(async () => {
  service = await testService();
  const company = await insertCompany(service.database.pool);
  for (let index = 0; index < ROUNDS; index++) await insertRound(service.database.pool, company);
});
afterAll(() => service.stop());

beforeEach(async () => {
  dashboard = await ownDashboard(service.url, await service.account(1000), TEST_SECRET);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await dashboard.stop();
});

/** A document of the browser, with the store of its own; its fetch reaches the dashboard as a page's does. */
async function page(facts: { online?: boolean } = {}) {
  openDocument({ url: "http://localhost:3000/funding", ...facts });
  requests = [];
  vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) => {
    // The dashboard's server runs in this process too, and calls the service by its full URL.
    if (!path.startsWith("/")) return realFetch(path, init);
    const headers = new Headers(init.headers);
    requests.push(headers.get("X-Dealflow-Intent") ?? (path.includes(CACHED_PAGES_PATH) ? "cached pages" : path));
    return dashboard.send(path, init);
  });
  const store = await import("./feeds");
  const { grantPermit: grant, pageKey } = await import("@/lib/spending/permits");
  const { meterState } = await import("@/lib/queries/meter");
  return {
    ...store,
    meterState,
    permit: (canonical: string, cursor: string | null = null) => grant(pageKey("funding", canonical, cursor)),
    state: (canonical = "") => store.readFeed("funding", canonical),
  };
}

const INITIAL = {
  feed: "funding",
  search: "",
  query: {},
  canonical: "",
  issues: [],
  mayOpen: false,
  creditsInView: 0,
} as const;

const spent = () => 1000 - (dashboard.balanceState.balance ?? 1000);

describe("without a permit", () => {
  it("fetching without a permit cannot spend", async () => {
    const browser = await page();
    await browser.fetchFirst("funding", "");
    expect(browser.state()).toMatchObject({ pages: [], fetched: true, fetching: undefined, error: undefined });
    await browser.fetchFirst("funding", "");
    await browser.fetchNext("funding", "");
    expect([requests, spent()]).toEqual([["cached", "cached"], 0]);
  });

  it("a cached page is free", async () => {
    const first = await page();
    first.permit("");
    await first.fetchFirst("funding", "");
    const reloaded = await page();
    await reloaded.fetchFirst("funding", "");
    expect(reloaded.state().pages[0]?.records).toHaveLength(20);
    expect(reloaded.state().pages[0]?.purchasedAt).toBe(first.state().pages[0]?.purchasedAt);
    expect(spent()).toBe(20);
  });
});

describe("with a permit", () => {
  it("one page is bought, once, however many callers request it", async () => {
    const browser = await page();
    browser.permit("");
    await Promise.all([
      browser.fetchFirst("funding", ""),
      browser.fetchFirst("funding", ""),
      browser.fetchNext("funding", ""),
    ]);
    expect(browser.state().pages).toHaveLength(1);
    expect(browser.state().pages[0]).toMatchObject({ total: ROUNDS, hasMore: true });
    expect([requests, spent()]).toEqual([["buy"], 20]);
  });

  it("pages follow one another to the end, and then no request is sent", async () => {
    const browser = await page();
    browser.permit("");
    await browser.fetchFirst("funding", "");
    for (;;) {
      const cursor = browser.state().pages.at(-1)?.nextCursor ?? null;
      if (cursor === null) break;
      browser.permit("", cursor);
      await browser.fetchNext("funding", "");
    }
    await browser.fetchNext("funding", "");
    const ids = browser.state().pages.flatMap((page) => page.records.map((record) => record.id));
    expect([new Set(ids).size, spent(), requests.length]).toEqual([ROUNDS, ROUNDS, 3]);
  });

  it("updates the meter with its cost", async () => {
    const browser = await page();
    browser.permit("round=seed");
    await browser.fetchFirst("funding", "round=seed");
    expect(browser.meterState()).toMatchObject({
      balance: 980,
      highest: 980,
      lastCost: 20,
      lastRequested: 20,
      sessionUsed: 20,
    });
    const before = browser.meterState();
    await browser.fetchFirst("funding", "round=seed");
    expect([browser.meterState(), requests]).toEqual([before, ["buy"]]);
  });
});

describe("what a query cache does by itself", () => {
  /** Two bought pages, watched as a component watches them. */
  async function watched() {
    const browser = await page();
    const { InfiniteQueryObserver, focusManager, onlineManager } = await import("@tanstack/react-query");
    const { getQueryClient } = await import("./client");
    const client = getQueryClient();
    client.mount();
    browser.permit("");
    await browser.fetchFirst("funding", "");
    browser.permit("", browser.state().pages[0]?.nextCursor ?? null);
    await browser.fetchNext("funding", "");
    const watch = () => new InfiniteQueryObserver(client, browser.feedQuery("funding", "")).subscribe(() => undefined);
    const waitUntilIdle = () => expect.poll(() => client.isFetching()).toBe(0);
    requests = [];
    return { browser, client, watch, settled: waitUntilIdle, focusManager, onlineManager };
  }

  it.each<[string, (at: Awaited<ReturnType<typeof watched>>) => Promise<void> | void]>([
    ["an invalidation", ({ client }) => client.invalidateQueries()],
    ["a refetch of everything", ({ client }) => client.refetchQueries()],
    [
      "two refetches at once",
      async ({ client }) => void (await Promise.all([client.refetchQueries(), client.refetchQueries()])),
    ],
    [
      "a window that gets the focus",
      ({ focusManager }) => {
        focusManager.setFocused(false);
        focusManager.setFocused(true);
      },
    ],
    [
      "a network that comes back",
      ({ onlineManager }) => {
        onlineManager.setOnline(false);
        onlineManager.setOnline(true);
      },
    ],
    [
      "a component that is mounted again",
      ({ watch }) => {
        watch()();
        watch()();
      },
    ],
    ["a view that is opened again", ({ browser }) => browser.openFeed("funding", "")],
  ])("%s buys nothing and loses no row", async (_, act) => {
    const at = await watched();
    const { pages } = at.browser.state();
    const unwatch = at.watch();
    await act(at);
    await at.settled();
    // The same once the server has forgotten what it had cached.
    const { workspaceId, cookie } = await service.account(1000);
    await dashboard.stop();
    dashboard = await ownDashboard(service.url, { workspaceId, cookie }, TEST_SECRET);
    await act(at);
    await at.settled();
    unwatch();
    expect(at.browser.state()).toMatchObject({ pages, error: undefined });
    expect(requests).toEqual([]);
  });
});

describe("a changed filter", () => {
  it("buys after the cache lookup in progress, when the page is still needed", async () => {
    const browser = await page();
    const looking = browser.fetchFirst("funding", "round=seed");
    await browser.buyFirst("funding", "round=seed", () => {
      browser.permit("round=seed");
      return true;
    });
    await looking;
    expect([requests, spent()]).toEqual([["cached", "buy"], 20]);
  });

  it("buys nothing when the person has moved on, or when the page is cached", async () => {
    const browser = await page();
    await browser.buyFirst("funding", "round=seed", () => false);
    browser.permit("");
    await browser.fetchFirst("funding", "");
    await browser.buyFirst("funding", "", () => expect.fail("the page is there"));
    expect([requests, spent()]).toEqual([["buy"], 20]);
  });
});

describe("a refresh", () => {
  it("buys the first page again and keeps the cached ones behind it", async () => {
    const browser = await page();
    browser.permit("");
    await browser.fetchFirst("funding", "");
    browser.permit("", browser.state().pages[0]?.nextCursor ?? null);
    await browser.fetchNext("funding", "");
    const before = browser.state().pages;
    await browser.refreshFirst("funding", "");
    const after = browser.state().pages;
    expect(after.map((page) => page.records.length)).toEqual([20, 20]);
    expect(Date.parse(after[0]?.purchasedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(before[0]?.purchasedAt ?? ""));
    expect([requests, spent()]).toEqual([["buy", "buy", "refresh", "cached pages"], 60]);
  });
});

describe("a view that is opened again", () => {
  /** Buys the three pages that there are. */
  async function buyAll() {
    const browser = await page();
    browser.permit("");
    await browser.fetchFirst("funding", "");
    for (let index = 0; index < 2; index++) {
      browser.permit("", browser.state().pages.at(-1)?.nextCursor ?? null);
      await browser.fetchNext("funding", "");
    }
    return browser.state().pages.flatMap(({ records }) => records.map(({ id }) => id));
  }

  it("shows every row that was paid for, and costs nothing", async () => {
    const ids = await buyAll();
    const again = await page();
    await again.openFeed("funding", "");
    await expect.poll(() => again.state().pages.flatMap(({ records }) => records.map(({ id }) => id))).toEqual(ids);
    expect(again.state()).toMatchObject({ fetching: undefined, error: undefined });
    expect([requests, spent()]).toEqual([["cached", "cached pages"], ROUNDS]);
  });

  it("sends no request when everything was rendered", async () => {
    await buyAll();
    const again = await page();
    const source = await dashboard.upstream();
    again.seedFeed({ ...INITIAL, pages: getCachedPages(dashboard.context, source, "funding", "", 50) });
    await again.openFeed("funding", "");
    expect([again.state().pages.length, requests]).toEqual([3, []]);
  });

  it("buys nothing when the cached page was evicted in the meantime, and updates its price", async () => {
    await buyAll();
    const again = await page();
    const [first] = getCachedPages(dashboard.context, await dashboard.upstream(), "funding", "", 50);
    if (first === undefined) throw new Error("the first page is cached");
    again.seedFeed({ ...INITIAL, pages: [{ ...first, nextCached: true }] });
    const { workspaceId, cookie } = await service.account(1000);
    await dashboard.stop();
    dashboard = await ownDashboard(service.url, { workspaceId, cookie }, TEST_SECRET);
    await again.openFeed("funding", "");
    expect(again.state()).toMatchObject({ pages: [{}], nextCached: false, error: undefined });
    expect(requests).toEqual(["cached pages"]);
  });

  it("keeps what it shows, and its price of nothing, without a response", async () => {
    await buyAll();
    const again = await page();
    const [first] = getCachedPages(dashboard.context, await dashboard.upstream(), "funding", "", 50);
    if (first === undefined) throw new Error("the first page is cached");
    again.seedFeed({ ...INITIAL, pages: [{ ...first, nextCached: true }] });
    await dashboard.stop();
    await again.openFeed("funding", "");
    expect(again.state()).toMatchObject({ pages: [{}], nextCached: true, fetching: undefined, error: undefined });
    expect(requests).toEqual(["cached pages"]);
  });
});

describe("a failure", () => {
  it("keeps the loaded pages, shows the cost, and is not repeated", async () => {
    const browser = await page();
    browser.permit("");
    await browser.fetchFirst("funding", "");
    const cursor = browser.state().pages[0]?.nextCursor ?? null;
    await dashboard.stop();
    browser.permit("", cursor);
    await browser.fetchNext("funding", "");
    expect(browser.state().pages).toHaveLength(1);
    expect(browser.state().error).toMatchObject({ status: 0, charged: "unknown" });
    expect(requests).toEqual(["buy", "buy"]);
  });

  it("offline cost nothing", async () => {
    const browser = await page({ online: false });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    browser.permit("");
    await browser.fetchFirst("funding", "");
    expect(browser.state()).toMatchObject({ fetched: false, error: { code: "OFFLINE", charged: "no" } });
  });

  it("carries the status, the request id and the wait of the envelope", async () => {
    const browser = await page();
    await dashboard.stop();
    dashboard = await ownDashboard(service.url, await service.account(0), TEST_SECRET);
    browser.permit("");
    await browser.fetchFirst("funding", "");
    expect(browser.state().error).toMatchObject({
      status: 402,
      code: "PAYMENT_REQUIRED",
      charged: "no",
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(browser.meterState().balance).toBe(0);
  });
});

describe("what the server had cached when it rendered", () => {
  it("is applied, unless more is known", async () => {
    const browser = await page();
    const cached = {
      records: [],
      hasMore: true,
      nextCursor: "c",
      purchasedAt: "2026-11-20T10:00:00.000Z",
      requestId: null,
      viewUsed: 20,
      nextCached: false,
    };
    const lengthWith = (pages: (typeof cached)[]) => {
      browser.seedFeed({ ...INITIAL, pages });
      return browser.state().pages.length;
    };
    expect(lengthWith([cached])).toBe(1);
    // It continues what is known, as when another tab bought more.
    expect(lengthWith([cached, { ...cached, nextCursor: "d" }])).toBe(2);
    expect(lengthWith([cached])).toBe(2);
    // The first page was bought again elsewhere: what is shown stays.
    expect(lengthWith([cached, { ...cached, nextCursor: "x" }, cached])).toBe(2);
  });
});

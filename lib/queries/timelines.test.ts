/** Tests the browser's queries of companies against the dashboard's server and the real service. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ALL_KINDS } from "@/lib/api/timeline-part";
import { openDocument } from "@/lib/client/requests/testing";
import { ownDashboard, type TestDashboard } from "@/lib/server/testing/dashboard";
import { readBalance } from "@/service/credits/ledger";
import { insertCompanies, insertDeal, insertRound } from "@/service/http/testing/fixtures";
import { TEST_SECRET, type TestAccount, type TestService, testService } from "@/service/http/testing/service";

const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
const realFetch = globalThis.fetch;

let service: TestService;
let dashboard: TestDashboard;
/** Alder costs 4 credits, Birch 2. */
let alder: string;
let birch: string;

beforeAll(async () => {
  service = await testService(undefined, { payOnceDays: Number.POSITIVE_INFINITY });
  const { pool } = service.database;
  const [first, second] = await insertCompanies(pool, [
    { name: "Alder", domain: "alder.example" },
    { name: "Birch", domain: "birch.example" },
  ]);
  if (!first || !second) throw new Error("two companies were requested");
  [alder, birch] = [first.id, second.id];
  await insertRound(pool, first);
  await insertRound(pool, first);
  await insertDeal(pool, first, "Stranger");
  await insertRound(pool, second);
});
afterAll(() => service.stop());

let credits: number;
let account: TestAccount;
async function start(granted: number): Promise<void> {
  await dashboard?.stop();
  credits = granted;
  account = await service.account(granted);
  dashboard = await ownDashboard(service.url, account, TEST_SECRET);
}
beforeEach(() => start(100));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
afterAll(() => dashboard.stop());

/** Opens a document of the browser; its fetch reaches the dashboard as a page's does. */
async function page() {
  openDocument({ url: "http://localhost:3000/companies" });
  const requests: string[] = [];
  const paths: string[] = [];
  vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) => {
    // The dashboard's server runs in this process too, and calls the service by its full URL.
    if (!path.startsWith("/")) return realFetch(path, init);
    const headers = new Headers(init.headers);
    paths.push(path);
    requests.push(`${headers.get("X-Dealflow-Intent") ?? "free"} ${String(init.body ?? "")}`.trim());
    return dashboard.send(path, init);
  });
  const store = await import("./timelines");
  const { fetchQuote, quoteQuery } = await import("./quotes");
  const { getQueryClient } = await import("./client");
  const client = getQueryClient();
  return {
    ...store,
    client,
    fetchQuote,
    requests,
    paths,
    state: store.readCompany,
    loadQuotes: (ids: readonly string[]) => Promise.all(ids.map((id) => client.fetchQuery(quoteQuery(id)))),
    loadCached: (ids: readonly string[]) => Promise.all(ids.map((id) => client.fetchQuery(store.timelineQuery(id)))),
    buyOne: (id: string, kinds = ALL_KINDS, intent: "buy" | "refresh" = "buy") => store.buyTimeline(id, kinds, intent),
    buySeveral: (ids: readonly string[]) => store.buyTimelines(ids, ALL_KINDS),
  };
}

const spent = async () => credits - (await readBalance(service.database.pool, account.workspaceId)).balance;

describe("reading", () => {
  it("buys nothing", async () => {
    const browser = await page();
    await browser.loadQuotes([alder]);
    await browser.loadCached([alder]);
    expect(browser.requests.filter((text) => /^(buy|refresh)/.test(text))).toEqual([]);
    expect([await spent(), browser.state(alder).parts]).toEqual([0, []]);
    expect(browser.state(alder).quote?.counts).toEqual({ funding: 2, acquisitions: 1, exec_moves: 0 });
  });
});

describe("one company", () => {
  it("costs what its quote said, once", async () => {
    const browser = await page();
    await Promise.all([browser.buyOne(alder), browser.buyOne(alder)]);
    expect(await spent()).toBe(4);
    expect(browser.state(alder).parts).toMatchObject([{ kinds: ALL_KINDS, cut: false, available: 3 }]);
    await browser.buyOne(alder, ALL_KINDS, "refresh");
    expect(await spent()).toBe(4);
  });

  it("bought by its domain is stored under its id", async () => {
    const browser = await page();
    expect(await browser.buyByName({ by: "domain", value: "alder.example" }, ALL_KINDS)).toBe(alder);
    expect(browser.client.getQueryCache().find({ queryKey: ["timeline", alder] })?.gcTime).toBe(Infinity);
    const later = await page();
    await later.loadCached([alder]);
    expect(later.state(alder).parts).toHaveLength(1);
    expect(await spent()).toBe(4);
  });

  it("that does not exist is reported as such, and not charged", async () => {
    const browser = await page();
    await browser.buyOne(UNKNOWN_ID);
    expect(browser.state(UNKNOWN_ID)).toMatchObject({ outcome: "missing", error: undefined, parts: [] });
    expect(await spent()).toBe(0);
  });

  it("that the credits do not cover is cut, and rejected at 0", async () => {
    await start(2);
    const browser = await page();
    await browser.buyOne(alder);
    expect(browser.state(alder).parts).toMatchObject([{ cut: true, available: 3 }]);
    await browser.buyOne(birch);
    expect(browser.state(birch).error).toMatchObject({ status: 402, charged: "no" });
    await browser.buyOne(alder, ALL_KINDS, "refresh");
    expect(browser.state(alder)).toMatchObject({ parts: [{ cut: true }, { cut: true }], error: undefined });
    expect(await spent()).toBe(2);
  });
});

describe("several companies", () => {
  it("are bought in one request, and each is then owned on its own", async () => {
    const browser = await page();
    await browser.buySeveral([alder, UNKNOWN_ID, birch]);
    expect(await spent()).toBe(6);
    expect([alder, UNKNOWN_ID, birch].map((id) => browser.state(id).outcome)).toEqual([
      undefined,
      "missing",
      undefined,
    ]);
    const later = await page();
    await later.loadCached([alder, birch]);
    expect([alder, birch].map((id) => later.state(id).parts.length)).toEqual([1, 1]);
    expect(await spent()).toBe(6);
  });

  it("that were skipped are requested again", async () => {
    await start(3);
    const browser = await page();
    await browser.buySeveral([alder, birch]);
    expect([alder, birch].map((id) => browser.state(id).outcome)).toEqual(["skipped", "skipped"]);
    expect(await spent()).toBe(0);
    await browser.buySeveral([birch, alder]);
    expect([birch, alder].map((id) => browser.state(id).outcome)).toEqual([undefined, "skipped"]);
    expect(await spent()).toBe(2);
    await browser.buySeveral([alder]);
    await browser.buySeveral([alder]);
    expect(browser.requests.filter((text) => text === `refresh {"companies":[{"id":"${alder}"}]}`)).toHaveLength(2);
  });
});

describe("what a query cache does by itself", () => {
  /** Observes a bought company and one of which nothing is owned, as a component does. */
  async function watched() {
    const browser = await page();
    const { focusManager, onlineManager, QueryObserver } = await import("@tanstack/react-query");
    const { quoteQuery } = await import("./quotes");
    browser.client.mount();
    await browser.buyOne(alder, ["funding"]);
    await browser.buyOne(alder, ["acquisitions"]);
    await browser.loadQuotes([alder, birch]);
    const watch = () => {
      const unwatch = [alder, birch].flatMap((id) => [
        new QueryObserver(browser.client, browser.timelineQuery(id)).subscribe(() => undefined),
        new QueryObserver(browser.client, quoteQuery(id)).subscribe(() => undefined),
      ]);
      return () => {
        for (const stop of unwatch) stop();
      };
    };
    const waitUntilIdle = () => expect.poll(() => browser.client.isFetching()).toBe(0);
    browser.requests.length = 0;
    browser.paths.length = 0;
    return { browser, client: browser.client, watch, settled: waitUntilIdle, focusManager, onlineManager };
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
    [
      "a component that is mounted twice, as in strict mode",
      async ({ watch, settled }) => {
        watch()();
        const unwatch = watch();
        await settled();
        unwatch();
      },
    ],
    [
      "a page that is rendered again",
      ({ browser }) => browser.seedCompanies([alder, birch].map((id) => ({ id, parts: [], quote: undefined }))),
    ],
    ["reading what is owned again", ({ browser }) => browser.refetchOwned([alder, birch])],
  ])("%s buys nothing and loses no event", async (_, act) => {
    const at = await watched();
    const before = at.browser.state(alder);
    expect(before.parts).toHaveLength(2);
    const unwatch = at.watch();
    await act(at);
    await at.settled();
    // The result is the same for a workspace that owns nothing.
    await start(100);
    await act(at);
    await at.settled();
    unwatch();
    // What of it is new depends on who owns what, and look-ups are counted by workspace.
    const quote = before.quote && { ...before.quote, newRecords: expect.any(Object), lookupsLeft: expect.any(Number) };
    expect(at.browser.state(alder)).toEqual({ ...before, quote });
    expect(at.browser.state(birch)).toMatchObject({ parts: [], loading: false, error: undefined });
    expect(at.browser.requests.filter((text) => /^(buy|refresh)/.test(text))).toEqual([]);
    expect(at.browser.paths.filter((path) => path.includes(alder))).toEqual([]);
  });

  it("a read in progress keeps what is bought meanwhile", async () => {
    const browser = await page();
    await Promise.all([browser.loadCached([alder]), browser.buyOne(alder)]);
    expect(browser.state(alder).parts).toHaveLength(1);
    expect(await spent()).toBe(4);
  });

  it("another tab gets for nothing what was bought in this one", async () => {
    const first = await page();
    const second = await page();
    await second.loadCached([alder]);
    expect(second.state(alder).parts).toEqual([]);
    await first.buyOne(alder);
    const { QueryObserver } = await import("@tanstack/react-query");
    const unwatch = new QueryObserver(second.client, second.timelineQuery(alder)).subscribe(() => undefined);
    await expect.poll(() => second.state(alder).parts.length).toBe(1);
    unwatch();
    expect(await spent()).toBe(4);
  });
});

describe("a press", () => {
  it("while one of its companies is loading buys nothing", async () => {
    const browser = await page();
    const buying = browser.buySeveral([alder, birch]);
    expect([alder, birch].map((id) => browser.state(id).loading)).toEqual([true, true]);
    await Promise.all([buying, browser.buyOne(birch), browser.buySeveral([birch, alder])]);
    expect([alder, birch].map((id) => browser.state(id).loading)).toEqual([false, false]);
    expect(browser.requests.filter((text) => /^(buy|refresh)/.test(text))).toHaveLength(1);
    expect(await spent()).toBe(6);
  });

  it("that fails keeps what was there, shows the cost, and is not repeated", async () => {
    const browser = await page();
    await browser.loadQuotes([alder]);
    await browser.buyOne(alder);
    const { parts, quote } = browser.state(alder);
    await dashboard.stop();
    await browser.buyOne(alder, ALL_KINDS, "refresh");
    expect(browser.state(alder)).toMatchObject({ loading: false, error: { status: 0, charged: "unknown" } });
    await browser.client.invalidateQueries();
    await browser.client.resumePausedMutations();
    expect(browser.state(alder)).toMatchObject({ parts, quote });
    expect(browser.requests.filter((text) => /^(buy|refresh)/.test(text))).toHaveLength(2);
  });
});

describe("quotes", () => {
  it("are fetched in batches, once, and again after a failure", async () => {
    const browser = await page();
    const ids = Array.from({ length: 30 }, (_, at) => `${UNKNOWN_ID.slice(0, -2)}${at + 10}`);
    const sizes = () => browser.requests.map((text) => text.split('"id"').length - 1);
    await Promise.all([browser.loadQuotes(ids), browser.loadQuotes(ids.slice(0, 3))]);
    await browser.loadQuotes(ids);
    expect(sizes()).toEqual([25, 5]);
    await dashboard.stop();
    await expect(browser.loadQuotes([alder, birch])).rejects.toThrow("did not respond");
    await start(100);
    await browser.loadQuotes([alder, birch]);
    expect(sizes()).toEqual([25, 5, 2, 2]);
    expect(browser.state(birch).quote?.company).toEqual({ id: birch, name: null });
  });

  it("name a company to who looked it up by its name, also after they are fetched again", async () => {
    const browser = await page();
    await browser.fetchQuote({ by: "name", value: "birch" });
    expect(browser.state(birch).quote?.company?.name).toBe("Birch");
    await browser.client.invalidateQueries();
    await browser.loadQuotes([birch]);
    expect(browser.requests.at(-1)).toContain(birch);
    expect(browser.state(birch).quote?.company?.name).toBe("Birch");
  });
});

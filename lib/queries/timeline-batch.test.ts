/** Tests batches of timelines against the dashboard's server and the real service, and counts every request. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openDocument } from "@/lib/client/requests/testing";
import { ownDashboard, type TestDashboard } from "@/lib/server/testing/dashboard";
import { insertCompanies, insertRound } from "@/service/http/testing/fixtures";
import { TEST_SECRET, type TestService, testService } from "@/service/http/testing/service";

const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
const realFetch = globalThis.fetch;

let service: TestService;
let dashboard: TestDashboard;
/** Each of the twelve companies costs 2 credits. */
let ids: readonly string[];

beforeAll(async () => {
  service = await testService(undefined, { payOnceDays: Number.POSITIVE_INFINITY });
  const { pool } = service.database;
  const companies = await insertCompanies(
    pool,
    Array.from({ length: 12 }, (_, at) => ({ name: `Alder ${at}`, domain: `alder${at}.example` })),
  );
  for (const company of companies) await insertRound(pool, company);
  ids = companies.map(({ id }) => id);
});
afterAll(() => service.stop());

let workspaceId: string;
async function start(credits: number): Promise<void> {
  await dashboard?.stop();
  const account = await service.account(credits);
  ({ workspaceId } = account);
  dashboard = await ownDashboard(service.url, account, TEST_SECRET);
}
beforeEach(() => start(100));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
afterAll(() => dashboard.stop());

/** Opens the page of the watchlist; `onPurchase` runs after the response to a request that can spend. */
async function page(onPurchase: (number: number) => void = () => undefined) {
  openDocument({ url: "http://localhost:3000/watchlist" });
  const sizes: number[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    if (!path.startsWith("/")) return realFetch(path, init);
    const response = await dashboard.send(path, init);
    if (["buy", "refresh"].includes(new Headers(init.headers).get("X-Dealflow-Intent") ?? "")) {
      const body: { companies: unknown[] } = JSON.parse(String(init.body));
      onPurchase(sizes.push(body.companies.length));
    }
    return response;
  });
  const { readCompany } = await import("./timelines");
  const { quoteQuery } = await import("./quotes");
  const { getQueryClient } = await import("./client");
  const batch = await import("./timeline-batch");
  const loadQuotes = (some: readonly string[]) =>
    Promise.all(some.map((id) => getQueryClient().fetchQuery(quoteQuery(id))));
  const purchased = () => ids.filter((id) => readCompany(id).parts.length > 0).length;
  return { ...batch, learnQuotes: loadQuotes, sizes, owned: purchased };
}

async function balance(): Promise<number> {
  const { rows } = await service.database.pool.query<{ balance: string }>(
    "select balance from workspaces where id = $1",
    [workspaceId],
  );
  return Number(rows[0]?.balance);
}

describe("a batch of timelines", () => {
  it("is bought five at a time, for the sum of its prices, and once", async () => {
    const { loadBatch, learnQuotes: loadQuotes, sizes, owned: purchased } = await page();
    await loadQuotes([...ids, UNKNOWN_ID]);
    await loadBatch([...ids, UNKNOWN_ID]);
    expect([sizes, purchased(), await balance()]).toEqual([[5, 5, 2], 12, 100 - 24]);
    await loadBatch(ids);
    expect([sizes.length, await balance()]).toEqual([3, 100 - 24]);
  });

  it("stops on request, and keeps what was loaded", async () => {
    let stop: () => void = () => undefined;
    const { loadBatch, stopBatch, sizes, owned: purchased } = await page((number) => number === 1 && stop());
    stop = stopBatch;
    await loadBatch(ids);
    expect([sizes, purchased(), await balance()]).toEqual([[5], 5, 90]);
    await loadBatch(ids);
    expect([sizes, purchased(), await balance()]).toEqual([[5, 5, 2], 12, 100 - 24]);
  });

  it("ends when the page is left", async () => {
    const { loadBatch, sizes } = await page(() =>
      Reflect.set(window, "location", new URL("http://localhost:3000/funding")),
    );
    await loadBatch(ids);
    expect([sizes, await balance()]).toEqual([[5], 90]);
  });

  it("ends when the credits run out, and sends nothing after that", async () => {
    await start(13);
    const { loadBatch, sizes, owned: purchased } = await page();
    await loadBatch(ids);
    expect([sizes, purchased(), await balance()]).toEqual([[5, 5], 6, 1]);
  });

  it("does not buy what is owned", async () => {
    const first = await page();
    await first.loadBatch(ids.slice(0, 5));
    expect(await balance()).toBe(90);
    vi.resetModules();
    const second = await page();
    await second.loadBatch(ids);
    expect(await balance()).toBe(100 - 24);
    expect(second.owned()).toBe(12);
  });
});

/** Bought pages, returned many at once: every credit is counted. */

import { parseJson } from "@dealflow/client/list-page";
import { FEEDS } from "@dealflow/contract/feeds";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CACHED_PAGES_PATH, NEXT_CACHED_HEADER, PAGE_ROUTE } from "@/lib/api/dashboard";
import { pageSearch } from "@/lib/filters/address";
import { insertCompany, insertRound } from "@/service/http/testing/fixtures";
import { TEST_SECRET, type TestService, testService } from "@/service/http/testing/service";
import { cacheKey, getCachedPages, MAX_RENDERED_PAGES, pageRequest } from "./cached-pages";
import { ownDashboard, type TestDashboard } from "./testing";

const PATH = FEEDS.funding.path;
const ROUNDS = 85;

let service: TestService;
let dashboard: TestDashboard;

beforeAll(async () => {
  service = await testService();
  const company = await insertCompany(service.database.pool);
  for (let index = 0; index < ROUNDS; index++) await insertRound(service.database.pool, company);
});
afterAll(() => service.stop());

beforeEach(async () => {
  await dashboard?.stop();
  dashboard = await ownDashboard(service.url, await service.account(100), TEST_SECRET);
});
afterAll(() => dashboard.stop());

const spent = () => 100 - (dashboard.balanceState.balance ?? 100);

interface BoughtPages {
  /** The cursors behind each page, in order. */
  readonly cursors: string[];
  readonly ids: string[];
}

/** Buys that many pages of the view. */
async function buy(pages: number): Promise<BoughtPages> {
  const bought: BoughtPages = { cursors: [], ids: [] };
  let cursor: string | null = null;
  for (let page = 0; page < pages; page++) {
    const answer = await dashboard.request(`${PATH}?${pageSearch(FEEDS.funding, "", cursor)}`, "buy");
    const { data, pagination } = await answer.json();
    bought.ids.push(...data.map(({ id }: { id: string }) => id));
    cursor = pagination.nextCursor;
    if (cursor !== null) bought.cursors.push(cursor);
  }
  return bought;
}

/** Caches that many pages of one record each, as if bought. */
async function cachePages(pages: number): Promise<void> {
  const source = await dashboard.upstream();
  for (const [page, id] of numbers(0, pages).entries()) {
    const pagination = { hasMore: page < pages - 1, nextCursor: page < pages - 1 ? `behind ${page}` : null };
    const body = new TextEncoder().encode(JSON.stringify({ success: true, data: [{ id }], pagination }));
    const request = pageRequest("funding", "", page === 0 ? null : `behind ${page - 1}`);
    dashboard.context.pages.set(cacheKey(source, request), { body, boughtAt: "2026-11-20T10:00:00.000Z" });
  }
}

function numbers(from: number, end: number): string[] {
  return Array.from({ length: end - from }, (_, index) => String(from + index));
}

function fetchCached(cursor: string | null, as = dashboard, init?: RequestInit): Promise<Response> {
  return as.send(`${PAGE_ROUTE}${CACHED_PAGES_PATH}${PATH}?${pageSearch(FEEDS.funding, "", cursor)}`, init);
}

async function readIds(response: Response) {
  const { pages, nextCached } = await response.json();
  const ids: string[] = pages.flatMap(({ response }: { response: { data: { id: string }[] } }) =>
    response.data.map(({ id }) => id),
  );
  return { ids, nextCached };
}

describe("the cached pages behind a page", () => {
  it("are returned up to the last one that was bought, for free", async () => {
    const { ids, cursors } = await buy(4);
    const answer = await fetchCached(cursors[0] ?? "");
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    expect(await readIds(answer)).toEqual({ ids: ids.slice(20), nextCached: false });
    expect(await readIds(await fetchCached(cursors[3] ?? ""))).toEqual({ ids: [], nextCached: false });
    expect(spent()).toBe(80);
  });

  it("are returned in batches, and end where the list does", async () => {
    await cachePages(27);
    expect(await readIds(await fetchCached(null))).toEqual({ ids: numbers(0, 25), nextCached: true });
    expect(await readIds(await fetchCached("behind 24"))).toEqual({ ids: numbers(25, 27), nextCached: false });
  });

  it("are announced with each page: a document contains only so many", async () => {
    await cachePages(MAX_RENDERED_PAGES + 1);
    const rendered = getCachedPages(dashboard.context, await dashboard.upstream(), "funding", "", 0);
    expect(rendered.map(({ nextCached }) => nextCached ?? false)).toEqual([
      ...Array(MAX_RENDERED_PAGES - 1).fill(false),
      true,
    ]);
    const fetchPage = async (cursor: string | null) => {
      const answer = await dashboard.request(`${PATH}?${pageSearch(FEEDS.funding, "", cursor)}`, "cached");
      return answer.headers.get(NEXT_CACHED_HEADER);
    };
    expect([await fetchPage(null), await fetchPage(`behind ${MAX_RENDERED_PAGES - 1}`)]).toEqual(["true", null]);
  });
});

describe("other callers get nothing", () => {
  it("another workspace, signed out, another site", async () => {
    const { cursors } = await buy(2);
    const cursor = cursors[0] ?? "";
    const otherDashboard = dashboard.as(await service.account(10));
    expect(await readIds(await fetchCached(cursor, otherDashboard))).toEqual({ ids: [], nextCached: false });
    expect((await fetchCached(cursor, dashboard.as(undefined))).status).toBe(401);
    expect((await fetchCached(cursor, dashboard, { headers: { "sec-fetch-site": "cross-site" } })).status).toBe(403);
  });
});

describe("invalid requests", () => {
  it.each([
    ["/v1/companies/timeline?id=x", "GET", 404],
    ["/v1/nothing", "GET", 404],
    ["/v1/funding-events?round=nope", "GET", 400],
    ["/v1/funding-events", "POST", 405],
  ])("%s by %s is %d in the envelope", async (path, method, status) => {
    const answer = await dashboard.send(`${PAGE_ROUTE}${CACHED_PAGES_PATH}${path}`, { method });
    expect(answer.status).toBe(status);
    expect(parseJson(await answer.text())).toMatchObject({ success: false });
    expect(spent()).toBe(0);
  });
});

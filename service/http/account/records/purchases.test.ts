/** Quotes give what a purchase then charges; what was purchased is listed for free, with all filters. */

import { ACCOUNT, ACCOUNT_SECRET_HEADER } from "@dealflow/contract/account/account";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import { BUY_RECORDS, type ExploreRow } from "@dealflow/contract/account/explore";
import { LIST_ORDERS } from "@dealflow/contract/account/feed-orders";
import { accountFeedPath } from "@dealflow/contract/account/people";
import type { AccountLedgerEntry, CostOf } from "@dealflow/contract/account/spending/credits";
import type { EventCounts, NewRecords } from "@dealflow/contract/account/spending/quote";
import { FEED_NAMES, FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { API_KEY_HEADER, CREDITS_USED_HEADER, RECORDS_HEADER, VIEW_HEADER } from "@dealflow/contract/headers";
import { TIMELINE_PATH } from "@dealflow/contract/timeline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createReferences } from "@/service/feed/tokens/reference";
import { loadDemo } from "@/service/ingest/demo/load";
import { Chance } from "@/service/ingest/demo/random";
import { LONG } from "../../long/testing";
import { ACCOUNT_SECRET, type AccountRequest, requestAccount, requestAccountFeed } from "../../testing/account";
import { readBalance } from "../../testing/api-client";
import { TEST_SECRET, type TestAccount, type TestService, testService } from "../../testing/service";

const NOW = new Date("2026-11-01T12:00:00.000Z");
const SIZE = { companies: 400, rounds: 900, acquisitions: 300, moves: 400, investors: 150 };
const SEED = 21;
const PURCHASES = LONG ? 1_000 : 30;

const QUERIES: Readonly<Record<FeedName, readonly string[]>> = {
  funding: ["", "round=seed", "countries=US", "minAmountUsd=5000000", "since=2026-01-01"],
  acquisitions: ["", "isMerger=true", "paymentType=cash"],
  execMoves: ["", "moveType=departure", "roleSeniority=c_level"],
  companies: ["", "countries=US", "sort=prominence", "sort=prominence&countries=DE", "search=lab"],
  investors: ["", "type=vc", "search=capital"],
};

let service: TestService;
let companyIds: string[];
beforeAll(async () => {
  service = await testService(undefined, { payOnceDays: Number.POSITIVE_INFINITY });
  const { pool } = service.database;
  await loadDemo(pool, { now: NOW, size: SIZE, log: () => undefined });
  await service.preload();
  companyIds = (await pool.query("select id from companies order by id limit 60")).rows.map(({ id }) => id);
});
afterAll(() => service.stop());

async function get(endpoint: AccountEndpoint, request: AccountRequest) {
  const response = await requestAccount(service, endpoint, request);
  expect(response.status).toBe(200);
  return response.json();
}

const page = async ({ cookie }: TestAccount, feed: FeedName, query: string) => {
  const response = await requestAccountFeed(service, `${FEEDS[feed].path}?${query}`, cookie);
  const { data, pagination } = await response.json();
  const count = (name: string) => Number(response.headers.get(name));
  return {
    status: response.status,
    data,
    pagination,
    credits: count(CREDITS_USED_HEADER),
    records: count(RECORDS_HEADER),
  };
};

async function timelines({ cookie }: TestAccount, ids: readonly string[], include: readonly string[]) {
  const response = await fetch(`${service.url}${accountFeedPath(TIMELINE_PATH)}`, {
    method: "POST",
    headers: { [ACCOUNT_SECRET_HEADER]: ACCOUNT_SECRET, Cookie: cookie },
    body: JSON.stringify({ companies: ids.map((id) => ({ id })), include }),
  });
  const items: { cost: number }[] = await response.json();
  return { credits: Number(response.headers.get(CREDITS_USED_HEADER)), costs: items.map(({ cost }) => cost) };
}

describe("a quote", () => {
  it(`is what ${PURCHASES} purchases of any kind are charged`, async () => {
    const chance = new Chance(SEED);
    const account = await service.account(1_000_000);
    const { cookie, workspaceId } = account;
    const references = createReferences(TEST_SECRET);
    const cursors = new Map<string, string>();
    const kinds: readonly (keyof EventCounts)[] = ["funding", "acquisitions", "exec_moves"];
    let [free, partial, spent, bounded] = [0, 0, 0, 0];

    /** One purchase of some kind: its quoted price, and what was charged. */
    async function purchase(): Promise<{ quoted: number; credits: number; records: number; exact?: boolean }> {
      const feed = chance.pick(FEED_NAMES);
      // Quotes of timelines are limited to 200 companies at once.
      if (chance.happens(0.08)) {
        const ids = Array.from({ length: chance.between(1, 3) }, () => chance.pick(companyIds));
        const some = kinds.filter(() => chance.happens(0.5));
        const include = some.length === 0 ? kinds : some;
        const { newRecords }: { newRecords: NewRecords } = await get(ACCOUNT.quotes, {
          cookie,
          body: { companies: ids.map((id) => ({ id })) },
        });
        const quoted = include.reduce((sum, kind) => sum + newRecords[kind], newRecords.companies);
        const { credits, costs } = await timelines(account, ids, include);
        expect(costs.reduce((sum, cost) => sum + cost, 0)).toBe(credits);
        return { quoted, credits, records: 100 };
      }
      if (chance.happens(0.25)) {
        const { rows }: { rows: ExploreRow[] } = await get(ACCOUNT.explore, {
          cookie,
          id: feed,
          search: `?${chance.pick(QUERIES[feed])}&limit=${chance.between(5, 40)}`,
        });
        const list = rows.map((row) =>
          row.preview === undefined ? references.write({ feed, workspaceId }, row.key) : row.preview.reference,
        );
        const body = { references: list };
        const quote = await get(ACCOUNT.quoteReferences, { cookie, id: feed, body });
        const { meta } = await get(BUY_RECORDS, { cookie, id: feed, body });
        expect([meta.records, meta.newRecords]).toEqual([quote.records, meta.creditsUsed]);
        return { quoted: quote.newRecords, credits: meta.creditsUsed, records: meta.records };
      }
      const filters = chance.pick(QUERIES[feed]);
      const cursor = chance.happens(0.5) ? cursors.get(`${feed} ${filters}`) : undefined;
      const query = `${filters}&limit=${chance.between(1, 30)}${cursor === undefined ? "" : `&cursor=${cursor}`}`;
      const quote = await get(ACCOUNT.quotePage, { cookie, id: feed, search: `?${query}` });
      const bought = await page(account, feed, query);
      if (quote.exact) expect([bought.records, bought.pagination.hasMore]).toEqual([quote.records, quote.hasMore]);
      if (bought.pagination.nextCursor !== null) cursors.set(`${feed} ${filters}`, bought.pagination.nextCursor);
      return { quoted: quote.newRecords, credits: bought.credits, records: bought.records, exact: quote.exact };
    }

    for (let made = 0; made < PURCHASES; made++) {
      const { quoted, credits, records, exact = true } = await purchase();
      if (exact) expect(credits).toBe(quoted);
      else expect(credits).toBeLessThanOrEqual(quoted);
      if (!exact) bounded++;
      spent += credits;
      if (credits === 0) free++;
      else if (credits < records) partial++;
    }
    expect(await readBalance(service, workspaceId)).toBe(1_000_000 - spent);
    // The charges were of every kind.
    expect(Math.min(free, partial)).toBeGreaterThan(PURCHASES / 10);
    // Few queries ask for what previews don't say.
    expect(bounded).toBeLessThan(PURCHASES / 2);
    const { rows } = await service.database.pool.query(
      "select count(*) from purchased_records where workspace_id = $1",
      [workspaceId],
    );
    expect(rows[0].count).toBe(spent);
  }, 120_000);

  it("of all that follows counts the records and the new ones among them", async () => {
    const account = await service.account(1_000);
    const { cookie } = account;
    const first = await page(account, "funding", "round=seed&limit=20");
    const all = await get(ACCOUNT.quoteAll, { cookie, id: "funding", search: "?round=seed" });
    const total = (await page(account, "funding", "round=seed&limit=1&includeTotal=true")).pagination.total;
    expect(all).toEqual({ records: total, newRecords: total - 20, hasMore: false, exact: true });
    const search = `?round=seed&cursor=${first.pagination.nextCursor}`;
    expect(await get(ACCOUNT.quoteAll, { cookie, id: "funding", search })).toEqual({
      records: total - 20,
      newRecords: total - 20,
      hasMore: false,
      exact: true,
    });
    expect(await get(ACCOUNT.quoteAll, { cookie, id: "companies", search: "?sort=prominence" })).toEqual({
      records: SIZE.companies,
      newRecords: SIZE.companies,
      hasMore: false,
      exact: true,
    });
  });

  it("is not charged when the workspace is blocked before the purchase", async () => {
    const account = await service.account(100);
    expect(await get(ACCOUNT.quotePage, { cookie: account.cookie, id: "funding", search: "?limit=5" })).toEqual({
      records: 5,
      newRecords: 5,
      hasMore: true,
      exact: true,
    });
    await service.database.pool.query("update workspaces set blocked = true where id = $1", [account.workspaceId]);
    await expect.poll(async () => (await page(account, "funding", "limit=5")).status).toBe(403);
    const { rows } = await service.database.pool.query(
      "select sum(delta)::int as left from ledger where workspace_id = $1",
      [account.workspaceId],
    );
    expect(rows[0].left).toBeGreaterThanOrEqual(95);
  });

  it("is lower at the purchase when a colleague has bought some of it since", async () => {
    const account = await service.account(100);
    const colleague = await service.person(account.workspaceId, "member");
    const quote = await get(ACCOUNT.quotePage, { cookie: account.cookie, id: "funding", search: "?limit=8" });
    expect(quote.newRecords).toBe(8);
    await page({ ...account, ...colleague }, "funding", "limit=3");
    expect(await page(account, "funding", "limit=8")).toMatchObject({ credits: 5, records: 8 });
  });
});

describe("what a workspace has purchased", () => {
  it("costs nothing to get again, and the API costs what it costs", async () => {
    const account = await service.account(10);
    expect(await page(account, "funding", "limit=10")).toMatchObject({ credits: 10, records: 10 });
    const again = await page(account, "funding", "limit=12");
    expect([again.credits, again.records, again.data.length]).toEqual([0, 10, 10]);
    expect((await page(account, "funding", `limit=5&cursor=${again.pagination.nextCursor}`)).status).toBe(402);
    const byKey = await fetch(`${service.url}${FEEDS.funding.path}?limit=10`, {
      headers: { [API_KEY_HEADER]: account.key },
    });
    expect([byKey.status, byKey.headers.get(RECORDS_HEADER)]).toEqual([402, null]);
  });

  it.each(FEED_NAMES)("is listed with the feed's filters and order: %s", async (feed) => {
    const account = await service.account(10_000);
    const { cookie } = account;
    const owned = new Set<string>();
    for (const filters of QUERIES[feed].slice(1))
      for (const { id } of (await page(account, feed, `${filters}&limit=15`)).data) owned.add(id);
    for (const filters of QUERIES[feed]) {
      const expected: unknown[] = [];
      let cursor = "";
      for (;;) {
        const { data, pagination } = await page(account, feed, `${filters}&limit=100${cursor}`);
        expected.push(...data.filter(({ id }: { id: string }) => owned.has(id)));
        if (!pagination.hasMore) break;
        cursor = `&cursor=${pagination.nextCursor}`;
      }
      // Those pages were purchased too: another workspace purchases only what is expected.
      const other = await service.account(10_000);
      const references = createReferences(TEST_SECRET);
      const ids = [...owned];
      for (let from = 0; from < ids.length; from += 100) {
        const list = ids
          .slice(from, from + 100)
          .map((id) => references.write({ feed, workspaceId: other.workspaceId }, id));
        await get(BUY_RECORDS, { cookie: other.cookie, id: feed, body: { references: list } });
      }
      const listed: unknown[] = [];
      let next = "";
      for (;;) {
        const { rows, pagination } = await get(ACCOUNT.purchased, {
          cookie: other.cookie,
          id: feed,
          search: `?${filters}&limit=7${next}${feed in LIST_ORDERS && !filters.includes("sort=") ? "&order=updated.ascending" : ""}`,
        });
        listed.push(...rows.map(({ record }: { record: unknown }) => record));
        if (next === "") expect(pagination.total).toBe(expected.length);
        if (!pagination.hasMore) break;
        next = `&offset=${listed.length}`;
      }
      expect(listed).toEqual(expected);
      expect(await readBalance(service, other.workspaceId)).toBe(10_000 - owned.size);
    }
    expect((await get(ACCOUNT.purchased, { cookie, id: feed })).rows[0].purchasedAt).toMatch(/^\d{4}-/);
  });

  it("is counted as usage: what was free by day, and the cost by person and page", async () => {
    const account = await service.account(100);
    const colleague = await service.person(account.workspaceId, "member", "Mika");
    const read = (cookie: string, limit: number, view: string) =>
      requestAccountFeed(service, `${FEEDS.funding.path}?limit=${limit}`, cookie, { [VIEW_HEADER]: view });
    await read(account.cookie, 10, "/funding");
    await read(colleague.cookie, 12, "/funding?round=seed");
    await read(colleague.cookie, 12, "/funding");
    const { savings } = await get(ACCOUNT.usage, { cookie: account.cookie });
    expect(savings.days).toEqual([{ day: new Date().toISOString().slice(0, 10), records: 22, requests: 2 }]);
    expect(savings.people.map(({ credits, freeRecords }: CostOf) => [credits, freeRecords])).toEqual([
      [10, 0],
      [2, 22],
    ]);
    expect(savings.people[1].name).toBe("Mika");
    expect(savings.views).toEqual([
      { name: "/funding", credits: 10, freeRecords: 12 },
      { name: "/funding?round=seed", credits: 2, freeRecords: 10 },
    ]);
    const { entries } = await get(ACCOUNT.ledger, { cookie: account.cookie });
    expect(entries.map(({ records, delta }: AccountLedgerEntry) => [records, delta])).toEqual([
      [12, -2],
      [10, -10],
      [0, 100],
    ]);
  });

  it("is counted by feed", async () => {
    const account = await service.account(100);
    await page(account, "funding", "limit=6");
    await page(account, "investors", "limit=2");
    const { counts } = await get(ACCOUNT.purchasedCounts, { cookie: account.cookie });
    expect(counts).toEqual({ funding: 6, acquisitions: 0, execMoves: 0, companies: 0, investors: 2 });
  });

  it("is nothing for another workspace", async () => {
    const { cookie } = await service.account(10);
    expect(await get(ACCOUNT.purchased, { cookie, id: "funding" })).toEqual({
      rows: [],
      pagination: { hasMore: false, nextCursor: null, total: 0, offset: 0 },
    });
  });
});

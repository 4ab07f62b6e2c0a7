/** Cursors, the same for all five feeds: walked over ties, cut by credits, bound to what they were made for. */

import { ENDPOINTS } from "@dealflow/contract/endpoints";
import { FEED_NAMES, type FeedName } from "@dealflow/contract/feeds";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantCredits } from "@/service/credits/ledger";
import { SOURCES } from "@/service/feed/feeds";
import { createApiClient, type ListBody, type RequestOptions, readBalance } from "./testing/api-client";
import { insertCompanies, insertDeal, insertInvestor, insertMove, insertPerson, insertRound } from "./testing/fixtures";
import { type TestService, testService } from "./testing/service";

/** Each feed has this many records of one instant, so that only their ids order them. */
const COUNT = 9;

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await testService();
  ({ key } = await service.account(1_000_000));
  const { pool } = service.database;
  const companies = await insertCompanies(pool, Array<object>(COUNT).fill({ domain: null, hqCountry: "DE" }));
  const person = await insertPerson(pool);
  for (const company of companies) {
    await insertRound(pool, company);
    await insertDeal(pool, "Acquirer", company);
    await insertMove(pool, person, company);
    await insertInvestor(pool, { domain: null, hqCountry: "DE" });
  }
});
afterAll(() => service.stop());

/** A filter that every record matches, and one that no record matches. */
const FILTERS: Readonly<Record<FeedName, { readonly all: string; readonly none: string }>> = {
  funding: { all: "countries=DE&round=seed", none: "countries=FR" },
  acquisitions: { all: "countries=DE&paymentType=undisclosed", none: "countries=FR" },
  execMoves: { all: "countries=DE&moveType=appointment", none: "countries=FR" },
  companies: { all: "countries=DE&minFoundedYear=2000", none: "countries=FR" },
  investors: { all: "country=DE&type=vc", none: "country=FR" },
};

describe.each(FEED_NAMES)("%s", (name) => {
  const { all, none } = FILTERS[name];
  const { table } = SOURCES[name];
  const { request, expectRejected } = createApiClient<ListBody<{ id: string }>>(ENDPOINTS[name], () => ({
    service,
    key,
  }));
  const endsWithCursor = name === "companies";

  async function idsInOrder(): Promise<string[]> {
    const { rows } = await service.database.pool.query<{ id: string }>(`select id from ${table} order by id`);
    const ids = rows.map((row) => row.id);
    return name === "companies" || name === "investors" ? ids : ids.toReversed();
  }

  async function walk(
    query: string,
    limit: number,
    options?: RequestOptions,
  ): Promise<{ ids: string[]; pages: number }> {
    const ids: string[] = [];
    let cursor = "";
    for (let pages = 1; ; pages++) {
      const { body } = await request(`${query}&limit=${limit}${cursor}`, options);
      ids.push(...body.data.map((record) => record.id));
      if (!body.pagination.hasMore) {
        if (endsWithCursor) expect(body.pagination.nextCursor).toEqual(expect.any(String));
        else expect(body.pagination.nextCursor).toBeNull();
        return { ids, pages };
      }
      expect(body.data).toHaveLength(limit);
      cursor = `&cursor=${body.pagination.nextCursor}`;
    }
  }

  async function cursorAfter(query: string, as?: string): Promise<string> {
    const { body } = await request(query, as === undefined ? {} : { as });
    return body.pagination.nextCursor ?? expect.fail("there is a next page");
  }

  it.each([
    ["everything", ""],
    ["what a filter leaves", all],
  ])("walks %s without overlap and without gap over ties, and ends exactly at the limit", async (_, query) => {
    const ordered = await idsInOrder();
    expect(await walk(query, 3)).toEqual({ ids: ordered, pages: 3 });
    expect(await walk(query, 4)).toEqual({ ids: ordered, pages: 3 });
    expect(await walk(query, 9)).toEqual({ ids: ordered, pages: 1 });
  });

  it("continues when the row under the cursor no longer matches the filter", async () => {
    const ordered = await idsInOrder();
    const cursor = await cursorAfter(`${all}&limit=4`);
    const { pool } = service.database;
    const {
      rows: [left],
    } = await pool.query<{ facets: string[] }>(`select facets from ${table} where id = $1`, [ordered[3]]);
    const setFacets = `update ${table} set facets = $2 where id = $1`;
    await pool.query(setFacets, [ordered[3], []]);
    try {
      const { body } = await request(`${all}&limit=4&cursor=${cursor}`);
      expect(body.data.map((record) => record.id)).toEqual(ordered.slice(4, 8));
      expect((await walk(all, 5)).ids).toEqual(ordered.toSpliced(3, 1));
    } finally {
      await pool.query(setFacets, [ordered[3], left?.facets]);
    }
  });

  it("cuts a page where the credits end, and continues behind the last served record", async () => {
    const ordered = await idsInOrder();
    const { key: poor, workspaceId } = await service.account(5);
    const first = await request("limit=3", { as: poor });
    const cut = await request(`limit=6&cursor=${first.body.pagination.nextCursor}`, { as: poor });
    expect(cut.body.meta).toMatchObject({ creditsUsed: 2, creditsRemaining: 0 });
    expect(cut.body.pagination.hasMore).toBe(true);
    const next = `limit=9&cursor=${cut.body.pagination.nextCursor}`;
    expect(await request(next, { as: poor })).toMatchObject({ status: 402 });
    await grantCredits(service.database.pool, workspaceId, 100, new Date());
    const rest = await request(next, { as: poor });
    const ids = [first, cut, rest].flatMap(({ body }) => body.data.map((record) => record.id));
    expect(ids).toEqual(ordered);
    expect(await readBalance(service, workspaceId)).toBe(96);
  });

  it("accepts another limit and the filters in any order and spelling with the same cursor", async () => {
    const ordered = await idsInOrder();
    const cursor = await cursorAfter(`${all}&limit=2`);
    const turned = all.split("&").toReversed().join("&");
    const { body } = await request(`limit=5&cursor=${cursor}&${turned}`);
    expect(body.data.map((record) => record.id)).toEqual(ordered.slice(2, 7));
  });

  it("rejects an invalid cursor, each case with its own sentence", async () => {
    const cursor = await cursorAfter("limit=2");
    for (const index of [0, 10, 45, cursor.length - 2]) {
      const altered = `${cursor.slice(0, index)}${cursor[index] === "A" ? "B" : "A"}${cursor.slice(index + 1)}`;
      await expectRejected(
        `cursor=${altered}`,
        "cursor was modified or comes from another service; start again without it",
      );
    }
    const malformed = "cursor is malformed; pass back pagination.nextCursor exactly as it was received";
    for (const text of ["nonsense", cursor.slice(1), `${cursor}A`, `${cursor}%3D`, `%20${cursor}`])
      await expectRejected(`cursor=${text}`, malformed);
    await expectRejected("cursor=", "cursor is empty; give it a value or omit it");
    await expectRejected(`cursor=${cursor}&cursor=${cursor}`, "cursor is given 2 times; pass it once");
  });

  it("rejects the cursor of other filters, of another endpoint and of another workspace", async () => {
    const cursor = await cursorAfter("limit=2");
    await expectRejected(
      `${none}&cursor=${cursor}`,
      /^cursor belongs to a query with different filters; keep the filters while paging/,
    );
    await expectRejected(`since=2020-01-01&cursor=${cursor}`, /^cursor belongs to a query with different filters/);
    const filtered = await cursorAfter(`${all}&limit=2`);
    await expectRejected(`cursor=${filtered}`, /^cursor belongs to a query with different filters/);
    const stranger = await service.account(10);
    await expectRejected(`cursor=${cursor}`, "cursor belongs to another workspace", { as: stranger.key });
    for (const other of FEED_NAMES.filter((feed) => feed !== name)) {
      const { expectRejected: expectRejectedThere } = createApiClient(ENDPOINTS[other], () => ({ service, key }));
      await expectRejectedThere(`cursor=${cursor}`, `cursor belongs to another endpoint than ${ENDPOINTS[other].path}`);
    }
  });
});

describe.each(["funding", "acquisitions"] as const)("%s: includeTotal", (name) => {
  const { request } = createApiClient<ListBody<{ id: string }>>(ENDPOINTS[name], () => ({ service, key }));

  it("counts all pages, costs nothing, and may differ between pages", async () => {
    const first = await request("limit=4&includeTotal=true");
    expect(first.body).toMatchObject({ pagination: { total: COUNT }, meta: { creditsUsed: 4 } });
    const second = await request(`limit=4&cursor=${first.body.pagination.nextCursor}`);
    expect(second.body.pagination).toEqual({ hasMore: true, nextCursor: expect.any(String) });
    const third = await request(`limit=4&includeTotal=true&cursor=${second.body.pagination.nextCursor}`);
    expect(third.body.pagination).toEqual({ hasMore: false, nextCursor: null, total: COUNT });
    const counted = await request(`${FILTERS[name].all}&limit=2&includeTotal=true`);
    expect(counted.body.pagination.total).toBe(COUNT);
  });
});

import { ENDPOINTS } from "@dealflow/contract/endpoints";
import type { Company } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CompanyFacts } from "@/service/records/company";
import { createApiClient, type ListBody } from "./testing/api-client";
import { insertCompanies, insertCompany, updateCompany } from "./testing/fixtures";
import { type TestService, testService } from "./testing/service";

let service: TestService;
let key: string;
const { request, expectRejected } = createApiClient<ListBody<Company>>(ENDPOINTS.companies, () => ({
  service,
  key,
}));

beforeAll(async () => {
  service = await testService();
  ({ key } = await service.account(100_000));
});
afterAll(() => service.stop());

/** Requests a page; returns the names and the next cursor. */
async function page(query: string): Promise<{ names: (string | null)[]; hasMore: boolean; next: string | null }> {
  const { status, body } = await request(query);
  expect(status, body.error?.message).toBe(200);
  const { hasMore, nextCursor } = body.pagination;
  return { names: body.data.map((company) => company.name), hasMore, next: nextCursor };
}

/** Comes back behind a cursor of `sort=recent`, which is never null. */
async function since(query: string, cursor: string | null): Promise<{ names: (string | null)[]; next: string }> {
  const { names, next } = await page(cursor === null ? query : `${query}&cursor=${cursor}`);
  return { names, next: next ?? expect.fail("a reader who has caught up must be able to come back") };
}

describe("200: sort=recent", () => {
  it("lets a reader who has caught up continue, from an empty directory on, and see each change once", async () => {
    const { pool } = service.database;
    const empty = await since("", null);
    expect(empty.names).toEqual([]);
    const stillEmpty = await since("", empty.next);
    expect(stillEmpty.names).toEqual([]);
    expect((await page("countries=DE")).hasMore).toBe(false);

    const at = new Date("2026-03-01T00:00:00.000Z");
    const [alder, birch] = await insertCompanies(pool, [
      { name: "Alder", domain: null, updatedAt: at },
      { name: "Birch", domain: null, updatedAt: new Date("2026-03-02T00:00:00.000Z") },
    ]);
    if (alder === undefined || birch === undefined) throw new Error("two companies were requested");
    const both = await since("", stillEmpty.next);
    expect(both.names).toEqual(["Alder", "Birch"]);
    const none = await since("", both.next);
    expect(none.names).toEqual([]);

    await updateCompany(pool, alder, { description: "Changed." });
    const changed = await since("", none.next);
    expect(changed.names).toEqual(["Alder"]);
    expect((await since("sortDirection=asc&sort=recent", null)).names).toEqual(["Birch", "Alder"]);

    // A reader in the middle meets what changes behind the cursor again, at the end, and what changed before it once.
    const first = await since("limit=1", null);
    await updateCompany(pool, birch, { description: "Changed as well." });
    expect((await since("", first.next)).names).toEqual(["Alder", "Birch"]);
  });

  it("respects its filters: `since` too, when nothing has matched it yet", async () => {
    const { pool } = service.database;
    const later = await since("since=2030-01-01", null);
    expect(later.names).toEqual([]);
    expect((await since("since=2030-01-01", later.next)).names).toEqual([]);
    const french = await since("countries=FR", null);
    expect(french.names).toEqual([]);
    await insertCompany(pool, { name: "Étoile", domain: null, hqCountry: "FR", updatedAt: new Date() });
    expect((await since("countries=FR", french.next)).names).toEqual(["Étoile"]);
    await insertCompany(pool, { name: "Late", domain: null, updatedAt: new Date("2030-01-02T00:00:00.000Z") });
    expect((await since("since=2030-01-01", later.next)).names).toEqual(["Late"]);
  });
});

describe("sort=prominence", () => {
  const NAMES = ["One", "Two", "Three", "Four", "Five"];
  let companies: CompanyFacts[];
  const ONLY = "sort=prominence&countries=JP";

  beforeAll(async () => {
    companies = await insertCompanies(
      service.database.pool,
      NAMES.map((name) => ({ name, domain: null, hqCountry: "JP", updatedAt: new Date("2031-01-01T00:00:00.000Z") })),
    );
    await snapshot(1, NAMES);
  });

  /** Ranks as the nightly refresh leaves them: a new generation next to the one before it, and the feed's version raised. */
  async function snapshot(generation: number, names: readonly string[]): Promise<void> {
    const { pool } = service.database;
    await pool.query("delete from company_ranks where generation < $1 - 1", [generation]);
    await pool.query("delete from rank_generations where generation < $1 - 1", [generation]);
    await pool.query("insert into rank_generations values ($1, now())", [generation]);
    for (const [index, name] of names.entries())
      await pool.query("insert into company_ranks values ($1, $2, $3)", [
        generation,
        index + 1,
        companies.find((company) => company.name === name)?.id,
      ]);
    await pool.query("update feeds set version = version + 1 where feed = 'companies'");
  }

  it("200: the most prominent one first, by default and with `desc`, the least with `asc`; null at the end", async () => {
    const all = { names: NAMES, hasMore: false, next: null };
    expect(await page("sort=prominence")).toEqual(all);
    expect(await page(`${ONLY}&sortDirection=desc`)).toEqual(all);
    expect(await page(`${ONLY}&sortDirection=asc`)).toEqual({ ...all, names: NAMES.toReversed() });
    expect(await page("sort=prominence&countries=BE")).toEqual({ names: [], hasMore: false, next: null });
  });

  it.each([
    ["sort=prominence", NAMES],
    [ONLY, NAMES],
    [`${ONLY}&sortDirection=asc`, NAMES.toReversed()],
    [`${ONLY}&minKnownPeople=0`, NAMES],
  ])("200: %s is walked without overlap and without gap", async (query, expected) => {
    const ids: (string | null)[] = [];
    let cursor: string | null = null;
    do {
      const response: Awaited<ReturnType<typeof page>> = await page(
        `${query}&limit=2${cursor === null ? "" : `&cursor=${cursor}`}`,
      );
      ids.push(...response.names);
      expect(response.hasMore).toBe(response.next !== null);
      cursor = response.next;
    } while (cursor !== null);
    expect(ids).toEqual(expected);
  });

  it("400: a cursor of the other direction, or of `recent`", async () => {
    const { next } = await page(`${ONLY}&limit=2`);
    const other = /^cursor belongs to a query with different filters/;
    await expectRejected(`${ONLY}&sortDirection=asc&cursor=${next}`, other);
    await expectRejected(`countries=JP&cursor=${next}`, other);
    const recent = await page("countries=JP&limit=2");
    await expectRejected(`${ONLY}&cursor=${recent.next}`, other);
  });

  it("keeps the ranking snapshot of a cursor, and 400 once it is deleted", async () => {
    const first = await page(`${ONLY}&limit=2`);
    expect(first.names).toEqual(["One", "Two"]);
    const turned = ["Five", "One", "Two", "Three", "Four"];
    await snapshot(2, turned);
    const second = await page(`${ONLY}&limit=2&cursor=${first.next}`);
    expect(second.names).toEqual(["Three", "Four"]);
    expect((await page(`${ONLY}&limit=2&cursor=${second.next}`)).names).toEqual(["Five"]);
    expect((await page(ONLY)).names).toEqual(turned);

    await snapshot(3, NAMES);
    await expectRejected(
      `${ONLY}&limit=2&cursor=${second.next}`,
      "cursor has expired: the two latest prominence rankings are kept; start again from the first page",
    );
    expect((await page(ONLY)).names).toEqual(NAMES);
  });

  it("puts a company that is newer than the snapshot at the end", async () => {
    const updatedAt = new Date("2031-01-02T00:00:00.000Z");
    await insertCompany(service.database.pool, { name: "Six", domain: null, hqCountry: "JP", updatedAt });
    expect((await page(ONLY)).names).toEqual([...NAMES, "Six"]);
    expect((await page(`${ONLY}&sortDirection=asc&limit=1`)).names).toEqual(["Six"]);
  });
});

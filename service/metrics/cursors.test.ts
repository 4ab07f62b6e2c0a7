import { ENDPOINTS } from "@dealflow/contract/endpoints";
import type { Company } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiClient, type ListBody } from "@/service/http/testing/api-client";
import { insertCompanies, insertCompany, insertMove, insertPerson, insertRound } from "@/service/http/testing/fixtures";
import { type TestService, testService } from "@/service/http/testing/service";
import type { CompanyFacts } from "@/service/records/company";
import { refreshMetrics } from "./refresh";

const NOW = new Date("2026-11-20T12:00:00.000Z");
/** These moves are in the past for any clock. */
const PAST = new Date("2020-05-01T00:00:00.000Z");
const NAMES = Array.from({ length: 11 }, (_, index) => `Company ${index}`);

let service: TestService;
let key: string;
let companies: CompanyFacts[];
const { request, expectRejected } = createApiClient<ListBody<Company>>(ENDPOINTS.companies, () => ({
  service,
  key,
}));

beforeAll(async () => {
  service = await testService();
  ({ key } = await service.account(100_000));
  companies = await insertCompanies(
    service.database.pool,
    NAMES.map((name) => ({ name, domain: null })),
  );
  // Later companies raised more, and later.
  for (const [index, company] of companies.entries())
    await insertRound(service.database.pool, company, {
      announcedAt: new Date(NOW.getTime() - (companies.length - index) * 86_400_000),
      amountUsdCents: (index + 1) * 2_000_000_00,
    });
});
afterAll(() => service.stop());

async function page(query: string): Promise<{ names: (string | null)[]; next: string | null }> {
  const { status, body } = await request(query);
  expect(status, body.error?.message).toBe(200);
  return { names: body.data.map(({ name }) => name), next: body.pagination.nextCursor };
}

function refresh() {
  return refreshMetrics(service.database.pool, NOW);
}

it("paging by prominence keeps the ranks of its snapshot over a refresh, and fails once they are deleted", async () => {
  await refresh();
  const first = await page("sort=prominence&limit=4");
  expect(first.names).toEqual(NAMES.toReversed().slice(0, 4));
  // The last becomes the first, and one joins; the walk continues as it began, without overlap and without gap.
  const [last] = companies;
  if (last === undefined) throw new Error("there are companies");
  await insertRound(service.database.pool, last, { announcedAt: NOW, amountUsdCents: 900_000_000_00 });
  await refresh();
  await insertCompany(service.database.pool, { name: "Newcomer", domain: null });
  const second = await page(`sort=prominence&limit=4&cursor=${first.next}`);
  const third = await page(`sort=prominence&limit=4&cursor=${second.next}`);
  expect([...first.names, ...second.names, ...third.names]).toEqual([...NAMES.toReversed(), "Newcomer"]);
  expect(third.next).toBeNull();

  const turned = [...["Company 0"], ...NAMES.slice(1).toReversed(), "Newcomer"];
  expect((await page("sort=prominence")).names).toEqual(turned);
  expect((await page("sort=prominence&sortDirection=asc")).names).toEqual(turned.toReversed());

  await refresh();
  await expectRejected(
    `sort=prominence&limit=4&cursor=${second.next}`,
    "cursor has expired: the two latest prominence rankings are kept; start again from the first page",
  );
  expect((await page("sort=prominence")).names).toEqual(turned);
});

it("filters see people and founders immediately, money from the next refresh on, also where a page was cached", async () => {
  const [, of, , other] = companies;
  if (of === undefined || other === undefined) throw new Error("there are companies");
  const { pool } = service.database;
  const people = "minKnownPeople=1&hasFounder=true";
  const names = async (query: string) => (await page(query)).names;
  for (const sort of ["", "&sort=prominence"]) expect(await names(`${people}${sort}`)).toEqual([]);
  await insertMove(pool, await insertPerson(pool), of, { announcedAt: PAST, roleSeniority: "founder" });
  for (const sort of ["", "&sort=prominence"]) expect(await names(`${people}${sort}`)).toEqual(["Company 1"]);

  const money = "minRaisedLast12mUsd=2000000000";
  await insertRound(pool, of, { announcedAt: NOW, amountUsdCents: 3_000_000_000_00 });
  expect(await names(money)).toEqual([]);
  await refresh();
  expect(await names(money)).toEqual(["Company 1"]);
});

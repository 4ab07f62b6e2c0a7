/** Tests that a company is found, owned and watched by the id that it had before it was merged into another. */
import { ACCOUNT } from "@dealflow/contract/account/account";
import { BUY } from "@dealflow/contract/account/explore";
import { ENDPOINTS } from "@dealflow/contract/endpoints";
import type { FundingEvent } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { undoImport } from "@/service/ingest/imports/undo";
import { mergeByHand } from "@/service/ingest/merge/merge";
import { requestAccount } from "../../testing/account";
import { createApiClient, type ListBody } from "../../testing/api-client";
import { insertCompany, insertRound } from "../../testing/fixtures";
import { type TestAccount, type TestService, testService } from "../../testing/service";

let service: TestService;
let account: TestAccount;
beforeAll(async () => {
  service = await testService(undefined, { payOnceDays: Number.POSITIVE_INFINITY });
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account(100);
});

const NOW = new Date("2026-11-20T12:00:00.000Z");
const { request } = createApiClient<ListBody<FundingEvent>>(ENDPOINTS.funding, () => ({ service, key: account.key }));

/** Returns a company with a round, and one without that is merged into it. */
async function insertPair() {
  const { pool } = service.database;
  const kept = await insertCompany(pool, { name: "Alder", domain: null });
  const gone = await insertCompany(pool, { name: "Alder Holding", domain: null });
  await insertRound(pool, kept, {});
  return { kept, gone, merge: () => mergeByHand(pool, [kept.id, gone.id], NOW) };
}

it("a page by its id is never one from before the merge, or before its undo", async () => {
  const { gone, merge } = await insertPair();
  const page = async () => (await request(`companyId=${gone.id}`)).body;
  const count = async () => (await page()).data.length;
  // A page is kept in memory when it is requested again.
  expect([await count(), await count(), await count()]).toEqual([0, 0, 0]);
  const { id } = await merge();
  expect([await count(), await count(), await count()]).toEqual([1, 1, 1]);
  await undoImport(service.database.pool, Number(id), NOW);
  expect(await page()).toMatchObject({ data: [], meta: { creditsUsed: 0 } });
});

it("a quote, an owned timeline and a star by its id are those of the other one", async () => {
  const { kept, gone, merge } = await insertPair();
  await merge();
  const { cookie } = account;
  const quote = await requestAccount(service, ACCOUNT.quote, { cookie, search: `?id=${gone.id}` });
  expect(await quote.json()).toMatchObject({ found: true, company: { id: kept.id } });

  await requestAccount(service, BUY.timeline, { cookie, search: `?id=${gone.id}` });
  const owned = await requestAccount(service, ACCOUNT.ownedTimelines, { cookie, search: `?record=${gone.id}` });
  const { timelines } = await owned.json();
  expect(timelines[0]?.[0]).toMatchObject({ timeline: { company: { id: kept.id } } });

  const companies = [{ id: gone.id, name: "Alder Holding", domain: null }];
  const watched = await requestAccount(service, ACCOUNT.watch, { cookie, body: { companies } });
  expect(await watched.json()).toMatchObject({ companies: [{ id: kept.id }] });
});

/** Dates that move with the days, over the public API: a saved query of the last 30 days stays one. */

import { ENDPOINTS } from "@dealflow/contract/endpoints";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { createApiClient, type ListBody } from "./testing/api-client";
import { insertCompany, insertRound } from "./testing/fixtures";
import { type TestService, testService } from "./testing/service";

const DAY_MS = 86_400_000;
/** Days before today, newest first. */
const AGES = [0, 30, 31, 400];

let service: TestService;
let key: string;
let ids: string[];
beforeAll(async () => {
  service = await testService();
  ({ key } = await service.account(1_000));
  const company = await insertCompany(service.database.pool, { domain: null });
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  ids = [];
  for (const age of AGES)
    ids.push((await insertRound(service.database.pool, company, { announcedAt: new Date(today - age * DAY_MS) })).id);
});
afterAll(() => service.stop());
afterEach(() => void vi.useRealTimers());

const { request } = createApiClient<ListBody<{ id: string }>>(ENDPOINTS.funding, () => ({ service, key }));
const found = async (query: string) => (await request(query)).body.data.map(({ id }) => id);

it("since and until count days, weeks, months and years back from today, whole days", async () => {
  expect(await found("since=-30d")).toEqual(ids.slice(0, 2));
  expect(await found("since=-1y")).toEqual(ids.slice(0, 3));
  expect(await found("since=-50w&until=-31d")).toEqual(ids.slice(2, 3));
  expect(await found("until=-13mo")).toEqual(ids.slice(3));
});

it("pages are walked by the cursor of the query as it was written", async () => {
  const first = await request("since=-1y&limit=1");
  expect(await found(`since=-1y&limit=2&cursor=${first.body.pagination.nextCursor}`)).toEqual(ids.slice(1, 3));
});

it("a page that is kept in memory ends with its day", async () => {
  const now = Date.now();
  const walk = async () => [await found("since=-30d"), await found("since=-30d"), await found("since=-30d")];
  expect(await walk()).toEqual(Array.from({ length: 3 }, () => ids.slice(0, 2)));
  vi.useFakeTimers({ toFake: ["Date"], now: now + DAY_MS });
  expect(await found("since=-30d")).toEqual(ids.slice(0, 1));
});

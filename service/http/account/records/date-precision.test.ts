/** Tests that the dashboard gets dates as precise as the source's, and the public API the first instant of the period. */
import { ACCOUNT } from "@dealflow/contract/account/account";
import { BUY, type ExploreRow } from "@dealflow/contract/account/explore";
import { FEEDS } from "@dealflow/contract/feeds";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importLines } from "@/service/ingest/testing";
import { type AccountRequest, requestAccount, requestAccountFeed } from "../../testing/account";
import { type TestAccount, type TestService, testService } from "../../testing/service";

const COMPANY = { name: "Quorvane", domain: "quorvane.example" };
const LINES = [
  { kind: "funding", record: { company: COMPANY, round: "seed", announcedAt: "2019-05", investors: ["Hollin"] } },
  { kind: "acquisition", record: { target: COMPANY, acquirer: { name: "Ash" }, announcedAt: "2021" } },
  {
    kind: "exec_move",
    record: { person: { name: "Ines" }, company: COMPANY, moveType: "departure", announcedAt: "2020-Q3" },
  },
];

let service: TestService;
let account: TestAccount;
beforeAll(async () => {
  service = await testService(undefined, { payOnceDays: Number.POSITIVE_INFINITY });
  account = await service.account(100);
  await importLines(service.database.pool, LINES);
});
afterAll(() => service.stop());

async function get(endpoint: Parameters<typeof requestAccount>[1], request: AccountRequest = {}) {
  const response = await requestAccount(service, endpoint, { cookie: account.cookie, ...request });
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body;
}
const dates = (rows: readonly ExploreRow[]) => rows.map(({ record }) => Object(record).announcedAt);

it("sends the dashboard a month, a quarter or a year, and the public API an instant", async () => {
  const explored = await get(ACCOUNT.explore, { id: "funding" });
  expect(dates(explored.rows)).toEqual(["2019-05"]);
  await service.preload();
  expect(dates((await get(ACCOUNT.explore, { id: "funding" })).rows)).toEqual(["2019-05"]);
  expect(dates((await get(ACCOUNT.explore, { id: "acquisitions" })).rows)).toEqual(["2021"]);
  expect(dates((await get(ACCOUNT.explore, { id: "execMoves" })).rows)).toEqual(["2020-Q3"]);

  const bought = await get(BUY.records, { id: "funding", body: { references: [explored.rows[0].key] } });
  expect(dates(bought.data)).toEqual(["2019-05"]);
  expect(dates((await get(ACCOUNT.purchased, { id: "funding" })).rows)).toEqual(["2019-05"]);
  const { id, company, investors } = bought.data[0].record;
  expect(dates((await get(ACCOUNT.purchasedRecords, { id: "funding", search: `?record=${id}` })).rows)).toEqual([
    "2019-05",
  ]);
  expect(dates((await get(ACCOUNT.ownedInvestor, { id: investors[0].id })).rounds)).toEqual(["2019-05"]);
  const file = await requestAccount(service, ACCOUNT.purchasedFile, { cookie: account.cookie, id: "funding" });
  expect(JSON.parse(await file.text()).record.announcedAt).toBe("2019-05");

  const timeline = await get(BUY.timeline, { search: `?id=${company.id}` });
  const inOrder = ["2019-05", "2020-Q3", "2021"];
  expect(timeline.data.events.map(({ date }: { date: string }) => date)).toEqual(inOrder);
  const [[part]] = (await get(ACCOUNT.ownedTimelines, { search: `?record=${company.id}` })).timelines;
  expect(part.timeline.events.map(({ date }: { date: string }) => date)).toEqual(inOrder);
  expect(part.timeline.events[0].funding.announcedAt).toBe("2019-05");

  const instant = "2019-05-01T00:00:00.000Z";
  const page = await (await requestAccountFeed(service, FEEDS.funding.path, account.cookie)).json();
  expect(page.data[0].announcedAt).toBe(instant);
  const path = `/v1/companies/timeline?id=${company.id}`;
  const open = await (await requestAccountFeed(service, path, account.cookie)).json();
  expect(open.data.events[0]).toMatchObject({ date: instant, funding: { announcedAt: instant } });
  expect(open.data.events[1].date).toBe("2020-07-01T00:00:00.000Z");
});

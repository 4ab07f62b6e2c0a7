import { ACCOUNT } from "@dealflow/contract/account/account";
import type { ExploreRow } from "@dealflow/contract/account/explore";
import { FEEDS, LIMIT } from "@dealflow/contract/feeds";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadDemo } from "@/service/ingest/demo/load";
import { requestAccount, requestAccountFeed } from "../../testing/account";
import { type TestAccount, type TestService, testService } from "../../testing/service";

const NOW = new Date("2026-11-01T12:00:00.000Z");
const SIZE = { companies: 400, rounds: 1_200, acquisitions: 10, moves: 10, investors: 100 };

let service: TestService;
beforeAll(async () => {
  service = await testService(undefined, { payOnceDays: Number.POSITIVE_INFINITY });
  await loadDemo(service.database.pool, { now: NOW, size: SIZE, log: () => undefined });
  await service.preload();
});
afterAll(() => service.stop());

const readFile = ({ cookie }: TestAccount, search: string) =>
  requestAccount(service, ACCOUNT.purchasedFile, { cookie, id: "funding", search });

const toRows = (lines: string): ExploreRow[] =>
  lines
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));

/** Buys so many pages of the feed. */
async function buyPages({ cookie }: TestAccount, pages: number): Promise<void> {
  let cursor = "";
  for (let page = 0; page < pages; page++) {
    const response = await requestAccountFeed(service, `${FEEDS.funding.path}?limit=${LIMIT.max}${cursor}`, cookie);
    cursor = `&cursor=${(await response.json()).pagination.nextCursor}`;
  }
}

it("has the rows of the list of what is owned, in its order, over several portions", async () => {
  const account = await service.account(2_000);
  await buyPages(account, 7);
  for (const search of ["", "round=seed", "order=amount.descending", "minAmountUsd=2500000&order=round.ascending"]) {
    const listed: ExploreRow[] = [];
    for (let hasMore = true; hasMore; ) {
      const page = await requestAccount(service, ACCOUNT.purchased, {
        ...{ cookie: account.cookie, id: "funding" },
        search: `?${search}&limit=${LIMIT.max}&offset=${listed.length}`,
      });
      const { rows, pagination } = await page.json();
      listed.push(...rows);
      hasMore = pagination.hasMore;
    }
    const file = await readFile(account, `?${search}`);
    expect(file.headers.get("Content-Type")).toBe("application/x-ndjson");
    expect(toRows(await file.text())).toEqual(listed);
    if (search === "") expect(listed).toHaveLength(700);
  }
});

it("is empty where nothing is owned, and rejects an unknown order with one sentence", async () => {
  const account = await service.account(0);
  expect(await (await readFile(account, "")).text()).toBe("");
  const rejected = await readFile(account, "?order=nothing.ascending");
  expect(rejected.status).toBe(400);
  expect((await rejected.json()).error.message).toMatch(/^order must name /);
});

it("has what was owned when it began, also while more is bought", async () => {
  const account = await service.account(2_000);
  await buyPages(account, 6);
  const file = await readFile(account, "");
  await buyPages(account, 9);
  expect(toRows(await file.text())).toHaveLength(600);
});

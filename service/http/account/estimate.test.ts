/** The estimate of a webhook counts what the feeds list, at the edges of bands. */

import { ACCOUNT } from "@dealflow/contract/account/account";
import { FEEDS } from "@dealflow/contract/feeds";
import { AMOUNT_BANDS_USD } from "@dealflow/contract/records/amount-bands";
import { WEBHOOK_FEED_NAMES, WEBHOOK_LIMITS, type WebhookEventName } from "@dealflow/contract/webhook-events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Chance } from "@/service/ingest/demo/random";
import { pages } from "../long/testing";
import { requestAccount } from "../testing/account";
import { insertPreviewedMarket } from "../testing/previewed-market";
import { type TestAccount, type TestService, testService } from "../testing/service";

const DAY_MS = 86_400_000;
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;

let service: TestService;
let account: TestAccount;
beforeAll(async () => {
  service = await testService();
  account = await service.account(1_000_000);
  await insertPreviewedMarket(service.database.pool, 5, TODAY);
});
afterAll(() => service.stop());

async function estimate(event: WebhookEventName, query: string): Promise<number> {
  const { cookie } = account;
  const response = await requestAccount(service, ACCOUNT.estimateWebhook, {
    cookie,
    body: { events: [{ event, query }] },
  });
  expect(response.status).toBe(200);
  return (await response.json()).counts[0].count;
}

it.each([
  ["funding.created", ["round=seed", "countries=US", "industryGroups=Law+Practice"]],
  ["acquisition.created", ["countries=FR", "countries=unknown"]],
  ["exec_move.created", ["moveType=appointment", "roleSeniority=c_level&countries=US"]],
] as const)("of %s is the length of a walk over the feed", async (event, filters) => {
  const feed = FEEDS[WEBHOOK_FEED_NAMES[event]];
  const chance = new Chance(6);
  const since = new Date(TODAY - WEBHOOK_LIMITS.estimateDays * DAY_MS).toISOString().slice(0, 10);
  const edges = event === "exec_move.created" ? [] : AMOUNT_BANDS_USD.map((edge) => `minAmountUsd=${edge}`);
  let counted = 0;
  for (const query of ["", ...filters, ...edges, ...edges.map((edge) => `${edge}&${chance.pick(filters)}`)]) {
    const listed: unknown[] = [];
    const search = { ...Object.fromEntries(new URLSearchParams(query)), since, limit: 100 };
    for await (const { data } of pages(service, feed.path, account.key, search)) listed.push(...data);
    expect(await estimate(event, query), query).toBe(listed.length);
    counted += listed.length;
  }
  expect(counted).toBeGreaterThan(0);
});

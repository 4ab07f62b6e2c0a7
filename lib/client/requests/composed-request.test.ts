/** Requests that a person composes, against the dashboard's server and the real service: every credit is counted. */

import { FEEDS } from "@dealflow/contract/feeds";
import { TIMELINE_PATH } from "@dealflow/contract/timeline";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ownDashboard, type TestDashboard } from "@/lib/server/testing/dashboard";
import { readBalance } from "@/service/credits/ledger";
import { insertCompany, insertRound } from "@/service/http/testing/fixtures";
import { TEST_SECRET, type TestService, testService } from "@/service/http/testing/service";
import type { ComposedRequest } from "./composed-request";
import { openDocument } from "./testing";

const realFetch = globalThis.fetch;

let service: TestService;
let dashboard: TestDashboard;
let workspaceId: string;
let intents: string[];

beforeAll(async () => {
  service = await testService();
  const company = await insertCompany(service.database.pool, { name: "Alder" });
  for (let index = 0; index < 5; index++) await insertRound(service.database.pool, company);
});
afterAll(() => service.stop());

beforeEach(async () => {
  const account = await service.account(100);
  workspaceId = account.workspaceId;
  dashboard = await ownDashboard(service.url, account, TEST_SECRET);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await dashboard.stop();
});

/** A document of the browser; its fetch reaches the dashboard as a page's does. */
async function page(facts: { online?: boolean } = {}) {
  openDocument({ url: "http://localhost:3000/reference", ...facts });
  intents = [];
  vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) => {
    // The dashboard's server runs in this process too, and calls the service by its full URL.
    if (!path.startsWith("/")) return realFetch(path, init);
    const headers = new Headers(init.headers);
    intents.push(headers.get("X-Dealflow-Intent") ?? "");
    return dashboard.send(path, init);
  });
  return { ...(await import("./composed-request")), ...(await import("../meter")) };
}

const LIST: ComposedRequest = { path: `${FEEDS.funding.path}?limit=2`, body: undefined, records: 2 };
const BATCH: ComposedRequest = {
  path: TIMELINE_PATH,
  body: JSON.stringify({ companies: [{ name: "Alder" }] }),
  records: undefined,
};

const balance = async () => (await readBalance(service.database.pool, workspaceId)).balance;

describe("a check", () => {
  it("accepts what the contract accepts, and costs nothing", async () => {
    const browser = await page();
    for (const request of [LIST, BATCH]) expect(await browser.checkComposed(request)).toBeUndefined();
    expect(intents).toEqual(["check", "check"]);
    expect(await balance()).toBe(100);
  });

  it("lists each problem by its parameter", async () => {
    const browser = await page();
    const wrong = { ...LIST, path: `${FEEDS.funding.path}?limit=0&round=sead` };
    expect(await browser.checkComposed(wrong)).toMatchObject({
      kind: "refused",
      problems: [
        { parameter: "round", message: expect.stringContaining("did you mean") },
        { parameter: "limit", message: expect.stringContaining("got 0") },
      ],
    });
    expect(intents).toEqual(["check"]);
  });
});

describe("sending", () => {
  it.each([
    ["a page", LIST, 2],
    ["a batch", BATCH, 6],
  ])("%s costs the stated price, once", async (_, request, credits) => {
    const browser = await page();
    expect(await browser.sendComposed(request, "buy")).toMatchObject({
      kind: "response",
      response: { status: 200, creditsUsed: credits, purchased: false, charged: "no", retryAfterS: undefined },
    });
    expect(browser.meterState()).toMatchObject({ balance: 100 - credits, estimated: false, lastCost: credits });
    // This document has it.
    expect(await browser.sendComposed(request, "buy")).toMatchObject({
      response: { creditsUsed: 0, purchased: true },
    });
    expect(intents).toEqual(["buy"]);
    expect(await balance()).toBe(100 - credits);
    expect(await browser.sendComposed(request, "refresh")).toMatchObject({ response: { creditsUsed: credits } });
    expect(await balance()).toBe(100 - 2 * credits);
  });

  it("returns an error response unchanged, with its headers", async () => {
    const browser = await page();
    const unknown = { path: `${TIMELINE_PATH}?name=Nobody`, body: undefined, records: undefined };
    const outcome = await browser.sendComposed(unknown, "buy");
    if (outcome.kind !== "response") expect.fail(outcome.kind);
    expect(outcome.response).toMatchObject({ status: 404, charged: "no", creditsUsed: undefined });
    expect(JSON.parse(outcome.response.text)).toMatchObject({ error: { code: "NOT_FOUND" } });
    expect(outcome.response.headers.map(([name]) => name)).toEqual([
      "X-Request-Id",
      "X-Credits-Used",
      "X-Credits-Remaining",
    ]);
  });

  it("reports what a lost response may have cost", async () => {
    const browser = await page();
    await dashboard.stop();
    expect(await browser.sendComposed(LIST, "buy")).toMatchObject({ kind: "failed", error: { charged: "unknown" } });
    expect(await browser.checkComposed(LIST)).toMatchObject({ kind: "failed", error: { charged: "no" } });
  });
});

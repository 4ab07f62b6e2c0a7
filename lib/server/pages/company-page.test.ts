/** Data of the company pages: rendering never buys. */

import { ACCOUNT } from "@dealflow/contract/account/account";
import { TIMELINE_PURCHASE_PATH, TIMELINES_PURCHASE_PATH } from "@dealflow/contract/account/free-explore";
import { TIMELINE_PATH } from "@dealflow/contract/timeline";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ALL_KINDS } from "@/lib/api/timeline-part";
import { insertCompany, insertDeal, insertRound } from "@/service/http/testing/fixtures";
import { TEST_SECRET, type TestService, testService } from "@/service/http/testing/service";
import { foreignDashboard, ownDashboard, type TestDashboard } from "../testing/dashboard";
import { loadCompanies } from "./company-page";

/** Generous, for slow machines. */
const PATIENT_MS = 60_000;
const NOBODY = "00000000-0000-7000-8000-000000000000";

let service: TestService;
let dashboard: TestDashboard;
let key: string;
let id: string;

beforeAll(async () => {
  service = await testService(undefined, { payOnceDays: Number.POSITIVE_INFINITY });
  const company = await insertCompany(service.database.pool, { name: "Alder", domain: "alder.example" });
  id = company.id;
  await insertRound(service.database.pool, company);
  await insertDeal(service.database.pool, company, "Stranger");
});
afterAll(() => service.stop());

beforeEach(async () => {
  const account = await service.account(100);
  key = account.key;
  dashboard = await ownDashboard(service.url, account, TEST_SECRET);
});
afterEach(() => dashboard.stop());

const spent = async () => {
  const response = await fetch(`${service.url}/v1/companies?domain=nobody.example`, { headers: { "X-API-Key": key } });
  return 100 - Number(response.headers.get("X-Credits-Remaining"));
};

describe("a company's page", () => {
  it("has prices, and nothing that was not bought", async () => {
    const [found, missing] = await loadCompanies(dashboard.context, dashboard.caller, [id, NOBODY], PATIENT_MS);
    expect(found).toMatchObject({ id, parts: [], quote: { found: true, company: { id, name: null } } });
    expect(missing).toMatchObject({ id: NOBODY, parts: [], quote: { found: false } });
    expect(await spent()).toBe(0);
  });

  it("has the timeline of a company that is owned whole, however it was bought", async () => {
    const load = () => loadCompanies(dashboard.context, dashboard.caller, [id], PATIENT_MS);
    const headers = { "Idempotency-Key": "kinds" };
    await dashboard.request(`${TIMELINE_PURCHASE_PATH}?domain=alder.example&include=funding`, "buy", {
      method: "POST",
      headers,
    });
    expect((await load())[0]?.parts).toMatchObject([{ kinds: ["funding"], cut: false, available: 1 }]);
    const body = JSON.stringify({ companies: [{ name: "Alder" }, { id: NOBODY }] });
    await dashboard.request(TIMELINES_PURCHASE_PATH, "buy", {
      method: "POST",
      body,
      headers: { "Idempotency-Key": "rest" },
    });
    const [whole] = await load();
    expect(whole?.parts).toMatchObject([{ kinds: ALL_KINDS, cut: false, available: 2 }]);
    expect(whole?.parts?.[0]?.timeline.events).toHaveLength(2);
    // The domain request has the company and its round, the batch the deal.
    expect(await spent()).toBe(3);
  });

  it("leaves what is owned to the browser where the service is late", async () => {
    const [company] = await loadCompanies(dashboard.context, dashboard.caller, [id], 0);
    expect(company).toEqual({ id, parts: undefined, quote: undefined });
  });

  it("on a foreign host has what was bought kind by kind, by domain and within a batch", async () => {
    const foreign = await foreignDashboard(service.url, key);
    const load = async () => (await loadCompanies(foreign.context, foreign.caller, [id]))[0]?.parts;
    await foreign.request(`${TIMELINE_PATH}?domain=alder.example&include=funding`, "buy");
    expect(await load()).toMatchObject([{ kinds: ["funding"], available: 1 }]);
    const owned = async () => (await foreign.request(`${ACCOUNT.ownedTimelines.path}?record=${id}`, "read")).json();
    expect(await owned()).toMatchObject({ timelines: [[{ kinds: ["funding"], available: 1, cut: false }]] });
    await foreign.request(`${TIMELINE_PATH}?name=Alder&include=exec_moves,acquisitions`, "buy");
    expect(await load()).toHaveLength(2);
    const body = JSON.stringify({ companies: [{ name: "Alder" }, { id: NOBODY }] });
    await foreign.request(TIMELINE_PATH, "buy", { method: "POST", body });
    const [whole, ...others] = (await load()) ?? [];
    expect([whole?.kinds.length, whole?.cut, others]).toEqual([3, false, []]);
    expect(whole?.timeline.events).toHaveLength(2);
    expect((await owned()).timelines).toMatchObject([[{ timeline: { events: [{}, {}] } }]]);
    // 2 by domain, 2 by name, 3 in the batch.
    expect(await spent()).toBe(7);
    await foreign.stop();
  });

  it("on a foreign host has no price, and shows what was bought there", async () => {
    const foreign = await foreignDashboard(service.url, key);
    try {
      await foreign.request(`${TIMELINE_PATH}?domain=alder.example`, "buy");
      const [company] = await loadCompanies(foreign.context, foreign.caller, [id]);
      expect(company).toMatchObject({ id, quote: undefined, parts: [{ cut: false, available: 2 }] });
    } finally {
      await foreign.stop();
    }
  });
});

/** Data of the company pages: rendering never buys. */

import { TIMELINE_PATH } from "@dealflow/contract/timeline";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { insertCompany, insertDeal, insertRound } from "@/service/http/testing/fixtures";
import { TEST_SECRET, type TestService, testService } from "@/service/http/testing/service";
import { loadCompanies } from "./company-page";
import { foreignDashboard, ownDashboard, type TestDashboard } from "./testing";

/** Generous, for slow machines. */
const PATIENT_MS = 60_000;
const NOBODY = "00000000-0000-7000-8000-000000000000";

let service: TestService;
let dashboard: TestDashboard;
let key: string;
let id: string;

beforeAll(async () => {
  service = await testService();
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
    const [found, missing] = await loadCompanies(
      dashboard.context,
      await dashboard.upstream(),
      [id, NOBODY],
      PATIENT_MS,
    );
    expect(found).toMatchObject({ id, parts: [], quote: { found: true, company: { id, name: null } } });
    expect(missing).toMatchObject({ id: NOBODY, parts: [], quote: { found: false } });
    expect(await spent()).toBe(0);
  });

  it("has what was bought kind by kind, by domain and within a batch", async () => {
    await dashboard.request(`${TIMELINE_PATH}?domain=alder.example&include=funding`, "buy");
    expect((await loadCompanies(dashboard.context, await dashboard.upstream(), [id]))[0]?.parts).toMatchObject([
      { kinds: ["funding"], available: 1 },
    ]);
    await dashboard.request(`${TIMELINE_PATH}?name=Alder&include=exec_moves,acquisitions`, "buy");
    expect((await loadCompanies(dashboard.context, await dashboard.upstream(), [id]))[0]?.parts).toHaveLength(2);
    const body = JSON.stringify({ companies: [{ name: "Alder" }, { id: NOBODY }] });
    await dashboard.request(TIMELINE_PATH, "buy", { method: "POST", body });
    const [whole] = await loadCompanies(dashboard.context, await dashboard.upstream(), [id]);
    expect(whole?.parts.map(({ kinds, cut }) => [kinds.length, cut])).toEqual([[3, false]]);
    expect(whole?.parts[0]?.timeline.events).toHaveLength(2);
    // 2 by domain, 2 by name, 3 in the batch.
    expect(await spent()).toBe(7);
  });

  it("on a foreign host has no price, and shows what was bought there", async () => {
    const foreign = await foreignDashboard(service.url, key);
    try {
      await foreign.request(`${TIMELINE_PATH}?domain=alder.example`, "buy");
      const [company] = await loadCompanies(foreign.context, await foreign.upstream(), [id]);
      expect(company).toMatchObject({ id, quote: undefined, parts: [{ cut: false, available: 2 }] });
    } finally {
      await foreign.stop();
    }
  });
});

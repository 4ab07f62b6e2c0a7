import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PAGE_ROUTE } from "@/lib/api/dashboard";
import { ACCOUNT } from "@/lib/contract/account";
import { TEST_SECRET, type TestAccount, type TestService, testService } from "@/service/http/testing/service";
import { foreignDashboard, ownDashboard, type TestDashboard } from "./testing";

let service: TestService;
let dashboard: TestDashboard;
let account: TestAccount;
beforeAll(async () => {
  service = await testService();
  account = await service.account(30, { name: "Ostermark" });
  dashboard = await ownDashboard(service.url, account, TEST_SECRET);
});
afterAll(async () => {
  await dashboard.stop();
  await service.stop();
});

const { path } = ACCOUNT.workspace;

describe("the account endpoints for the dashboard's own pages", () => {
  it("are proxied from the service, without its key or secret", async () => {
    const response = await dashboard.request(path, "cached");
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ name: "Ostermark", balance: 30 });
    const responseText = `${text} ${JSON.stringify([...response.headers])}`;
    expect(responseText).not.toContain(account.key);
    expect(responseText).not.toContain(TEST_SECRET);
  });

  it("reject cross-origin requests", async () => {
    const response = await fetch(`${dashboard.url}${PAGE_ROUTE}${path}`, {
      headers: { "Sec-Fetch-Site": "cross-site" },
    });
    expect(response.status).toBe(403);
  });

  it("are limited to the contract's, each with its methods", async () => {
    expect((await dashboard.request("/account/v1/nothing", "cached")).status).toBe(404);
    expect((await dashboard.request("/account/v1/workspace/../workspace/x", "cached")).status).toBe(404);
    expect((await dashboard.request(path, "cached", { method: "DELETE" })).status).toBe(405);
  });

  it("respond 404 without the service's secret and on a foreign host, and say why", async () => {
    const [without, foreign] = [
      await ownDashboard(service.url, account, ""),
      await foreignDashboard(service.url, account.key),
    ];
    const bodies = await Promise.all([without, foreign].map(async (one) => (await one.request(path, "cached")).text()));
    expect(bodies[0]).toContain("Set the same SECRET for both");
    expect(bodies[1]).toContain("another host's API");
    await without.stop();
    await foreign.stop();
  });
});

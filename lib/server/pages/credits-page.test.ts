import { RECORDS_PATH } from "@dealflow/contract/account/free-explore";
import { FEEDS } from "@dealflow/contract/feeds";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertRound } from "@/service/http/testing/fixtures";
import { TEST_SECRET, type TestService, testService } from "@/service/http/testing/service";
import { foreignDashboard, ownDashboard } from "../testing/dashboard";
import { loadCreditsState } from "./credits-page";

const PATH = FEEDS.funding.path;

let service: TestService;
beforeAll(async () => {
  service = await testService();
  for (let index = 0; index < 25; index++) await insertRound(service.database.pool, `Company ${index}`);
});
afterAll(() => service.stop());

describe("the Credits page with our own service", () => {
  it("has the ledger with the view of every purchase of this dashboard", async () => {
    const owner = await service.account(100, { name: "Own" });
    const { key } = owner;
    const dashboard = await ownDashboard(service.url, owner, TEST_SECRET);
    const buy = (limit: number, view: string) =>
      dashboard.request(`${RECORDS_PATH.replace(":id", "funding")}?limit=${limit}`, "buy", {
        method: "POST",
        body: "{}",
        headers: { "Idempotency-Key": `limit-${limit}`, "X-Dealflow-View": view },
      });
    await buy(5, "/funding");
    await buy(4, "/funding?round=seed");
    await buy(3, "/reference");
    await fetch(`${service.url}${PATH}?limit=2`, { headers: { "X-API-Key": key } });
    const { account, balance } = await loadCreditsState(dashboard.context, dashboard.caller);
    if (typeof account !== "object") throw new Error(account);
    expect(account.ledger.entries.map(({ view, delta }) => [view, delta])).toEqual([
      [null, -2],
      ["/reference", -3],
      ["/funding?round=seed", -4],
      ["/funding", -5],
      [null, 100],
    ]);
    expect(account.credits).toMatchObject({ workspace: "Own", balance: 86, sum: 86, used: 14 });
    expect(balance).toBe(86);
    await dashboard.stop();
  });

  it("stores no view that a person made up, and that would lead away from the dashboard", async () => {
    const owner = await service.account(100);
    const dashboard = await ownDashboard(service.url, owner, TEST_SECRET);
    for (const [index, view] of ["foo:https://evil.example/x", "https://evil.example/x", "//evil.example/x"].entries())
      await dashboard.request(`${PATH}?limit=1`, "refresh", {
        headers: { "X-Dealflow-View": view, "Idempotency-Key": `view-${index}` },
      });
    const { account } = await loadCreditsState(dashboard.context, dashboard.caller);
    if (typeof account !== "object") throw new Error(account);
    const views = account.ledger.entries.filter(({ delta }) => delta < 0).map(({ view }) => view);
    expect(views).toEqual([null, null, null]);
    await dashboard.stop();
  });

  it("explains in a sentence why there is none", async () => {
    const dashboard = await ownDashboard(service.url, await service.account(100), TEST_SECRET);
    const anonymous = { ...dashboard.caller, signIn: undefined };
    expect((await loadCreditsState(dashboard.context, anonymous)).account).toContain("not signed in");
    await dashboard.stop();
  });
});

describe("the Credits page with a foreign host", () => {
  it("has this dashboard's own receipts, and the balance expected from them", async () => {
    const { key } = await service.account(100);
    const dashboard = await foreignDashboard(service.url, key);
    await loadCreditsState(dashboard.context, dashboard.caller);
    const bought = await dashboard.request(`${PATH}?limit=20`, "buy", { headers: { "X-Dealflow-View": "/funding" } });
    const { account, local, balance } = await loadCreditsState(dashboard.context, dashboard.caller);
    const { count } = local ?? expect.fail();
    expect(account).toBeUndefined();
    expect([balance, count.expected, count.spent]).toEqual([80, 80, 20]);
    expect(count.receipts).toMatchObject([
      { requestId: bought.headers.get("X-Request-Id"), view: "/funding", credits: 20, balance: 80 },
    ]);
    expect(count.endpoints).toEqual([{ name: "funding_events.list", credits: 20, requests: 1 }]);
    expect(count.views).toEqual([{ name: "/funding", credits: 20, requests: 1 }]);
    await dashboard.stop();
  });

  it("distinguishes spending elsewhere from what was counted here", async () => {
    const { key } = await service.account(100);
    const dashboard = await foreignDashboard(service.url, key);
    await dashboard.request(`${PATH}?limit=20`, "buy");
    await fetch(`${service.url}${PATH}?limit=18`, { headers: { "X-API-Key": key } });
    await dashboard.request(`${PATH}?limit=1`, "buy");
    const { local, balance } = await loadCreditsState(dashboard.context, dashboard.caller);
    expect([balance, local?.count.expected]).toEqual([61, 79]);
    await dashboard.stop();
  });

  it("does not send the view or the secret", async () => {
    const { key, workspaceId } = await service.account(100);
    const dashboard = await foreignDashboard(service.url, key);
    await dashboard.request(`${PATH}?limit=1`, "buy");
    const { rows } = await service.database.pool.query(
      "select view from ledger where workspace_id = $1 and delta < 0",
      [workspaceId],
    );
    expect(rows).toEqual([{ view: null }]);
    await dashboard.stop();
  });
});

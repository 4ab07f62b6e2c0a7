import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ACCOUNT } from "@dealflow/contract/account/account";
import { FEEDS } from "@dealflow/contract/feeds";
import { TIMELINE_PATH } from "@dealflow/contract/timeline";
import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { NO_LIMITS } from "@/lib/api/budgets";
import { PAGE_ROUTE } from "@/lib/api/dashboard";
import { readBalance } from "@/service/credits/ledger";
import { companyFacts, insertCompany, insertRound } from "@/service/http/testing/fixtures";
import { TEST_SECRET, type TestService, testService } from "@/service/http/testing/service";
import { foreignDashboard, newDataDir, ownDashboard, startServer, type TestDashboard } from "../testing/dashboard";
import { Budgets } from "./budgets";

const PATH = FEEDS.funding.path;
const BUDGETS = `${PAGE_ROUTE}${ACCOUNT.budgets.path}`;
const NONE = { person: null, ...NO_LIMITS };
const SILENT = pino({ level: "silent" });

describe("budgets with a service", () => {
  let service: TestService;
  let dashboard: TestDashboard;
  let workspaceId: string;
  beforeAll(async () => {
    service = await testService();
    const company = await insertCompany(service.database.pool, companyFacts({ hqCountry: "US" }));
    for (let index = 0; index < 25; index++) await insertRound(service.database.pool, company, { round: "seed" });
  });
  afterEach(() => dashboard.stop());
  afterAll(() => service.stop());

  /** Starts the dashboard of a foreign host, whose budgets it stores itself. */
  async function start(limits: object): Promise<void> {
    const account = await service.account(1_000);
    workspaceId = account.workspaceId;
    dashboard = await foreignDashboard(service.url, account.key);
    expect((await budgets("PUT", { ...NONE, ...limits })).status).toBe(200);
  }

  const budgets = (method: string, body?: unknown, headers: Record<string, string> = {}) =>
    dashboard.send(BUDGETS, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const balance = async () => (await readBalance(service.database.pool, workspaceId)).balance;
  const getCookie = (response: Response) => ({
    cookie: (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "",
  });

  it("stop a session at its budget before anything is sent, with one sentence", async () => {
    await start({ session: 30 });
    const first = await dashboard.request(`${PATH}?limit=20`, "buy");
    const headers = getCookie(first);
    const rejected = await dashboard.request(`${PATH}?limit=11`, "buy", { headers });
    const { error } = await rejected.json();
    expect([rejected.status, error.code, rejected.headers.get("X-Dealflow-Charged")]).toEqual([
      403,
      "BUDGET_REACHED",
      "no",
    ]);
    expect(error.message).toBe(
      "This session's budget of 30 credits would be exceeded: 20 used, this request needs up to 11",
    );
    expect(await balance()).toBe(980);
    expect((await dashboard.request(`${PATH}?limit=10`, "buy", { headers })).status).toBe(200);
    expect(await balance()).toBe(970);
    // Cached pages cost nothing, and another session has its own budget.
    expect((await dashboard.request(`${PATH}?limit=20`, "buy", { headers })).status).toBe(200);
    expect((await dashboard.request(`${PATH}?limit=12`, "buy")).status).toBe(200);
    expect(await balance()).toBe(958);
  });

  it("are not exceeded by concurrent requests", async () => {
    await start({ day: 47 });
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => dashboard.request(`${PATH}?limit=${index + 1}`, "buy")),
    );
    const left = await balance();
    expect(1_000 - left).toBeLessThanOrEqual(47);
    expect(1_000 - left).toBeGreaterThan(47 - 20);
    expect(responses.some(({ status }) => status === 403)).toBe(true);
    // The unused part of the reservation is released.
    const { workspace } = await (await budgets("GET")).json();
    expect(workspace.used).toMatchObject({ day: 1_000 - left, month: 1_000 - left });
  });

  it("are charged only the actual cost of a reservation", async () => {
    await start({ day: 100 });
    // Requests up to 100; there are 25.
    expect((await dashboard.request(`${PATH}?limit=100`, "buy")).headers.get("X-Credits-Used")).toBe("25");
    expect((await dashboard.request(`${PATH}?limit=75`, "buy")).status).toBe(200);
    expect((await (await budgets("GET")).json()).workspace.used.day).toBe(50);
  });

  it("are shown in the meter, and set only by the dashboard's own pages", async () => {
    await start({ session: 500, day: 300 });
    const meter = await dashboard.send(`${PAGE_ROUTE}${ACCOUNT.workspace.path}`);
    expect(await meter.json()).toMatchObject({ sessionUsed: 0, sessionBudget: 500, sessionMost: 300 });
    expect((await budgets("PUT", NONE, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    expect((await budgets("DELETE")).status).toBe(405);
    for (const wrong of [{}, { ...NONE, session: 0 }, { ...NONE, session: 1.5 }, { ...NONE, day: "5" }, []])
      expect((await budgets("PUT", wrong)).status).toBe(400);
    expect(await (await budgets("GET")).json()).toEqual({
      workspace: { limits: { day: 300, month: null }, used: { day: 0, month: 0 } },
      session: { limit: 500, used: 0 },
      members: [],
    });
  });

  it("are those of our own service there, and none are stored here", async () => {
    const account = await service.account(10);
    dashboard = await ownDashboard(service.url, account, TEST_SECRET);
    expect((await budgets("PUT", { ...NONE, day: 7 })).status).toBe(200);
    const stored = await service.database.pool.query("select day from budgets where workspace_id = $1", [
      account.workspaceId,
    ]);
    expect(stored.rows).toEqual([{ day: 7 }]);
    expect(existsSync(join(dashboard.context.settings.dataDir, "budgets.json"))).toBe(false);
  });
});

describe("a timeline of a host without quotes", () => {
  it("reserves everything that is left, and is rejected when nothing is", async () => {
    let respond: (() => void) | undefined;
    const host = await startServer((_, response) => {
      respond = () => {
        response.writeHead(200, { "Content-Type": "application/json" });
        response.end(
          JSON.stringify({
            success: true,
            data: { company: { id: "a" }, investors: [], events: [] },
            meta: { creditsUsed: 7 },
          }),
        );
      };
    });
    const dashboard = await foreignDashboard(host.url, "key");
    await dashboard.send(BUDGETS, {
      method: "PUT",
      body: JSON.stringify({ ...NONE, day: 7 }),
    });
    const first = dashboard.request(`${TIMELINE_PATH}?domain=a.example`, "buy");
    await expect.poll(() => respond).toBeDefined();
    const second = await (await dashboard.request(`${TIMELINE_PATH}?domain=b.example`, "buy")).json();
    expect(second.error.message).toBe(
      "Today's budget of 7 credits would be exceeded: 7 used, the price of this request is unknown",
    );
    respond?.();
    expect((await first).headers.get("X-Credits-Used")).toBe("7");
    await dashboard.stop();
    await host.stop();
  });
});

describe("stored budgets", () => {
  const NOON = Date.parse("2026-11-21T12:00:00Z");
  const spender = { account: "a", session: "s", used: 0 };

  async function spend(budgets: Budgets, credits: number | "unknown", most = 20): Promise<void> {
    const reservation = budgets.reserve(spender, most);
    if ("exceeded" in reservation) throw new Error(reservation.exceeded);
    await reservation.commit(credits);
  }

  it("survive a restart, by day and month of UTC", async () => {
    const dataDir = newDataDir();
    const before = new Budgets(dataDir, SILENT, () => NOON);
    await before.set("a", { ...NO_LIMITS, day: 500 });
    await spend(before, 20);
    const after = new Budgets(dataDir, SILENT, () => NOON + 12 * 3_600_000);
    expect(after.readLimits("a")).toEqual({ session: null, day: 500, month: null });
    expect(after.spent("a")).toEqual({ day: 0, month: 20 });
    await spend(after, 5);
    const nextMonth = new Budgets(dataDir, SILENT, () => NOON + 10 * 86_400_000);
    expect(nextMonth.spent("a")).toEqual({ day: 0, month: 0 });
    expect([nextMonth.readLimits("b"), nextMonth.spent("b")]).toEqual([NO_LIMITS, { day: 0, month: 0 }]);
  });

  it("count what may have been charged, and release what was not", async () => {
    const budgets = new Budgets(newDataDir(), SILENT, () => NOON);
    await budgets.set("a", { session: 40, day: null, month: null });
    await spend(budgets, 0);
    await spend(budgets, "unknown");
    expect(budgets.spent("a").day).toBe(20);
    expect(budgets.reserve(spender, 21)).toEqual({
      exceeded: "This session's budget of 40 credits would be exceeded: 20 used, this request needs up to 21",
    });
    await spend(budgets, 20);
  });

  it("are written completely, in order, and leave no temporary file", async () => {
    const dataDir = newDataDir();
    const budgets = new Budgets(dataDir, SILENT, () => NOON);
    await Promise.all(Array.from({ length: 50 }, () => spend(budgets, 2, 2)));
    expect(readdirSync(dataDir)).toEqual(["budgets.json"]);
    expect(JSON.parse(readFileSync(join(dataDir, "budgets.json"), "utf8")).accounts.a.days).toEqual({
      "2026-11-21": 100,
    });
  });

  it.each([
    ["no JSON", '{"accounts":'],
    ["a limit that is none", '{"accounts":{"a":{"limits":{"session":null,"day":-1,"month":null},"days":{}}}}'],
    [
      "no credits of a day",
      '{"accounts":{"a":{"limits":{"session":null,"day":5,"month":null},"days":{"2026-11-20":"5"}}}}',
    ],
    ["an account without budgets", '{"accounts":{"a":null}}'],
  ])("stop the start with one sentence when the file has %s, and stay as they are", (_, text) => {
    const dataDir = newDataDir();
    const path = join(dataDir, "budgets.json");
    writeFileSync(path, text);
    expect(() => new Budgets(dataDir, SILENT, () => NOON)).toThrow(
      `${path} is damaged, so the budgets are unknown: restore it from a backup, or remove it to start without budgets.`,
    );
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  it("stop the start when the file cannot be read", () => {
    const dataDir = newDataDir();
    mkdirSync(join(dataDir, "budgets.json"));
    expect(() => new Budgets(dataDir, SILENT, () => NOON)).toThrow("budgets.json cannot be read: EISDIR");
  });
});

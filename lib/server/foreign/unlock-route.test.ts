import { ACCOUNT } from "@dealflow/contract/account/account";
import { FEEDS } from "@dealflow/contract/feeds";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { insertRound } from "@/service/http/testing/fixtures";
import { TEST_SECRET, type TestService, testService } from "@/service/http/testing/service";
import { foreignDashboard, ownDashboard, type TestDashboard } from "../testing/dashboard";

const PASSWORD = "correct horse battery";
const PATH = FEEDS.funding.path;

let service: TestService;
let dashboard: TestDashboard;
let key: string;
beforeAll(async () => {
  service = await testService();
  await insertRound(service.database.pool, "Alder");
});
afterAll(() => service.stop());

async function start(): Promise<void> {
  ({ key } = await service.account(100));
  dashboard = await foreignDashboard(service.url, key, { password: PASSWORD });
}
afterEach(() => dashboard.stop());

function give(password: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ password, ...fields });
  return dashboard.send("/api/unlock", { method: "POST", body, headers, redirect: "manual" });
}

const getCookie = (response: Response) => response.headers.get("set-cookie")?.split(";")[0] ?? "";

describe("a foreign host behind a password", () => {
  it("rejects a browser that has not entered it, with the password page", async () => {
    await start();
    const account = `/api${ACCOUNT.me.path}`;
    const responses = await Promise.all([
      ...(["buy", "refresh", "check"] as const).map((intent) => dashboard.request(PATH, intent)),
      ...[`/api${ACCOUNT.workspace.path}`, `/api${ACCOUNT.budgets.path}`, account].map((path) => dashboard.send(path)),
      dashboard.send(`/api${ACCOUNT.budgets.path}`, { method: "PUT", body: "{}" }),
      dashboard.request(PATH, "buy", { headers: { cookie: "dealflow_unlocked=made-up" } }),
    ]);
    for (const response of responses)
      expect([response.status, response.headers.get("X-Dealflow-Auth-Page")]).toEqual([401, "/unlock"]);
    expect(dashboard.logged).toEqual([]);
  });

  it("serves a browser that entered it until it is locked again, and the cookie is then invalid", async () => {
    await start();
    const given = await give(PASSWORD, { returnTo: "/funding?round=seed" });
    expect([given.status, given.headers.get("Location")]).toEqual([303, "/funding?round=seed"]);
    expect(given.headers.get("set-cookie")).toMatch(
      /^dealflow_unlocked=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
    );
    const headers = { cookie: getCookie(given) };
    expect((await dashboard.request(PATH, "buy", { headers })).status).toBe(200);
    const ended = await give("", { end: "1" }, headers);
    expect([ended.status, ended.headers.get("Location")]).toEqual([303, "/unlock"]);
    expect(ended.headers.get("set-cookie")).toContain("dealflow_unlocked=; Path=/; Max-Age=0");
    expect((await dashboard.request(PATH, "check", { headers })).status).toBe(401);
  });

  it("reports a wrong password, keeps the return path, and after five attempts blocks for a while", async () => {
    await start();
    for (const wrong of ["", "wrong", `${PASSWORD} `, PASSWORD.toUpperCase(), "x".repeat(10_000)]) {
      const response = await give(wrong, { returnTo: "/companies" });
      expect([response.status, getCookie(response)]).toEqual([303, ""]);
      expect(response.headers.get("Location")).toBe("/unlock?returnTo=%2Fcompanies&wrong=1");
    }
    const right = await give(PASSWORD);
    expect(right.headers.get("Location")).toMatch(/^\/unlock\?wrong=1&wait=\d{1,2}$/);
    expect(getCookie(right)).toBe("");
    expect(dashboard.logged.join("")).not.toContain(PASSWORD);
    expect(dashboard.logged.join("")).not.toContain(PASSWORD.toUpperCase());
  });

  it("checks no more than five of many concurrent attempts", async () => {
    await start();
    const responses = await Promise.all(Array.from({ length: 12 }, () => give("wrong")));
    expect(responses.filter((response) => !response.headers.get("Location")?.includes("wait"))).toHaveLength(5);
  });

  it("redirects only to its own pages", async () => {
    await start();
    for (const returnTo of ["//evil.example", "https://evil.example", "/\\evil.example", "/api/meter", "/unlock"])
      expect((await give(PASSWORD, { returnTo })).headers.get("Location")).toBe("/");
  });

  it("accepts the form only from its own page, as a POST", async () => {
    await start();
    const others: Record<string, string>[] = [
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
      { "Sec-Fetch-Site": "none" },
      { Origin: "https://evil.example" },
      { Origin: "null" },
    ];
    for (const headers of others) expect((await give(PASSWORD, {}, headers)).status).toBe(403);
    expect((await dashboard.send("/api/unlock")).status).toBe(405);
  });
});

it("does not exist on our own service, nor where no password is set", async () => {
  dashboard = await ownDashboard(service.url, await service.account(1), TEST_SECRET);
  expect((await give(PASSWORD)).status).toBe(404);
  await dashboard.stop();
  dashboard = await foreignDashboard(service.url, "key");
  expect((await give(PASSWORD)).status).toBe(404);
});

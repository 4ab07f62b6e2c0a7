/** Tests the API for the forms of the reference: at another host cached, by our own service forwarded. */
import { ACCOUNT } from "@dealflow/contract/account/account";
import { FEEDS } from "@dealflow/contract/feeds";
import { SESSION_USED_HEADER, VIEW_USED_HEADER } from "@dealflow/contract/headers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CACHED_AT_HEADER, CHARGED_HEADER } from "@/lib/api/dashboard";
import { allCaches } from "@/lib/cache/bounded-cache";
import { companyFacts, insertCompany, insertRound } from "@/service/http/testing/fixtures";
import { TEST_SECRET, type TestService, testService } from "@/service/http/testing/service";
import { foreignDashboard, ownDashboard, type TestDashboard } from "../testing/dashboard";

const PATH = FEEDS.funding.path;
const ROUNDS = 45;

let service: TestService;
let dashboard: TestDashboard;
let key: string;
let workspaceId: string;

beforeAll(async () => {
  service = await testService();
  const pool = service.database.pool;
  const company = await insertCompany(pool, companyFacts({ hqCountry: "US" }));
  for (let index = 0; index < ROUNDS; index++)
    await insertRound(pool, company, { round: index % 3 === 0 ? "series-a" : "seed" });
});
afterAll(() => service.stop());

/** Starts a dashboard of a new workspace with that many credits. */
async function start(credits: number): Promise<void> {
  await dashboard?.stop();
  const account = await service.account(credits);
  ({ key, workspaceId } = account);
  dashboard = await foreignDashboard(service.url, account.key);
}
beforeEach(() => start(1000));
afterAll(() => dashboard.stop());

async function balance(): Promise<number> {
  const nonexistent = "00000000-0000-7000-8000-000000000000";
  const response = await fetch(`${service.url}${PATH}?companyId=${nonexistent}`, { headers: { "X-API-Key": key } });
  const body = await response.json();
  return response.status === 402 ? 0 : body.meta.creditsRemaining;
}

const used = (response: Response) => Number(response.headers.get("X-Credits-Used"));

describe("a bought page", () => {
  it("is the API's own text, and costs its records", async () => {
    const bought = await dashboard.request(`${PATH}?round=seed&includeTotal=true`, "buy");
    const text = await bought.text();
    const direct = await fetch(`${service.url}${PATH}?round=seed&includeTotal=true`, { headers: { "X-API-Key": key } });
    const [proxied, expected] = [JSON.parse(text), await direct.json()];
    expect(proxied.data).toEqual(expected.data);
    expect(proxied.pagination.total).toBe(30);
    expect(used(bought)).toBe(20);
    expect(bought.headers.get("X-Credits-Remaining")).toBe("980");
    expect(bought.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(bought.headers.get("Cache-Control")).toBe("private, no-store");
    expect(Date.parse(bought.headers.get(CACHED_AT_HEADER) ?? "")).toBeGreaterThan(Date.now() - 60_000);
    expect(await balance()).toBe(960);
  });

  it("is cached, with the parameters in any order, and costs nothing more", async () => {
    const first = await dashboard.request(`${PATH}?round=series-a&round=seed&countries=US`, "buy");
    const again = await dashboard.request(`${PATH}?countries=US&round=seed&round=series-a`, "buy");
    expect([again.status, used(again)]).toEqual([200, 0]);
    expect(again.headers.get(CACHED_AT_HEADER)).toBe(first.headers.get(CACHED_AT_HEADER));
    expect(await balance()).toBe(980);
  });

  it("is bought once for concurrent requests", async () => {
    // The purchase waits for this lock until all of them have come: a refresh after it would be another purchase.
    const holder = await service.database.pool.connect();
    await holder.query("begin");
    await holder.query("select from workspaces where id = $1 for update", [workspaceId]);
    const requests = Array.from({ length: 12 }, (_, index) =>
      dashboard.request(PATH, index % 2 === 0 ? "buy" : "refresh"),
    );
    await expect.poll(() => dashboard.received()).toBe(12);
    await holder.query("commit");
    holder.release();
    const responses = await Promise.all(requests);
    expect(responses.map((response) => response.status)).toEqual(Array(12).fill(200));
    expect(responses.map(used).reduce((sum, credits) => sum + credits)).toBe(20);
    expect(await balance()).toBe(980);
  });

  it("is replaced, at its price, when it is refreshed", async () => {
    await dashboard.request(PATH, "buy");
    const refreshed = await dashboard.request(PATH, "refresh");
    expect(used(refreshed)).toBe(20);
    expect(used(await dashboard.request(PATH, "buy"))).toBe(0);
    expect(await balance()).toBe(960);
  });
});

describe("a page that is not cached", () => {
  it("is not sent for a request that only checks, which costs nothing", async () => {
    const response = await dashboard.request(PATH, "check");
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(await balance()).toBe(1000);
  });

  it("depends on the cursor: pages follow without gap and overlap", async () => {
    const seen = new Set<string>();
    let cursor: string | null = "";
    let pages = 0;
    while (cursor !== null) {
      const address: string = `${PATH}${cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`}`;
      const body: { data: { id: string }[]; pagination: { nextCursor: string | null } } = await (
        await dashboard.request(address, "buy")
      ).json();
      for (const record of body.data) seen.add(record.id);
      cursor = body.pagination.nextCursor;
      pages += 1;
    }
    expect([seen.size, pages]).toEqual([ROUNDS, 3]);
    expect(await balance()).toBe(1000 - ROUNDS);
  });
});

describe("the session", () => {
  it("has a cookie that no script can read, and counts usage in total and by view", async () => {
    const first = await dashboard.request(`${PATH}?round=seed`, "buy");
    const cookie = first.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^dealflow_session=[\w-]{22}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Lax$/);
    const headers = { cookie: cookie.split(";")[0] ?? "" };
    const second = await dashboard.request(`${PATH}?round=series-a`, "buy", { headers });
    expect(second.headers.get(SESSION_USED_HEADER)).toBe("35");
    expect(second.headers.get(VIEW_USED_HEADER)).toBe("15");
    const stranger = await dashboard.request(`${PATH}?round=seed`, "buy");
    expect(stranger.headers.get(SESSION_USED_HEADER)).toBe("0");
    expect(stranger.headers.get("set-cookie")).toBeNull();
  });

  it("is started only by a charge, so that free requests take no memory", async () => {
    const ofUse = ["sessions of use", "views of sessions", "reserved credits of sessions"];
    const room = () => allCaches().flatMap(({ name, bytes }) => (ofUse.includes(name) ? [bytes] : []));
    const before = room();
    for (let index = 0; index < 50; index++) {
      const empty = await dashboard.request(`${PATH}?minAmountUsd=${10 ** 12 + index}`, "buy");
      expect([empty.status, used(empty), empty.headers.get("set-cookie")]).toEqual([200, 0, null]);
      // Cached pages do not start one either, with any session cookie of the browser.
      const headers = { cookie: `dealflow_session=${String(index).padStart(22, "x")}` };
      const cached = await dashboard.request(`${PATH}?minAmountUsd=${10 ** 12 + index}`, "buy", { headers });
      expect([cached.status, cached.headers.get("set-cookie")]).toEqual([200, null]);
    }
    expect(room()).toHaveLength(3);
    expect(room()).toEqual(before);
  });
});

describe("credits that run out", () => {
  it("cut a page and keep what was paid for", async () => {
    await start(7);
    const cut = await dashboard.request(PATH, "buy");
    const body = await cut.json();
    expect([body.data.length, body.pagination.hasMore, used(cut)]).toEqual([7, true, 7]);
    expect(cut.headers.get("X-Credits-Remaining")).toBe("0");
    const next = await dashboard.request(`${PATH}?cursor=${encodeURIComponent(body.pagination.nextCursor)}`, "buy");
    expect(next.status).toBe(402);
    expect(next.headers.get(CHARGED_HEADER)).toBe("no");
    expect((await next.json()).error.code).toBe("PAYMENT_REQUIRED");
    expect((await dashboard.request(PATH, "buy")).status).toBe(200);
  });
});

describe("400", () => {
  it.each([
    ["rond=seed", /did you mean round/],
    ["round=sead", /round must be one of .*did you mean "seed"/],
    ["limit=101", /limit must be a whole number from 1 to 100/],
    ["minAmountUsd=5&maxAmountUsd=1", /above/],
    ["since=2026-02-30", /since must be a date/],
  ])("%s is rejected before the API is called", async (query, message) => {
    const response = await dashboard.request(`${PATH}?${query}`, "buy");
    expect(response.status).toBe(400);
    expect((await response.json()).error.message).toMatch(message);
    expect(dashboard.logged).toEqual([]);
  });

  it("passes on errors that only the API can detect", async () => {
    const response = await dashboard.request(`${PATH}?cursor=abc`, "buy");
    const body = await response.json();
    expect([response.status, body.error.code, response.headers.get(CHARGED_HEADER)]).toEqual([
      400,
      "INVALID_INPUT",
      "no",
    ]);
  });
});

describe("403", () => {
  const own = { "Sec-Fetch-Site": "same-origin", "X-Dealflow-Intent": "buy" };
  it.each([
    ["no fetch metadata", { "X-Dealflow-Intent": "buy" }, /Sec-Fetch-Site/],
    ["another site", { ...own, "Sec-Fetch-Site": "cross-site" }, /cross-site/],
    ["another port of the same host", { ...own, "Sec-Fetch-Site": "same-site" }, /same-site/],
    ["an image tag of our own page", { "Sec-Fetch-Site": "same-origin" }, /X-Dealflow-Intent/],
    ["an unknown intent", { ...own, "X-Dealflow-Intent": "steal" }, /buy, refresh, check/],
  ])("%s", async (_, headers, message) => {
    const response = await fetch(`${dashboard.url}/api${PATH}`, { headers });
    expect(response.status).toBe(403);
    expect((await response.json()).error.message).toMatch(message);
    expect(await balance()).toBe(1000);
  });

  it("protects the meter too", async () => {
    expect((await fetch(`${dashboard.url}/api${ACCOUNT.workspace.path}`)).status).toBe(403);
  });
});

describe("other statuses", () => {
  it.each(["/v1/nothing", "/v1/funding-events/x", "/v1/companies/timeline/x", "/account/keys"])(
    "404 for %s",
    async (path) => {
      const response = await dashboard.request(path, "buy");
      expect([response.status, (await response.json()).error.code]).toEqual([404, "NOT_FOUND"]);
    },
  );

  it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"])(
    "405 for %s, naming the allowed method",
    async (method) => {
      const response = await dashboard.request(PATH, "buy", { method });
      expect([response.status, response.headers.get("Allow")]).toEqual([405, "GET"]);
      expect(await balance()).toBe(1000);
    },
  );

  it("404 without the service's secret, in one sentence", async () => {
    const without = await ownDashboard(service.url, await service.account(1), "");
    const response = await without.request(PATH, "buy");
    expect([response.status, (await response.json()).error.message]).toEqual([
      404,
      expect.stringContaining("Set the same SECRET"),
    ]);
    await without.stop();
  });

  it.each(["buy", "refresh"] as const)("401 without a sign-in, with the sign-in page (%s)", async (intent) => {
    const own = await ownDashboard(service.url, await service.account(20), TEST_SECRET);
    for (const cookie of ["", "dealflow_sign_in=made.up", "dealflow_sign_in="]) {
      const response = await own.as(undefined).request(PATH, intent, { headers: { cookie } });
      expect([response.status, response.headers.get("X-Dealflow-Auth-Page")]).toEqual([401, "/sign-in"]);
      expect((await response.json()).error.code).toBe("UNAUTHORIZED");
    }
    await own.stop();
  });
});

describe("our own service", () => {
  it("receives each request, for what its contract allows, and reports the use of the session", async () => {
    const account = await service.account(50);
    const own = await ownDashboard(service.url, account, TEST_SECRET);
    const keyed = (text: string) => ({ headers: { "Idempotency-Key": text, "X-Dealflow-View": "/reference" } });
    const first = await own.request(`${PATH}?limit=3`, "buy", keyed("one"));
    expect((await first.json()).data).toHaveLength(3);
    expect([used(first), first.headers.get("X-Credits-Remaining"), first.headers.get(SESSION_USED_HEADER)]).toEqual([
      3,
      "47",
      "3",
    ]);
    const replayed = await own.request(`${PATH}?limit=3`, "buy", keyed("one"));
    // What the purchase cost, as the replayed body says.
    expect([used(replayed), replayed.headers.get("X-Credits-Remaining")]).toEqual([3, "47"]);
    const again = await own.request(`${PATH}?limit=3`, "buy", keyed("two"));
    expect([again.headers.get(SESSION_USED_HEADER), again.headers.get(VIEW_USED_HEADER)]).toEqual(["6", "6"]);
    expect((await own.request(`${PATH}?limit=0`, "buy", keyed("three"))).status).toBe(400);
    expect(await (await own.send(`/api${ACCOUNT.workspace.path}`)).json()).toMatchObject({
      balance: 44,
      highest: 50,
      sessionUsed: 6,
    });
    await own.stop();
  });
});

describe("the meter", () => {
  const meter = async () => (await dashboard.send(`/api${ACCOUNT.workspace.path}`)).json();

  it("loads the balance for free", async () => {
    expect(await meter()).toMatchObject({ balance: 1000, highest: 1000, sessionUsed: 0 });
    expect(await balance()).toBe(1000);
  });

  it("is updated by every response", async () => {
    await meter();
    await dashboard.request(PATH, "buy");
    expect(await meter()).toMatchObject({ balance: 980, highest: 1000 });
  });

  it("is 0 for an empty account", async () => {
    await start(0);
    expect(await meter()).toMatchObject({ balance: 0 });
  });
});

describe("the key", () => {
  it("is in no response, header or log line", async () => {
    for (const intent of ["buy", "check", "refresh"] as const)
      for (const query of ["", "?round=seed", "?cursor=x", "?limit=0"]) {
        const response = await dashboard.request(`${PATH}${query}`, intent);
        const everything = `${await response.text()}${JSON.stringify([...response.headers])}`;
        expect(everything).not.toContain(key);
      }
    expect(dashboard.logged.length).toBeGreaterThan(0);
    expect(dashboard.logged.join("")).not.toContain(key);
  });
});

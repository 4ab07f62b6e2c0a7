/** Timelines of another host through the dashboard's own server: the same caching and charging as pages of feeds. */

import { MAX_BODY_BYTES } from "@dealflow/contract/errors";
import {
  API_KEY_HEADER,
  CREDITS_REMAINING_HEADER,
  CREDITS_USED_HEADER,
  EVENTS_AVAILABLE_HEADER,
  SESSION_USED_HEADER,
  VIEW_USED_HEADER,
} from "@dealflow/contract/headers";
import { TIMELINE_PATH } from "@dealflow/contract/timeline";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CACHED_AT_HEADER, CHARGED_HEADER, ESTIMATED_HEADER, SOURCE_HEADER } from "@/lib/api/dashboard";
import { readBalance } from "@/service/credits/ledger";
import { insertCompanies, insertDeal, insertRound } from "@/service/http/testing/fixtures";
import { type TestService, testService } from "@/service/http/testing/service";
import { foreignDashboard, startServer, type TestDashboard } from "../testing/dashboard";

let service: TestService;
let dashboard: TestDashboard;
let workspaceId: string;
let key: string;

beforeAll(async () => {
  service = await testService();
  const { pool } = service.database;
  const [alder, bare] = await insertCompanies(pool, [
    { name: "Alder", domain: "alder.example" },
    { name: "Bare", domain: "bare.example" },
  ]);
  if (alder === undefined || bare === undefined) throw new Error("two companies were requested");
  await insertRound(pool, alder);
  await insertRound(pool, alder);
  await insertDeal(pool, alder, "Stranger");
});
afterAll(() => service.stop());

async function start(credits: number): Promise<void> {
  await dashboard?.stop();
  const account = await service.account(credits);
  ({ key, workspaceId } = account);
  dashboard = await foreignDashboard(service.url, account.key);
}
beforeEach(() => start(100));
afterAll(() => dashboard.stop());

const balance = async () => (await readBalance(service.database.pool, workspaceId)).balance;
const used = (result: Response) => Number(result.headers.get(CREDITS_USED_HEADER));
const left = (result: Response) => result.headers.get(CREDITS_REMAINING_HEADER);

/** Alder costs 4 credits, Bare 1. */
const ALDER = `${TIMELINE_PATH}?domain=alder.example`;
const BATCH = { companies: [{ name: "Alder" }, { name: "Nobody" }, { domain: "https://www.bare.example/about" }] };

function post(body: unknown, intent: Parameters<TestDashboard["request"]>[1] = "buy", path = TIMELINE_PATH) {
  return dashboard.request(path, intent, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

describe("one company", () => {
  it("costs the company and its events, is cached, and is the API's response", async () => {
    const bought = await dashboard.request(ALDER, "buy");
    const text = await bought.text();
    expect([bought.status, used(bought), left(bought)]).toEqual([200, 4, "96"]);
    expect(bought.headers.get(EVENTS_AVAILABLE_HEADER)).toBe("3");
    expect(bought.headers.get(SOURCE_HEADER)).toBe("api");
    expect(JSON.parse(text).data.events).toHaveLength(3);
    // The same company by another spelling of its domain, all kinds of event by name.
    const again = await dashboard.request(
      `${TIMELINE_PATH}?include=exec_moves,acquisitions&include=funding&domain=https://www.alder.example/`,
      "buy",
    );
    expect([used(again), again.headers.get(CACHED_AT_HEADER)]).toEqual([0, bought.headers.get(CACHED_AT_HEADER)]);
    expect(again.headers.get(EVENTS_AVAILABLE_HEADER)).toBe("3");
    expect(again.headers.get(SOURCE_HEADER)).toBe("cached");
    expect(await again.text()).toBe(text);
    expect(await balance()).toBe(96);
  });

  it("is bought again on refresh, and once for concurrent requests", async () => {
    await dashboard.request(ALDER, "buy");
    const results = await Promise.all(Array.from({ length: 6 }, () => dashboard.request(ALDER, "refresh")));
    expect(results.map(used).reduce((sum, credits) => sum + credits)).toBe(4);
    expect(await balance()).toBe(92);
  });

  it("is not bought by a request that only checks", async () => {
    expect((await dashboard.request(ALDER, "check")).status).toBe(204);
    expect(await balance()).toBe(100);
  });

  it("counts in the session and its view", async () => {
    const first = await dashboard.request(`${ALDER}&include=funding`, "buy");
    const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
    const second = await dashboard.request(`${TIMELINE_PATH}?name=Bare`, "buy", { headers: { cookie } });
    expect([second.headers.get(SESSION_USED_HEADER), second.headers.get(VIEW_USED_HEADER)]).toEqual(["4", "1"]);
  });

  it("that does not exist is 404, costs nothing and is not cached", async () => {
    const result = await dashboard.request(`${TIMELINE_PATH}?name=Nobody`, "buy");
    expect([result.status, result.headers.get(CHARGED_HEADER)]).toEqual([404, "no"]);
    expect((await result.json()).error.code).toBe("NOT_FOUND");
    expect((await dashboard.request(`${TIMELINE_PATH}?name=Nobody`, "buy")).status).toBe(404);
    expect(await balance()).toBe(100);
  });

  it("that the credits do not cover has the newest events that fit, and the total number", async () => {
    await start(2);
    const cut = await dashboard.request(ALDER, "buy");
    expect((await cut.json()).data.events).toHaveLength(1);
    expect([used(cut), left(cut), cut.headers.get(EVENTS_AVAILABLE_HEADER)]).toEqual([2, "0", "3"]);
    expect((await dashboard.request(ALDER, "refresh")).status).toBe(402);
  });
});

describe("a batch", () => {
  it("costs what was served, repeats its items as they were sent, and is cached", async () => {
    const bought = await post(BATCH);
    const items: { query: unknown; status: string; cost: number }[] = await bought.json();
    expect(items.map(({ query }) => query)).toEqual(BATCH.companies);
    expect(items.map(({ status, cost }) => `${status} ${cost}`)).toEqual(["served 4", "not_found 0", "served 1"]);
    expect([used(bought), left(bought), bought.headers.get(ESTIMATED_HEADER)]).toEqual([5, "95", null]);
    const again = await post({ include: ["funding", "acquisitions", "exec_moves"], ...BATCH });
    expect([again.status, used(again)]).toEqual([200, 0]);
    expect(used(await post({ ...BATCH, include: ["acquisitions"] }))).toBe(3);
    expect(used(await post(BATCH, "refresh"))).toBe(5);
    expect(await balance()).toBe(87);
  });

  it("counts in the session", async () => {
    const first = await post(BATCH);
    const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
    const second = await dashboard.request(`${TIMELINE_PATH}?name=Bare`, "buy", { headers: { cookie } });
    expect(second.headers.get(SESSION_USED_HEADER)).toBe("6");
  });

  it("above the maximum body size is rejected unread", async () => {
    const result = await post(JSON.stringify(BATCH).padEnd(MAX_BODY_BYTES + 1));
    expect([result.status, (await result.json()).error.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    expect(await balance()).toBe(100);
  });
});

const WRONG: readonly [
  name: string,
  ask: (intent: "buy" | "check") => Promise<Response>,
  parameter: string,
  says: RegExp,
][] = [
  ["no selector", (intent) => dashboard.request(TIMELINE_PATH, intent), "query", /give exactly one of id, domain/],
  ["two selectors", (intent) => dashboard.request(`${ALDER}&name=Alder`, intent), "query", /got domain and name/],
  [
    "a wrong kind",
    (intent) => dashboard.request(`${ALDER}&include=rounds`, intent),
    "include",
    /include must be one of/,
  ],
  [
    "a mistyped parameter",
    (intent) => dashboard.request(`${ALDER}&includes=x`, intent),
    "includes",
    /did you mean include/,
  ],
  ["no JSON", (intent) => post("{", intent), "body", /not valid JSON/],
  ["no companies", (intent) => post({ companies: [] }, intent), "companies", /1 to 25 items; got none/],
  [
    "a wrong item",
    (intent) => post({ companies: [{ name: "Alder" }, { id: "x" }] }, intent),
    "companies[1].id",
    /companies\[1\]\.id must be a UUID; got "x"/,
  ],
  [
    "a query in addition to the body",
    (intent) => post(BATCH, intent, `${TIMELINE_PATH}?limit=2`),
    "limit",
    /not a parameter/,
  ],
];

describe("requests that violate the contract", () => {
  it.each(WRONG)(
    "%s: rejected with one sentence, by parameter, without calling the API",
    async (_, sendRequest, parameter, says) => {
      for (const intent of ["buy", "check"] as const) {
        const result = await sendRequest(intent);
        const { error } = await result.json();
        expect([result.status, result.headers.get(CHARGED_HEADER)]).toEqual([400, "no"]);
        expect(error.message).toMatch(says);
        expect(error.problems.map((problem: { parameter: string }) => problem.parameter)).toContain(parameter);
      }
      expect(dashboard.logged).toEqual([]);
      expect(await balance()).toBe(100);
    },
  );
});

describe("a check", () => {
  it("of a valid request succeeds, without calling the API", async () => {
    for (const result of [await dashboard.request(ALDER, "check"), await post(BATCH, "check")])
      expect([result.status, await result.text()]).toEqual([204, ""]);
    expect(dashboard.logged).toEqual([]);
    expect(await balance()).toBe(100);
  });

  it("rejects cross-origin requests", async () => {
    const headers = { "Sec-Fetch-Site": "cross-site", "X-Dealflow-Intent": "check" };
    expect((await fetch(`${dashboard.url}/api${ALDER}`, { headers })).status).toBe(403);
  });
});

describe("methods", () => {
  it.each(["PUT", "DELETE", "HEAD"])("405 for %s, naming the two allowed methods", async (method) => {
    const result = await dashboard.request(TIMELINE_PATH, "buy", { method });
    expect([result.status, result.headers.get("Allow")]).toEqual([405, "GET, POST"]);
  });

  it("a cross-site POST buys nothing", async () => {
    for (const site of ["cross-site", "same-site", "none"]) {
      const headers = { "Sec-Fetch-Site": site, "X-Dealflow-Intent": "buy" };
      const body = JSON.stringify(BATCH);
      const result = await fetch(`${dashboard.url}/api${TIMELINE_PATH}`, { method: "POST", headers, body });
      expect(result.status).toBe(403);
    }
    expect(await balance()).toBe(100);
  });
});

describe("a foreign host", () => {
  const item = {
    query: { name: "a" },
    status: "served",
    cost: 3,
    timeline: { company: {}, investors: [], events: [] },
  };
  const list = {
    success: true,
    data: [],
    pagination: { hasMore: false, nextCursor: null },
    meta: { creditsRemaining: 50 },
  };

  /** Serves lists with a balance of 50, and batches as given. */
  async function against(headers: Record<string, string>, batch: unknown) {
    const host = await startServer((request, response) => {
      const posted = request.method === "POST";
      const key = String(request.headers[API_KEY_HEADER.toLowerCase()]);
      response.writeHead(200, { "Content-Type": "application/json", "X-Received": key, ...(posted ? headers : {}) });
      response.end(JSON.stringify(posted ? batch : list));
    });
    const foreign = await foreignDashboard(host.url, "planted_key_1234567890abcdef");
    await foreign.request("/v1/funding-events", "buy");
    const init = { method: "POST", body: JSON.stringify({ companies: [{ name: "a" }] }) };
    const result = await foreign.request(TIMELINE_PATH, "buy", init);
    const balanceState = foreign.balanceState;
    await foreign.stop();
    await host.stop();
    return { answer: result, known: balanceState, text: await result.text() };
  }

  it("without a balance in the batch response: the cost is subtracted from the known one, marked as estimated", async () => {
    const { answer: result, known: balanceState } = await against({}, [item]);
    expect([used(result), left(result), result.headers.get(ESTIMATED_HEADER)]).toEqual([3, "47", "true"]);
    expect(balanceState).toMatchObject({ balance: 47, estimated: true });
  });

  it("with the balance in the header is trusted", async () => {
    const { answer: result, known: balanceState } = await against({ [CREDITS_REMAINING_HEADER]: "12" }, [item]);
    expect([left(result), result.headers.get(ESTIMATED_HEADER)]).toEqual(["12", null]);
    expect(balanceState).toMatchObject({ balance: 12, estimated: false });
  });

  it("without a cost: the API's price is counted", async () => {
    const { cost: _, ...unpriced } = item;
    const timeline = { company: {}, investors: [], events: [{ kind: "funding" }, { kind: "funding" }] };
    const { answer: result } = await against({}, [{ ...unpriced, timeline }]);
    expect(used(result)).toBe(3);
  });

  it("that repeats the key in a timeline", async () => {
    const { text } = await against({}, [{ ...item, note: "planted_key_1234567890abcdef" }]);
    expect(text).toContain("[key]");
    expect(text).not.toContain("planted");
  });
});

describe("the key", () => {
  it("is in no response, header or log line", async () => {
    const results = [
      await dashboard.request(ALDER, "buy"),
      await dashboard.request(`${TIMELINE_PATH}?name=Nobody`, "buy"),
      await post(BATCH),
      await post("{"),
    ];
    for (const result of results)
      expect(`${await result.text()}${JSON.stringify([...result.headers])}`).not.toContain(key);
    expect(dashboard.logged.length).toBe(3);
    expect(dashboard.logged.join("")).not.toContain(key);
  });
});

/** Rate limits of a workspace (decisions, Rate limits). A limit of one request a minute does not refill during a test. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createKey } from "@/service/accounts/keys";
import { createWorkspace, updateWorkspace } from "@/service/accounts/workspaces";
import { grantCredits } from "@/service/credits/ledger";
import { type ApiResponse, type RequestOptions, readBalance } from "./testing/api-client";
import { createExample, insertOfEach } from "./testing/each-endpoint";
import { type TestService, testService } from "./testing/service";
import { watched } from "./testing/watched-pools";

let service: TestService;
/** This is another process over the same database. */
let other: TestService;
let key: string;

beforeAll(async () => {
  service = await testService();
  other = await testService(service);
  ({ key } = await service.account(1_000_000));
  await insertOfEach(service.database.pool);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const sendRequest = createExample("funding", () => ({ service, key }));

/** Repeats a request that a slow machine refuses before it is counted. */
async function sendUntilCounted(options: RequestOptions): Promise<ApiResponse<unknown>> {
  const response = await sendRequest(options);
  return response.status === 503 && left(response) === undefined ? sendUntilCounted(options) : response;
}

async function statuses(count: number, options: RequestOptions): Promise<number[]> {
  const responses = await Promise.all(Array.from({ length: count }, () => sendRequest(options)));
  return responses.map(({ status }) => status).sort();
}

/** Returns the rest of the burst, by the header of a response. */
function left({ headers }: ApiResponse<unknown>): string | undefined {
  return /;r=(\d+);/.exec(headers.get("RateLimit") ?? "")?.[1];
}

describe("the limit of a plan", () => {
  async function account(plan: "free" | "paid", own: { rate?: number; burst?: number } = {}): Promise<string> {
    const { pool } = service.database;
    const workspace = await createWorkspace(pool, `${plan} ${JSON.stringify(own)}`, 1_000, new Date(), plan);
    if (workspace === undefined) throw new Error("the name is taken");
    await updateWorkspace(pool, workspace.id, own);
    return (await createKey(pool, workspace.id, "test", new Date())).key;
  }

  it.each([
    ["free", {}, 20, 60],
    ["paid", {}, 100, 1_000],
    ["free", { rate: 7 }, 20, 7],
    ["paid", { burst: 3 }, 3, 1_000],
    ["free", { rate: 120, burst: 40 }, 40, 120],
  ] as const)("%s with %j: %i at once, %i a minute", async (plan, own, burst, perMinute) => {
    const as = await account(plan, own);
    const startedAt = performance.now();
    const first = await sendRequest({ as });
    expect(first.headers.get("RateLimit-Policy")).toBe(
      `"burst";q=${burst};w=${Math.ceil((burst / perMinute) * 60)}, "minute";q=${perMinute};w=60`,
    );
    expect(first.headers.get("RateLimit")).toBe(`"burst";r=${burst - 1};t=${Math.ceil(60 / perMinute)}`);
    const responses = await Promise.all(Array.from({ length: burst + 9 }, () => sendUntilCounted({ as })));
    const admitted = 1 + responses.filter(({ status }) => status !== 429).length;
    const refilled = ((performance.now() - startedAt) / 60_000) * perMinute;
    expect(admitted).toBeGreaterThanOrEqual(burst);
    expect(admitted).toBeLessThanOrEqual(burst + refilled);
    const rejectedResponse = responses.find(({ status }) => status === 429);
    if (rejectedResponse !== undefined)
      expect(rejectedResponse.body.error.message).toMatch(
        new RegExp(`^the rate limit is ${perMinute} requests a minute, ${burst} at once; retry in \\d+ s$`),
      );
  });
});

describe("429", () => {
  it("reports when to retry, what is left and the policy, each in its syntax", async () => {
    const { key: own } = await service.account(50, { limit: { perMinute: 1, burst: 2 } });
    for (const rest of ["1", "0"]) {
      const response = await sendRequest({ as: own });
      expect(response.status).toBe(200);
      expect(left(response)).toBe(rest);
    }
    const { status, headers, body } = await sendRequest({ as: own });
    expect(status).toBe(429);
    expect(headers.get("Retry-After")).toMatch(/^(60|61|5\d)$/);
    expect(headers.get("RateLimit-Policy")).toBe('"burst";q=2;w=120, "minute";q=1;w=60');
    expect(headers.get("RateLimit")).toMatch(/^"burst";r=0;t=1[012]\d$/);
    expect(body.error.message).toBe(
      `the rate limit is 1 requests a minute, 2 at once; retry in ${headers.get("Retry-After")} s`,
    );
  });

  it.each([
    // A request more every 0.94 s, so that 1 s is just long enough; and every 1.5 s.
    [64, 1],
    [40, 2],
  ])(
    "admits a client that waits exactly as long as Retry-After states, at %i requests a minute",
    async (perMinute, wait) => {
      const waiting = [service, other].map(async (at) => {
        const { key: own } = await service.account(1_000, { limit: { perMinute, burst: 1 } });
        let rejectedResponse = await sendRequest({ as: own });
        while (rejectedResponse.status !== 429) rejectedResponse = await sendRequest({ as: own });
        const seconds = Number(rejectedResponse.headers.get("Retry-After"));
        expect(seconds).toBeLessThanOrEqual(wait);
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
        expect((await sendRequest({ as: own, at })).status).toBe(200);
      });
      await Promise.all(waiting);
    },
  );

  it("applies to concurrent requests to two processes", async () => {
    const { key: own, workspaceId } = await service.account(50, { limit: { perMinute: 1, burst: 6 } });
    const [here, there] = await Promise.all([statuses(10, { as: own }), statuses(10, { as: own, at: other })]);
    const all = [...here, ...there].sort();
    expect(all).toEqual([...Array(6).fill(200), ...Array(14).fill(429)]);
    expect(await readBalance(service, workspaceId)).toBe(44);
  });

  it("is the limit of a workspace, not of a key, and does not affect others", async () => {
    const { key: own, workspaceId } = await service.account(50, { limit: { perMinute: 1, burst: 2 } });
    const { key: second } = await createKey(service.database.pool, workspaceId, "second", new Date());
    expect([(await sendRequest({ as: own })).status, (await sendRequest({ as: second })).status]).toEqual([200, 200]);
    for (const as of [own, second]) expect((await sendRequest({ as })).status).toBe(429);
    expect((await sendRequest()).status).toBe(200);
  });

  it("counts every request that has a usable key, also one that fails", async () => {
    const { key: own, workspaceId } = await service.account(0, { limit: { perMinute: 1, burst: 5 } });
    const options: [RequestOptions & { query?: string }, number][] = [
      [{ query: "limit=0" }, 400],
      [{}, 402],
      [{ method: "PUT" }, 405],
      [{ method: "POST", body: "x".repeat(65 * 1024) }, 413],
    ];
    for (const [index, [what, expected]] of options.entries()) {
      const response = await sendRequest({ as: own, ...what });
      expect(response.status).toBe(expected);
      expect(left(response)).toBe(String(4 - index));
    }
    const nothing = await fetch(`${service.url}/v1/nothing`, { headers: { "X-API-Key": own } });
    expect([nothing.status, nothing.headers.get("RateLimit")]).toEqual([404, expect.stringContaining(";r=0;")]);
    await grantCredits(service.database.pool, workspaceId, 10, new Date());
    for (const query of ["round=seed", "limit=0"]) expect((await sendRequest({ as: own, query })).status).toBe(429);
    const late = await fetch(`${service.url}/v1/nothing`, { headers: { "X-API-Key": own } });
    expect(late.status).toBe(429);
    expect((await sendRequest({ as: own, at: other, query: "limit=0" })).status).toBe(429);
    expect(await readBalance(service, workspaceId)).toBe(10);
  });

  it("counts a timeline of an unknown company", async () => {
    const timeline = createExample("timeline", () => ({ service, key }));
    const { key: own } = await service.account(5, { limit: { perMinute: 1, burst: 1 } });
    expect((await timeline({ as: own, query: "name=Nobody" })).status).toBe(404);
    expect((await timeline({ as: own })).status).toBe(429);
  });

  it("counts a request once, however often it charges", async () => {
    const { key: own } = await service.account(50, { limit: { perMinute: 1, burst: 10 } });
    const keyed: Record<string, string> = { "Idempotency-Key": "once" };
    for (const [index, headers] of [{}, {}, keyed, keyed].entries()) {
      // A change in between makes the service read a page again that it had cached.
      await service.database.pool.query("update feeds set version = version + 1");
      expect(left(await sendRequest({ as: own, headers }))).toBe(String(9 - index));
    }
  });

  it("takes neither credits nor a statement, once the process knows that the workspace is over its limit", async () => {
    const { database, statements } = watched(service.database);
    const watchful = await testService({ ...service, database });
    try {
      const { key: own, workspaceId } = await service.account(50, { limit: { perMinute: 1, burst: 1 } });
      expect((await sendRequest({ as: own, at: watchful })).status).toBe(200);
      expect(statements()).not.toEqual([]);
      expect(await statuses(20, { as: own, at: watchful })).toEqual(Array(20).fill(429));
      // But for the key, which is requested again every second.
      expect(statements().filter((statement) => !statement.startsWith("select k.id"))).toEqual([]);
      expect(await readBalance(service, workspaceId)).toBe(49);
    } finally {
      await watchful.stop();
    }
  });

  it("is checked before anything is read, also where the process did not know", async () => {
    const { database, statements } = watched(service.database);
    const watchful = await testService({ ...service, database });
    try {
      const { key: own } = await service.account(50, { limit: { perMinute: 1, burst: 1 } });
      expect((await sendRequest({ as: own })).status).toBe(200);
      expect((await sendRequest({ as: own, at: watchful })).status).toBe(429);
      const options = statements();
      expect(options.filter((statement) => statement.includes("funding_events"))).toEqual([]);
      // Executed twice, it might be admitted the second time, and the reported wait would be too short.
      expect(options.filter((statement) => statement.startsWith("with requested"))).toHaveLength(1);
    } finally {
      await watchful.stop();
    }
  });
});

/** Tests that requests under an `Idempotency-Key` (decisions) are charged once and replayed byte for byte. */

import { ENDPOINTS } from "@dealflow/contract/endpoints";
import { IDEMPOTENCY_KEY_HEADER } from "@dealflow/contract/headers";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantCredits, readLedger } from "@/service/credits/ledger";
import { type ApiResponse, createApiClient, type RequestOptions, readBalance } from "../testing/api-client";
import { createExample, ENDPOINT_NAMES, EXAMPLES, insertOfEach } from "../testing/each-endpoint";
import { insertCompany, insertRound } from "../testing/fixtures";
import { type TestService, testService } from "../testing/service";
import { watched } from "../testing/watched-pools";
import { deleteExpiredResponses } from "./idempotency";

let service: TestService;
let key: string;
const getContext = () => ({ service, key });

beforeAll(async () => {
  service = await testService();
  ({ key } = await service.account(1_000_000));
  await insertOfEach(service.database.pool);
});
afterAll(() => service.stop());

const under = (text: string, options: RequestOptions = {}): RequestOptions => ({
  ...options,
  headers: { [IDEMPOTENCY_KEY_HEADER]: text },
});
const funding = createExample("funding", getContext);
const timeline = createExample("timeline", getContext);

function expectReplay(replay: ApiResponse<unknown>, first: ApiResponse<unknown>, balance: number): void {
  expect(replay.status).toBe(200);
  expect(replay.text).toBe(first.text);
  expect(first.headers.get("Idempotent-Replayed")).toBeNull();
  expect(replay.headers.get("Idempotent-Replayed")).toBe("true");
  expect(replay.headers.get("X-Credits-Used")).toBe("0");
  expect(replay.headers.get("X-Credits-Remaining")).toBe(String(balance));
  expect(replay.headers.get("X-Events-Available")).toBe(first.headers.get("X-Events-Available"));
  expect(replay.headers.get("X-Request-Id")).not.toBe(first.headers.get("X-Request-Id"));
}

async function countStoredResponses(workspaceId: string): Promise<number> {
  const { rows } = await service.database.pool.query<{ count: number }>(
    "select count(*) as count from idempotent_answers where workspace_id = $1",
    [workspaceId],
  );
  return rows[0]?.count ?? 0;
}

describe.each(ENDPOINT_NAMES)("%s", (name) => {
  const example = createExample(name, getContext);
  const { cost } = EXAMPLES[name];

  it("200: is charged once, in the ledger too, and replayed byte for byte, although no credits are left", async () => {
    const { key: own, workspaceId } = await service.account(cost);
    const first = await example(under("a", { as: own }));
    expect(first.headers.get("X-Credits-Used")).toBe(String(cost));
    for (let times = 0; times < 2; times++) expectReplay(await example(under("a", { as: own })), first, 0);
    expect(await readBalance(service, workspaceId)).toBe(0);
    expect(await readLedger(service.database.pool, workspaceId, 10)).toHaveLength(2);
    // Without the key, and under another one, it is another request.
    expect((await example({ as: own })).status).toBe(402);
    expect((await example(under("b", { as: own }))).status).toBe(402);
  });

  it("409: while a request under the key is still running", async () => {
    const { key: own, workspaceId } = await service.account(50);
    const client = await service.database.pool.connect();
    try {
      await client.query("begin");
      await client.query(
        "insert into idempotent_answers (workspace_id, key, fingerprint, at) values ($1, 'a', '', now())",
        [workspaceId],
      );
      const { status, body, headers } = await example(under("a", { as: own }));
      expect([status, body.error.code]).toEqual([409, "CONFLICT"]);
      expect(body.error.message).toBe("a request with this Idempotency-Key is still running; try again in a moment");
      expect(headers.get("X-Credits-Remaining")).toBe("50");
      expect((await example(under("b", { as: own }))).status).toBe(200);
    } finally {
      await client.query("rollback");
      client.release();
    }
    expect((await example(under("a", { as: own }))).status).toBe(200);
    expect(await readBalance(service, workspaceId)).toBe(50 - 2 * cost);
  });

  it("400: when the key was used for another request", async () => {
    const { key: own, workspaceId } = await service.account(50);
    const first = await example(under("a", { as: own }));
    const elsewhere = await (name === "investors" ? funding : createExample("investors", getContext))(
      under("a", { as: own }),
    );
    expect(elsewhere.status).toBe(400);
    expect(elsewhere.body.error).toEqual({
      code: "INVALID_INPUT",
      message: "this Idempotency-Key was already used for another request",
    });
    expectReplay(await example(under("a", { as: own })), first, 50 - cost);
    expect(await readBalance(service, workspaceId)).toBe(50 - cost);
  });
});

describe("the same request", () => {
  it("has the same parameters in any order", async () => {
    const { key: own } = await service.account(50);
    const sendRequest = (query: string) => funding({ query, ...under("a", { as: own }) });
    const first = await sendRequest("round=seed&round=growth&countries=DE&limit=5");
    expect(first.status).toBe(200);
    for (const query of [
      "limit=5&countries=DE&round=growth&round=seed",
      "round=growth&limit=5&round=seed&countries=DE",
      "round=%73eed&round=growth&countries=DE&limit=5",
    ])
      expectReplay(await sendRequest(query), first, 49);
    for (const query of [
      "round=seed&round=growth&countries=DE&limit=6",
      "round=seed&round=growth&countries=DE",
      "round=seed&countries=DE&limit=5",
      "round=seed&round=growth&countries=DE&limit=5&includeTotal=true",
    ])
      expect((await sendRequest(query)).body.error.message).toBe(
        "this Idempotency-Key was already used for another request",
      );
  });

  it("has the same body, for a batch", async () => {
    const { key: own } = await service.account(50);
    const { request: sendRequest } = createApiClient(ENDPOINTS.timelines, getContext);
    const post = (name: string) =>
      sendRequest("", under("a", { as: own, body: JSON.stringify({ companies: [{ name }] }) }));
    const first = await post("Alder");
    expectReplay(await post("Alder"), first, 46);
    expect((await post("Birch")).status).toBe(400);
  });

  it("belongs to the same workspace", async () => {
    const [one, two] = [await service.account(50), await service.account(50)];
    const first = await funding(under("a", { as: one.key }));
    expect((await funding(under("a", { as: two.key }))).headers.get("X-Credits-Used")).toBe("1");
    expectReplay(await funding(under("a", { as: one.key })), first, 49);
    expect(await readBalance(service, two.workspaceId)).toBe(49);
  });

  it("may reach any process, with any key of the workspace", async () => {
    const other = await testService(service);
    try {
      const { key: own } = await service.account(50);
      const first = await timeline(under("a", { as: own }));
      expectReplay(await timeline(under("a", { as: own, at: other })), first, 46);
      const there = await timeline(under("b", { as: own, at: other }));
      expectReplay(await timeline(under("b", { as: own })), there, 42);
    } finally {
      await other.stop();
    }
  });
});

it("takes two round trips for a page from memory: begin, claim and charge are one, the stored response and commit the other", async () => {
  const { database, statements } = watched(service.database);
  const watchful = await testService({ ...service, database });
  try {
    const { key: own, workspaceId } = await service.account(50);
    // The first request learns the version of the feed, and the page stays in memory from the second request under it on.
    for (const text of ["a", "b", "c"]) await funding(under(text, { as: own, at: watchful }));
    statements();
    expect((await funding(under("d", { as: own, at: watchful }))).headers.get("X-Credits-Used")).toBe("1");
    const sent = statements().filter((statement) => !statement.startsWith("select k.id"));
    expect(sent).toEqual(["begin;", expect.stringMatching(/^update idempotent_answers set .*;commit$/)]);
    expect(await countStoredResponses(workspaceId)).toBe(4);
  } finally {
    await watchful.stop();
  }
});

describe("a key", () => {
  const EXPECTED = "Idempotency-Key must be 1 to 255 printable ASCII characters without spaces";

  it.each(["", "a b", "é", "a\tb", "x".repeat(256)])("400: %j is none", async (text) => {
    const { status, body } = await funding(under(text));
    expect([status, body.error]).toEqual([400, { code: "INVALID_INPUT", message: EXPECTED }]);
  });

  it.each(["a", "~!\"'%$1;--", "x".repeat(255)])("200: %j is one", async (text) => {
    expect((await funding(under(text))).status).toBe(200);
  });

  it("is free again after 24 hours, and its stored response is deleted", async () => {
    const { key: own, workspaceId } = await service.account(50);
    const { pool } = service.database;
    const sendRequest = (query: string) => funding({ query, ...under("a", { as: own }) });
    const aged = (age: string) =>
      pool.query("update idempotent_answers set at = now() - $2::interval where workspace_id = $1", [workspaceId, age]);
    const first = await sendRequest("round=seed");
    await aged("23 hours 59 minutes");
    expectReplay(await sendRequest("round=seed"), first, 49);
    await aged("24 hours 1 second");
    const refreshed = await sendRequest("round=seed&limit=7");
    expect(refreshed.headers.get("X-Credits-Used")).toBe("1");
    expectReplay(await sendRequest("round=seed&limit=7"), refreshed, 48);
    expect((await sendRequest("round=seed")).status).toBe(400);

    await deleteExpiredResponses(pool, new Date());
    expect(await countStoredResponses(workspaceId)).toBe(1);
    await aged("24 hours 1 second");
    await deleteExpiredResponses(pool, new Date());
    expect(await countStoredResponses(workspaceId)).toBe(0);
  });
});

describe("a failure", () => {
  it("400: stores nothing, so that the corrected request may follow", async () => {
    const { key: own, workspaceId } = await service.account(50);
    expect((await funding({ query: "limit=0", ...under("a", { as: own }) })).status).toBe(400);
    expect(await countStoredResponses(workspaceId)).toBe(0);
    expect((await funding(under("a", { as: own }))).headers.get("X-Credits-Used")).toBe("1");
  });

  it("402: stores nothing, so that the same request is served once there are credits", async () => {
    const { key: own, workspaceId } = await service.account(0);
    expect((await funding(under("a", { as: own }))).status).toBe(402);
    expect(await countStoredResponses(workspaceId)).toBe(0);
    await grantCredits(service.database.pool, workspaceId, 5, new Date());
    expect((await funding(under("a", { as: own }))).headers.get("X-Credits-Used")).toBe("1");
    expect(await readBalance(service, workspaceId)).toBe(4);
  });

  it("404: stores nothing, so that the same request finds the company once it is there", async () => {
    const { key: own, workspaceId } = await service.account(5);
    const sendRequest = () => timeline({ query: "domain=late.example", ...under("a", { as: own }) });
    expect((await sendRequest()).status).toBe(404);
    expect(await countStoredResponses(workspaceId)).toBe(0);
    await insertCompany(service.database.pool, { name: "Late", domain: "late.example" });
    expect((await sendRequest()).headers.get("X-Credits-Used")).toBe("1");
    expect(await readBalance(service, workspaceId)).toBe(4);
  });

  it("429: neither stores nor replays", async () => {
    const { key: own, workspaceId } = await service.account(5, { limit: { perMinute: 1, burst: 2 } });
    for (const expected of [200, 200, 429]) expect((await funding(under("a", { as: own }))).status).toBe(expected);
    expect((await funding(under("b", { as: own }))).status).toBe(429);
    expect(await countStoredResponses(workspaceId)).toBe(1);
    expect(await readBalance(service, workspaceId)).toBe(4);
  });
});

describe("a response that cannot be stored", () => {
  it("is not charged: both are one transaction", async () => {
    const { pool } = service.database;
    const { key: own, workspaceId } = await service.account(50);
    await pool.query(`create function refuse_responses() returns trigger language plpgsql as $$
      begin raise exception 'no response is stored'; end $$`);
    await pool.query(`create trigger refused before update on idempotent_answers
      for each row when (new.body is not null) execute function refuse_responses()`);
    try {
      expect((await funding(under("a", { as: own }))).status).toBe(500);
    } finally {
      await pool.query("drop function refuse_responses cascade");
    }
    expect(await readBalance(service, workspaceId)).toBe(50);
    expect((await funding(under("a", { as: own }))).headers.get("X-Credits-Used")).toBe("1");
    expect(await readBalance(service, workspaceId)).toBe(49);
  });
});

describe("a page cut by credits", () => {
  it("is replayed as it was cut, also when there are credits again", async () => {
    const { pool } = service.database;
    for (let index = 0; index < 3; index++) await insertRound(pool, `Cut ${index}`, { round: "grant" });
    const { key: own, workspaceId } = await service.account(2);
    const sendRequest = () => funding({ query: "round=grant", ...under("a", { as: own }) });
    const first = await sendRequest();
    expect(first.body).toMatchObject({ data: [{}, {}], pagination: { hasMore: true } });
    await grantCredits(pool, workspaceId, 5, new Date());
    expectReplay(await sendRequest(), first, 5);
  });
});

describe("concurrent requests", () => {
  it("are charged once: each gets the one response, or a 409 to retry", async () => {
    const other = await testService(service);
    try {
      const { key: own, workspaceId } = await service.account(50);
      const sendRequest = (_: unknown, index: number) =>
        timeline(under("a", { as: own, at: index % 2 === 0 ? service : other }));
      const responses = await Promise.all(Array.from({ length: 20 }, sendRequest));
      const served = responses.filter(({ status }) => status === 200);
      expect(served.length).toBeGreaterThan(0);
      expect(responses.filter(({ status }) => status === 409)).toHaveLength(20 - served.length);
      expect(new Set(served.map(({ text }) => text)).size).toBe(1);
      expect(served.filter(({ headers }) => headers.get("Idempotent-Replayed") === null)).toHaveLength(1);
      expect(await readBalance(service, workspaceId)).toBe(46);
      expect(await readLedger(service.database.pool, workspaceId, 10)).toHaveLength(2);
    } finally {
      await other.stop();
    }
  });

  it("wait only briefly for the first one, and do not block others", async () => {
    const { pool } = service.database;
    const { key: own, workspaceId } = await service.account(50);
    const client = await pool.connect();
    try {
      await client.query("begin");
      await client.query("lock table funding_events in access exclusive mode");
      const sendRequest = () => funding({ query: "round=seed&limit=9", ...under("a", { as: own }) });
      const first = sendRequest();
      const early = first.then(({ status, text }) => expect.fail(`the first one did not wait: ${status} ${text}`));
      await Promise.race([early, expect.poll(() => countBlockedBy(client), { timeout: 10_000 }).toBeGreaterThan(0)]);
      early.catch(() => undefined);
      expect((await sendRequest()).status).toBe(409);
      // Other requests of the workspace, with and without a key, still succeed.
      const investors = createExample("investors", getContext);
      expect((await investors({ as: own })).status).toBe(200);
      expect((await investors(under("b", { as: own }))).status).toBe(200);
      await client.query("rollback");
      expect((await first).headers.get("X-Credits-Used")).toBe("1");
      expectReplay(await sendRequest(), await first, 47);
      expect(await readBalance(service, workspaceId)).toBe(47);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  /** Counts the statements that wait for a lock of the connection. */
  async function countBlockedBy(client: pg.PoolClient): Promise<number> {
    const { rows: own } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const { rows } = await service.database.pool.query<{ count: number }>(
      "select count(*) as count from pg_stat_activity where $1 = any(pg_blocking_pids(pid))",
      [own[0]?.pid],
    );
    return rows[0]?.count ?? 0;
  }
});

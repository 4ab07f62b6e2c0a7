/** Connections to the database that break, fall silent or are delayed: the responses, and what was charged. */

import { FEEDS } from "@dealflow/contract/feeds";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/service/store/new-id";
import { openPools, type Pools } from "@/service/store/pools/pools";
import { type DatabaseProxy, openDatabaseProxy } from "@/service/store/testing-proxy";
import { insertRound } from "./testing/fixtures";
import { type TestAccount, type TestService, testService, testServices } from "./testing/service";

/** Any response while the database does not respond comes within this (ms): a bound of the interface, not a measurement. */
const ANSWERED_WITHIN_MS = 5_000;
const CREDITS = 100;
const RECORDS = 3;
/** Name of the prepared statement that charges: it is sent with each use. */
const CHARGE = "debit\0";

let direct: TestService;
let proxy: DatabaseProxy;
let pools: Pools;
let service: TestService;
let account: TestAccount;

beforeAll(async () => {
  direct = await testService();
  for (let index = 0; index < RECORDS; index++) await insertRound(direct.database.pool, `Company ${index}`);
  return () => direct.stop();
});

beforeEach(async () => {
  proxy = await openDatabaseProxy(direct.database.url);
  pools = openPools(proxy.url);
  service = await testService({ ...direct, database: { ...direct.database, pools } });
  account = await direct.account(CREDITS);
});
afterEach(async () => {
  proxy.release();
  await service.stop();
  await proxy.close();
  await pools.close();
});

function get(headers: Record<string, string> = {}, signal?: AbortSignal, filters = ""): Promise<Response> {
  return fetch(`${service.url}${FEEDS.funding.path}?limit=${RECORDS}${filters}`, {
    headers: { "X-API-Key": account.key, ...headers },
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Credits that were used, by the balance and by the ledger, which must be one number. */
async function used(): Promise<number> {
  const { rows } = await direct.database.pool.query<{ balance: number; sum: number }>(
    "select balance, (select sum(delta) from ledger where workspace_id = $1)::bigint as sum from workspaces where id = $1",
    [account.workspaceId],
  );
  const [{ balance, sum } = { balance: 0, sum: 0 }] = rows;
  expect(balance).toBe(sum);
  return CREDITS - balance;
}

/** Counts the service's connections in this state. */
async function backends(condition: string, selected = "pid"): Promise<number | null> {
  const { rowCount } = await direct.database.pool.query(
    `select ${selected} from pg_stat_activity where datname = current_database() and ${condition}`,
  );
  return rowCount;
}

async function readCode(response: Response): Promise<string> {
  return (await response.json()).error.code;
}

describe("a connection that is cut during the charge", () => {
  it.each(["cut-before", "cut-after"] as const)(
    "is found out about, and the page is served and charged once (%s)",
    async (fault) => {
      expect((await get()).status).toBe(200);
      proxy.breakOn(CHARGE, fault);
      const response = await get();
      expect(proxy.faults).toBe(1);
      expect(response.status).toBe(200);
      const { data, meta } = await response.json();
      expect(data).toHaveLength(RECORDS);
      expect(meta).toMatchObject({ creditsUsed: RECORDS, creditsRemaining: CREDITS - 2 * RECORDS });
      expect(await used()).toBe(2 * RECORDS);
      const { rows } = await direct.database.pool.query("select delta from ledger where request_id = $1", [
        response.headers.get("X-Request-Id"),
      ]);
      expect(rows).toEqual([{ delta: -RECORDS }]);
    },
  );

  it("is never charged later, when a delayed statement arrives after the response", async () => {
    expect((await get()).status).toBe(200);
    proxy.breakOn(CHARGE, "delay");
    expect((await get()).status).toBe(200);
    expect(proxy.faults).toBe(1);
    expect(await used()).toBe(2 * RECORDS);
    proxy.release();
    // The next charge of the same workspace would wait for the late one, if it had begun.
    expect((await get()).status).toBe(200);
    expect(await used()).toBe(3 * RECORDS);
  });

  it("is reported as possibly charged when the outcome is unknown, with the id of its ledger entry", async () => {
    expect((await get()).status).toBe(200);
    proxy.breakOn(CHARGE, "cut-after");
    const pendingResponse = get();
    await expect.poll(() => proxy.faults).toBe(1);
    proxy.silence();
    const response = await pendingResponse;
    if (response.status === 200) return expect(await used()).toBe(2 * RECORDS);
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("5");
    expect(response.headers.get("X-Credits-Used")).toBeNull();
    const { error, meta } = await response.json();
    expect(error.code).toBe("CHARGE_UNKNOWN");
    expect(error.message).toContain(meta.requestId);
    proxy.release();
    const { rows } = await direct.database.pool.query("select delta from ledger where request_id = $1", [
      meta.requestId,
    ]);
    expect(await used()).toBe(RECORDS * (1 + rows.length));
  });
});

describe("a request under an idempotency key", () => {
  it("gets the committed response when the response to its commit is lost, and the same replay", async () => {
    const key = { "Idempotency-Key": newId() };
    await get({ "Idempotency-Key": newId() });
    proxy.breakOn("commit\0", "cut-after");
    const first = await get(key);
    expect(proxy.faults).toBe(1);
    expect(first.status).toBe(200);
    const again = await get(key);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(await again.text()).toBe(await first.text());
    expect(await used()).toBe(2 * RECORDS);
  });

  it("gets 503 with Retry-After when the connection of a replay is cut, and the replay with the next attempt", async () => {
    const key = { "Idempotency-Key": newId() };
    const first = await get(key);
    proxy.breakOn("commit\0", "cut-before");
    const cut = await get(key);
    expect(proxy.faults).toBe(1);
    expect([cut.status, await readCode(cut), cut.headers.get("Retry-After")]).toEqual([
      503,
      "SERVICE_UNAVAILABLE",
      "5",
    ]);
    const again = await get(key);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(await again.text()).toBe(await first.text());
    expect(await used()).toBe(RECORDS);
  });

  it("costs nothing when its commit never arrived, and the next attempt is served", async () => {
    const key = { "Idempotency-Key": newId() };
    await get({ "Idempotency-Key": newId() });
    proxy.breakOn("commit\0", "cut-before");
    const first = await get(key);
    expect([first.status, await readCode(first)]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(await used()).toBe(RECORDS);
    expect((await get(key)).status).toBe(200);
    expect(await used()).toBe(2 * RECORDS);
  });

  it("gets 503 when its connection is ended between two statements, and the process survives", async () => {
    const blocker = await direct.database.pool.connect();
    await blocker.query("begin");
    await blocker.query("update feeds set version = version + 1");
    await blocker.query("lock table funding_events in access exclusive mode");
    const key = { "Idempotency-Key": newId() };
    const pendingResponse = get(key);
    // Its transaction waits for the page, which another connection reads.
    const waiting = "application_name like 'dealflow-keyed %' and state = 'idle in transaction'";
    await expect.poll(() => backends(waiting)).toBe(1);
    await backends(waiting, "pg_terminate_backend(pid)");
    await blocker.query("rollback");
    blocker.release();
    const response = await pendingResponse;
    expect([response.status, await readCode(response)]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(await used()).toBe(0);
    expect((await get(key)).status).toBe(200);
    expect(await used()).toBe(RECORDS);
  });
});

describe("an unresponsive database", () => {
  it("gives every request a 503 with Retry-After in time, and serves again once it responds", {
    timeout: 60_000,
  }, async () => {
    expect((await get()).status).toBe(200);
    proxy.silence();
    const keyed = Array.from({ length: 4 }, () => newId());
    const startedAt = performance.now();
    const responses = await Promise.all([
      ...Array.from({ length: 30 }, () => get()),
      ...keyed.map((key) => get({ "Idempotency-Key": key })),
    ]);
    expect(performance.now() - startedAt).toBeLessThan(ANSWERED_WITHIN_MS);
    for (const response of responses) {
      expect(response.status).toBe(503);
      expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
    }
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(503);
    expect((await (await fetch(`${service.url}/readyz`)).json()).failing).toContain("charging");

    proxy.release();
    await expect.poll(async () => (await get()).status, { timeout: 10_000 }).toBe(200);
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status, { timeout: 10_000 }).toBe(200);
    for (const key of keyed) expect((await get({ "Idempotency-Key": key })).status).toBe(200);
    // Besides the first request and the attempts that were served, only those may be charged that reported it.
    const errors = await Promise.all(responses.map(async (response) => (await response.json()).error));
    const unknown = errors.filter(({ code }) => code === "CHARGE_UNKNOWN").length;
    expect(errors.filter(({ message }) => message.includes("overloaded"))).toEqual([]);
    const { rows } = await direct.database.pool.query<{ entries: number }>(
      "select count(*) as entries from ledger where workspace_id = $1 and request_id = any($2)",
      [account.workspaceId, responses.map((response) => response.headers.get("X-Request-Id"))],
    );
    expect(rows[0]?.entries).toBeLessThanOrEqual(unknown);
    await used();
  });
});

describe("a queued charge", () => {
  it("is dropped when its client has disconnected", async () => {
    await get();
    const blocker = await direct.database.pool.connect();
    await blocker.query("begin");
    await blocker.query("select from workspaces where id = $1 for update", [account.workspaceId]);
    const blocked = get();
    await expect.poll(() => backends("application_name like 'dealflow-debits %' and wait_event_type = 'Lock'")).toBe(1);
    const leaving = new AbortController();
    const abandonedRequest = get({}, leaving.signal, "&minAmountUsd=1");
    // Its page has been read: only filtered ones are read on these connections.
    await expect.poll(() => backends("application_name like 'dealflow-filtered %' and state = 'idle'")).toBe(1);
    leaving.abort();
    await expect(abandonedRequest).rejects.toThrow();
    await blocker.query("rollback");
    blocker.release();
    expect((await blocked).status).toBe(200);
    await expect.poll(() => service.logged.filter((line) => line.includes('"status":503')).length).toBe(1);
    expect(await used()).toBe(2 * RECORDS);
  });
});

describe("a failure after the charge", () => {
  /** Fails as soon as the records are charged. */
  const fail = async (headers: Record<string, string>) => {
    const { feeds } = testServices(direct.database);
    let charges = 0;
    const recordVersion = () => {
      // The first charge asks for the balance only.
      if (++charges === 2) throw new Error("out of order");
    };
    const failing = await testService(direct, { feeds: { ...feeds, recordVersion } });
    const response = await fetch(`${failing.url}${FEEDS.funding.path}?limit=${RECORDS}`, {
      headers: { "X-API-Key": account.key, ...headers },
    });
    await failing.stop();
    return { status: response.status, code: (await response.json()).error.code, used: await used() };
  };

  it("is not reported as uncharged", async () => {
    expect(await fail({})).toEqual({ status: 503, code: "CHARGE_UNKNOWN", used: RECORDS });
  });

  it("undoes the charge of an idempotency key", async () => {
    expect(await fail({ "Idempotency-Key": newId() })).toEqual({ status: 500, code: "INTERNAL_ERROR", used: 0 });
  });
});

/** Failures that are the service's own: 500 and 503, for which nothing is charged. */

import { setTimeout as delay } from "node:timers/promises";
import { FEEDS } from "@dealflow/contract/feeds";
import { errorEnvelope } from "@dealflow/contract/records/envelopes";
import type pg from "pg";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateApiKey } from "@/service/accounts/api-key";
import { openPools, type Pools } from "@/service/store/pools/pools";
import { openDatabaseProxy } from "@/service/store/testing-proxy";
import { createApp } from "./app";
import { createReadiness } from "./health";
import { listen } from "./server";
import { type ApiResponse, type RequestOptions, readBalance } from "./testing/api-client";
import { createExample, ENDPOINT_NAMES, EXAMPLES, insertOfEach } from "./testing/each-endpoint";
import { type TestService, testService, testServices } from "./testing/service";
import { watched } from "./testing/watched-pools";

let service: TestService;
/** This process has the same database, and shorter timeouts. */
let hasty: TestService;
let pools: Pools;
let key: string;
const getContext = () => ({ service: hasty, key });

beforeAll(async () => {
  service = await testService();
  ({ key } = await service.account(1_000_000));
  await insertOfEach(service.database.pool);
  const { url } = service.database;
  pools = openPools(url, { timeouts: { statementMs: 400, connectMs: 1_000 } });
  hasty = await testService({ ...service, database: { ...service.database, pools, pool: pools.jobs } });
});
afterAll(async () => {
  await hasty.stop();
  await pools.close();
  await service.stop();
});

/** Expires what is cached, so that it has to be read again. */
async function changeFeeds(): Promise<void> {
  await service.database.pool.query("update feeds set version = version + 1");
}

/** Runs the work while no one else can read the table. */
async function withLocked<T>(table: string, work: () => Promise<T>): Promise<T> {
  const client = await service.database.pool.connect();
  try {
    await client.query("begin");
    await client.query(`lock table ${table} in access exclusive mode`);
    return await work();
  } finally {
    await client.query("rollback");
    client.release();
  }
}

/** Takes every connection of a pool while the work runs. */
async function withAllTaken<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    return await work();
  } finally {
    for (const client of taken) client.release();
  }
}

function expectOverloaded({ status, body, headers }: ApiResponse<unknown>): void {
  expect(status).toBe(503);
  expect(body.error).toEqual({
    code: "SERVICE_UNAVAILABLE",
    message: "the service is overloaded; nothing was charged; try again in 3 seconds",
  });
  expect(headers.get("Retry-After")).toBe("3");
}

describe.each(ENDPOINT_NAMES)("%s", (name) => {
  const { table, cost } = EXAMPLES[name];
  const example = createExample(name, getContext);

  it("503: with Retry-After when a statement takes too long, with and without an idempotency key", async () => {
    const variants: RequestOptions[] = [];
    const kinds: Record<string, string>[] = [{}, { "Idempotency-Key": "a" }];
    for (const headers of kinds) variants.push({ as: (await service.account(50)).key, headers });
    await changeFeeds();
    const failed = await withLocked(table, () => Promise.all(variants.map((how) => example(how))));
    for (const { status, body, headers } of failed) {
      expect(status).toBe(503);
      expect(body.error).toEqual({
        code: "SERVICE_UNAVAILABLE",
        message: "the query timed out; nothing was charged",
      });
      expect(headers.get("Retry-After")).toBe("5");
    }
    // Nothing of it is left behind: the same request is served, and charged, as if it were the first.
    for (const how of variants) {
      const { headers } = await example(how);
      expect(headers.get("X-Credits-Used")).toBe(String(cost));
      expect(headers.get("X-Credits-Remaining")).toBe(String(50 - cost));
    }
  });

  it("500: has neither stack nor SQL, and charges nothing", async () => {
    const { pool } = service.database;
    const { key: own, workspaceId } = await service.account(50);
    await changeFeeds();
    await pool.query(`alter table ${table} rename to away`);
    try {
      const { status, body } = await example({ as: own });
      expect(status).toBe(500);
      expect(body.error).toEqual({
        code: "INTERNAL_ERROR",
        message: "something went wrong; nothing was charged",
      });
    } finally {
      await pool.query(`alter table away rename to ${table}`);
    }
    expect(await readBalance(service, workspaceId)).toBe(50);
  });
});

describe("503", () => {
  it("when no connection is free in time, and the next request is served again", async () => {
    const example = createExample("companies", getContext);
    const { key: own, workspaceId } = await service.account(50);
    await changeFeeds();
    await withAllTaken(pools.filtered, async () => {
      const waiting = example({ as: own });
      await expect.poll(() => pools.filtered.waitingCount).toBe(1);
      // The database answers others meanwhile.
      await pools.main.query("select 1");
      expectOverloaded(await waiting);
    });
    expect(await readBalance(service, workspaceId)).toBe(50);
    expect((await example({ as: own })).status).toBe(200);
  });

  it("while the database takes no writes, as a primary that has become a standby", async () => {
    const url = new URL(service.database.url);
    url.searchParams.set("options", "-c default_transaction_read_only=on");
    const standby = openPools(url.href);
    const reading = await testService({ ...service, database: { ...service.database, pools: standby } });
    const { key: own, workspaceId } = await service.account(50);
    for (const headers of [{}, { "Idempotency-Key": "a" }]) {
      const response = await fetch(`${reading.url}${FEEDS.funding.path}?limit=1`, {
        headers: { "X-API-Key": own, ...headers },
      });
      expect([response.status, (await response.json()).error.message]).toEqual([
        503,
        "the database is unavailable; nothing was charged",
      ]);
    }
    expect(await readBalance(service, workspaceId)).toBe(50);
    await reading.stop();
    await standby.close();
  });

  it("while the database cannot be reached, and /readyz reports it while /healthz does not", async () => {
    const away = openPools("postgres://nobody@127.0.0.1:9/nothing");
    const services = testServices({ ...service.database, pools: away, pool: away.jobs });
    await services.readiness.start();
    const app = createApp(services);
    const response = await app.request(FEEDS.funding.path, { headers: { "X-API-Key": generateApiKey() } });
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(errorEnvelope.parse(await response.json()).error.code).toBe("SERVICE_UNAVAILABLE");
    const ready = await app.request("/readyz");
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: "unavailable", failing: ["charging"], version: "test" },
    ]);
    expect((await app.request("/healthz")).status).toBe(200);
    services.readiness.stop();
    await away.close();
  });
});

describe("readiness", () => {
  it("does not depend on the connections of requests", async () => {
    let answers = 0;
    pools.probe.on("release", () => answers++);
    const { fixed, filtered, totals, debits, keyed, main, sessions, jobs } = pools;
    const work = [fixed, filtered, totals, debits, keyed, main, sessions, jobs];
    const ready = await work.reduceRight<() => Promise<Response>>(
      (inner, pool) => () => withAllTaken(pool, inner),
      async () => {
        // A round has three statements, so a whole one began after all connections were taken.
        const before = answers;
        await expect.poll(() => answers).toBeGreaterThan(before + 6);
        return fetch(`${hasty.url}/readyz`);
      },
    )();
    expect([ready.status, await ready.json()]).toEqual([200, { status: "ready", version: "test", demo: false }]);
  });

  it("says that the database is read-only, and that it accepts writes again", async () => {
    const { database } = service;
    const setReadOnly = (value: "on" | "off") =>
      database.pool.query(`alter database ${database.name} set default_transaction_read_only = ${value}`);
    // The setting is that of connections that begin after it.
    const open = async () => {
      const opened = openPools(database.url);
      const { readiness } = testServices({ ...database, pools: opened });
      await readiness.start();
      readiness.stop();
      const response = await createApp(testServices(database, { readiness })).request("/readyz");
      await opened.close();
      return [response.status, await response.json()];
    };
    await setReadOnly("on");
    try {
      const problem = "The database is read-only: it is a standby, or default_transaction_read_only is on.";
      expect(await open()).toEqual([503, { status: "unavailable", failing: ["charging"], problem, version: "test" }]);
    } finally {
      // This connection began before it.
      await setReadOnly("off");
    }
    expect(await open()).toMatchObject([200, { status: "ready" }]);
  });

  it("ends before the service stops, and responses then end their connections", async () => {
    const services = testServices(service.database);
    await services.readiness.start();
    const server = await listen(createApp(services), "127.0.0.1", 0, "API_PORT");
    const requestReady = async () => {
      const response = await fetch(`http://127.0.0.1:${server.port}/readyz`);
      return [response.status, response.headers.get("Connection"), (await response.json()).failing];
    };
    expect(await requestReady()).toEqual([200, "keep-alive", undefined]);
    services.readiness.drain();
    server.drain();
    expect(await requestReady()).toEqual([503, "close", ["stopping"]]);
    services.readiness.stop();
    await server.stop();
  });

  it("names what is still being read after a start", async () => {
    const { summaries } = testServices(service.database);
    const readiness = createReadiness(pools, summaries, pino({ level: "silent" }));
    expect(readiness.getVerdict()).toEqual({ failing: ["charging"], warming: [], degraded: [], demo: false });
    await readiness.start();
    readiness.stop();
    const preloading = summaries.preload();
    expect(readiness.getVerdict()).toEqual({ failing: [], warming: ["summaries"], degraded: [], demo: false });
    await preloading;
    expect(readiness.getVerdict().warming).toEqual([]);
    await summaries.stop();
  });
});

describe("the log", () => {
  it("has a line at the beginning of an outage, one at its end, and a short one for each request in it", async () => {
    const proxy = await openDatabaseProxy(service.database.url);
    const away = openPools(proxy.url, { timeouts: { statementMs: 400, connectMs: 400 } });
    const lines: Record<string, unknown>[] = [];
    const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const services = testServices({ ...service.database, pools: away, pool: away.jobs }, { log });
    await services.readiness.start();
    const app = createApp(services);
    const isReady = async () => (await app.request("/readyz")).status === 200;
    expect(await isReady()).toBe(true);
    proxy.silence();
    await expect.poll(isReady).toBe(false);
    for (let request = 0; request < 3; request++)
      await app.request(FEEDS.funding.path, { headers: { "X-API-Key": generateApiKey() } });
    proxy.release();
    await expect.poll(isReady).toBe(true);
    services.readiness.stop();
    await away.close();
    await proxy.close();
    const written = lines.filter(({ msg }) => msg !== "request");
    expect(written.map(({ msg }) => msg)).toEqual([
      "the database does not charge; requests get 503 until it does",
      ...Array.from({ length: 3 }, () => "request failed: unavailable"),
      "the database charges again",
    ]);
    expect(JSON.stringify(written)).not.toContain("    at ");
  });

  it("has a line for a slow request, with its filters and where its time went", async () => {
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
    const services = testServices(service.database, { log });
    const app = createApp(services, { observe: () => undefined, slowRequestMs: 150 });
    const path = `${FEEDS.funding.path}?countries=US&round=seed&limit=1`;
    const request = () => app.request(path, { headers: { "X-API-Key": key } });
    const slow = () => lines.filter((line) => line.includes('"slow request"')).map((line) => JSON.parse(line));
    expect((await request()).status).toBe(200);
    const before = slow().length;
    await changeFeeds();
    const answer = withLocked("funding_events", async () => {
      const response = request();
      await delay(300);
      return { response };
    });
    expect((await (await answer).response).status).toBe(200);
    expect(slow().slice(before)).toEqual([
      expect.objectContaining({
        level: 40,
        route: FEEDS.funding.path,
        filters: "round=seed&countries=US",
        phases: { connection: expect.any(Number), statement: expect.any(Number), charge: expect.any(Number) },
      }),
    ]);
    expect(lines.join("")).not.toContain(key);
    const [{ ms, phases }] = slow().slice(before);
    expect(phases.statement).toBeGreaterThan(200);
    expect(phases.connection + phases.statement + phases.charge).toBeLessThanOrEqual(ms + 1);
  });
});

it("has a line for a slow request that names no key, where nothing is measured", async () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const app = createApp(testServices(service.database, { log }), { slowRequestMs: 0.001 });
  const server = await listen(app, "127.0.0.1", 0, "API_PORT");
  const response = await fetch(`http://127.0.0.1:${server.port}${FEEDS.funding.path}?limit=1`, {
    headers: { "X-API-Key": key },
  });
  expect(response.status).toBe(200);
  await server.stop();
  const slow = lines.filter((line) => line.includes('"slow request"')).map((line) => JSON.parse(line));
  expect(slow).toEqual([expect.objectContaining({ route: FEEDS.funding.path })]);
  expect(slow[0]).not.toHaveProperty("phases");
  expect(lines.join("")).not.toContain(key);
});

/** Columns in memory do not know the companies of events. */
const COUNTED_IN_DATABASE = "domain=alder.example";

describe("a full queue", () => {
  /** Calls the work while as many wait for the pool as may. */
  async function withFullQueue<T>(pool: pg.Pool, most: number, work: () => Promise<T>): Promise<T> {
    const [result, waiting] = await withAllTaken(pool, async () => {
      const filling = Array.from({ length: most }, () => pool.query("select 1"));
      expect(pool.waitingCount).toBe(most);
      const done = await work();
      // No one has left the queue: the work was done, or refused, without waiting.
      expect(pool.waitingCount).toBe(most);
      return [done, filling] as const;
    });
    for (const { rowCount } of await Promise.all(waiting)) expect(rowCount).toBe(1);
    return result;
  }

  it("refuses a total immediately, charges nothing, and serves lists and those that wait", async () => {
    const example = createExample("funding", () => ({ service, key }));
    const { key: own, workspaceId } = await service.account(50);
    const query = `${COUNTED_IN_DATABASE}&includeTotal=true`;
    const [total, keyed, list] = await withFullQueue(service.database.pools.totals, 100, async () => [
      await example({ as: own, query }),
      await example({ as: own, query, headers: { "Idempotency-Key": "total" } }),
      await example({ as: own, query: "round=seed" }),
    ]);
    expectOverloaded(total ?? expect.fail());
    expectOverloaded(keyed ?? expect.fail());
    expect(list?.status).toBe(200);
    expect(await readBalance(service, workspaceId)).toBe(49);
    expect((await example({ as: own, query, headers: { "Idempotency-Key": "total" } })).status).toBe(200);
    expect(await readBalance(service, workspaceId)).toBe(48);
  });

  it("is left by a client that disconnects: its total is not counted, and nothing is charged", async () => {
    const seen = watched(service.database);
    const own = await testService({ ...service, database: seen.database });
    const { key: leaving, workspaceId } = await service.account(50);
    const example = createExample("funding", () => ({ service: own, key: leaving }));
    const { totals } = service.database.pools;
    await withAllTaken(totals, async () => {
      const controller = new AbortController();
      const url = `${own.url}${FEEDS.funding.path}?${COUNTED_IN_DATABASE}&includeTotal=true`;
      const abandoned = fetch(url, { headers: { "X-API-Key": leaving }, signal: controller.signal });
      await expect.poll(() => totals.waitingCount).toBe(1);
      controller.abort();
      await expect(abandoned).rejects.toThrow();
      // The server has read the end of that connection before the request of this one.
      expect((await example({ query: "limit=1" })).status).toBe(200);
      seen.statements();
    });
    await expect.poll(() => own.logged.filter((line) => line.includes('"status":503'))).toHaveLength(1);
    expect(seen.statements().filter((statement) => statement.includes("count(*) as total"))).toEqual([]);
    expect(await readBalance(service, workspaceId)).toBe(49);
    expect((await example({ query: `${COUNTED_IN_DATABASE}&includeTotal=true` })).status).toBe(200);
    expect(seen.statements().filter((statement) => statement.includes("count(*) as total"))).toHaveLength(1);
    await own.stop();
  });
});

describe("heavy totals", () => {
  it("do not block lists, however many are queued", async () => {
    const example = createExample("funding", () => ({ service, key }));
    const { totals } = service.database.pools;
    const counted = await withAllTaken(totals, async () => {
      const waiting = Array.from({ length: 12 }, () =>
        example({ query: `${COUNTED_IN_DATABASE}&includeTotal=true&limit=3` }),
      );
      await expect.poll(() => totals.waitingCount, { timeout: 10_000 }).toBeGreaterThanOrEqual(12);
      for (const query of ["round=seed", "limit=5", "domain=alder.example"])
        expect((await example({ query })).status).toBe(200);
      return waiting;
    });
    for (const { status, body } of await Promise.all(counted)) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ pagination: { total: 1 } });
    }
  });

  it("get 503 when they take too long, while the list without them is served", async () => {
    const example = createExample("acquisitions", getContext);
    const { key: own, workspaceId } = await service.account(50);
    await changeFeeds();
    const slow = await withAllTaken(pools.totals, () =>
      example({ as: own, query: `${COUNTED_IN_DATABASE}&includeTotal=true` }),
    );
    expect(slow.status).toBe(503);
    expect(await readBalance(service, workspaceId)).toBe(50);
    expect((await example({ as: own })).status).toBe(200);
  });
});

/** Failures that are the service's own: 500 and 503, for which nothing is charged. */

import { FEEDS } from "@dealflow/contract/feeds";
import { errorEnvelope } from "@dealflow/contract/records/envelopes";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateApiKey } from "@/service/accounts/api-key";
import { openPools, type Pools } from "@/service/store/pools";
import { createApp } from "./app";
import { type RequestOptions, readBalance } from "./testing/api-client";
import { createExample, ENDPOINT_NAMES, EXAMPLES, insertOfEach } from "./testing/each-endpoint";
import { type TestService, testService, testServices } from "./testing/service";

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
  pools = openPools(url, url, { statementMs: 400, connectMs: 1_000 });
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
      const { status, body } = await example({ as: own });
      expect([status, body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
      expect(body.error.message).toBe("the database is unavailable; nothing was charged");
    });
    expect(await readBalance(service, workspaceId)).toBe(50);
    expect((await example({ as: own })).status).toBe(200);
  });

  it("while the database cannot be reached, and /readyz reports it while /healthz does not", async () => {
    const away = openPools("postgres://nobody@127.0.0.1:9/nothing");
    const app = createApp(testServices({ ...service.database, pools: away, pool: away.jobs }));
    const response = await app.request(FEEDS.funding.path, { headers: { "X-API-Key": generateApiKey() } });
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(errorEnvelope.parse(await response.json()).error.code).toBe("SERVICE_UNAVAILABLE");
    expect((await app.request("/readyz")).status).toBe(503);
    expect((await app.request("/healthz")).status).toBe(200);
    await away.close();
  });
});

describe("heavy totals", () => {
  it("do not block lists, however many are queued", async () => {
    const example = createExample("funding", () => ({ service, key }));
    const { totals } = service.database.pools;
    const counted = await withAllTaken(totals, async () => {
      const waiting = Array.from({ length: 12 }, () => example({ query: "round=seed&includeTotal=true&limit=3" }));
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
      example({ as: own, query: "isMerger=false&includeTotal=true" }),
    );
    expect(slow.status).toBe(503);
    expect(await readBalance(service, workspaceId)).toBe(50);
    expect((await example({ as: own })).status).toBe(200);
  });
});

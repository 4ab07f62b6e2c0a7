import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RequestRefused } from "../refusal";
import { type TestDatabase, testDatabase } from "../testing";
import { BoundedPool, queryUnlessAbandoned } from "./bounded-pool";

const WAITING = 3;

let database: TestDatabase;
let pool: BoundedPool;
const activity = { answeredAt: 0 };

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  pool = openPool(10_000);
});
afterEach(() => pool.end());

/** A pool with a single connection. */
function openPool(connectionTimeoutMillis: number): BoundedPool {
  return new BoundedPool({ connectionString: database.url, max: 1, connectionTimeoutMillis }, WAITING, activity);
}

describe("a pool", () => {
  it("refuses those beyond its queue immediately, and serves the others", async () => {
    const held = await pool.connect();
    const waiting = Array.from({ length: WAITING }, (_, index) =>
      pool.query<{ index: number }>(`select ${index} as index`),
    );
    expect(pool.waitingCount).toBe(WAITING);
    expect(() => pool.requireRoom()).toThrow(RequestRefused);
    await expect(pool.query("select 1")).rejects.toThrow(RequestRefused);
    await expect(pool.connect()).rejects.toThrow(RequestRefused);
    expect(pool.waitingCount).toBe(WAITING);
    held.release();
    const results = await Promise.all(waiting);
    expect(results.map(({ rows }) => rows)).toEqual([[{ index: 0 }], [{ index: 1 }], [{ index: 2 }]]);
    expect((await pool.query("select 1")).rowCount).toBe(1);
  });

  it("takes no one for waiting who gets an idle connection", async () => {
    await pool.query("select 1");
    const all = Array.from({ length: WAITING + 1 }, () => pool.query("select 1"));
    expect(await Promise.all(all)).toHaveLength(WAITING + 1);
  });

  it("reports a wait in vain as overload when the server answers others, and otherwise as an unavailable database", async () => {
    const hasty = openPool(10_000);
    const held = await hasty.connect();
    await pool.query("select 1");
    hasty.options.connectionTimeoutMillis = 300;
    activity.answeredAt = Number.NEGATIVE_INFINITY;
    await expect(hasty.query("select 1")).rejects.toMatchObject({ name: "RequestRefused", reason: "unavailable" });
    const waiting = Promise.allSettled([hasty.query("select 1"), hasty.connect()]);
    // They share the server.
    await pool.query("select 1");
    for (const outcome of await waiting)
      expect(outcome).toMatchObject({ status: "rejected", reason: { name: "RequestRefused", reason: "overloaded" } });
    held.release();
    await hasty.end();
  });
});

describe("a statement that waits", () => {
  it("is not sent when its client is gone, and gives the connection to the next", async () => {
    const held = await pool.connect();
    let gone = false;
    const abandoned = queryUnlessAbandoned(pool, { text: "create table abandoned ()" }, () => gone);
    const next = queryUnlessAbandoned<{ found: string | null }>(pool, {
      text: "select to_regclass('abandoned') as found",
    });
    gone = true;
    held.release();
    await expect(abandoned).rejects.toMatchObject({ name: "RequestRefused", reason: "cancelled" });
    expect((await next).rows).toEqual([{ found: null }]);
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
  });

  it("returns its connection when it fails", async () => {
    await expect(queryUnlessAbandoned(pool, { text: "select nothing" })).rejects.toThrow(pg.DatabaseError);
    expect((await queryUnlessAbandoned(pool, { text: "select 1 as one" })).rows).toEqual([{ one: 1 }]);
  });
});

import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { undoImport } from "../imports/undo";
import { importLines } from "../testing";
import { createQualityReader } from "./quality-reader";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const importRound = (key: string) =>
  importLines(
    database.pool,
    [
      {
        kind: "funding",
        key,
        record: { company: { name: `Tarnfell ${key}` }, round: "seed", announcedAt: "2026-03-02" },
      },
    ],
    { source: "wire" },
  );

it("counts again once records or imports changed, and only then", async () => {
  let counts = 0;
  const pool = watch(database.pool, () => counts++);
  const reader = createQualityReader(pool, 60_000);
  const records = async () => {
    const { quality, isCounting } = await reader.read();
    expect(isCounting).toBe(false);
    return quality?.kinds[0]?.sources.map((source) => source.records);
  };
  expect([await records(), await records(), counts]).toEqual([[], [], 1]);
  const { id } = await importRound("1");
  await expect.poll(records).toEqual([1]);
  // Two requests share one count.
  counts = 0;
  await importRound("2");
  await expect.poll(() => Promise.all([records(), records()])).toEqual([[2], [2]]);
  expect(counts).toBe(1);
  await undoImport(database.pool, id, new Date());
  await expect.poll(records).toEqual([1]);
});

it("answers with what is known while it counts", async () => {
  await importRound("3");
  const client = await database.pool.connect();
  const reader = createQualityReader(database.pool, 20);
  try {
    // Nothing can be counted meanwhile.
    await client.query("begin; lock table import_records in access exclusive mode");
    expect(await reader.read()).toEqual({ quality: null, isCounting: true });
    expect(await reader.read()).toEqual({ quality: null, isCounting: true });
  } finally {
    await client.query("rollback");
    client.release();
  }
  await expect.poll(async () => (await reader.read()).isCounting).toBe(false);
  expect((await reader.read()).quality?.kinds[0]?.sources).toMatchObject([{ source: "wire" }]);
});

it("ends a count when it is stopped", async () => {
  const client = await database.pool.connect();
  const reader = createQualityReader(database.pool, 20);
  try {
    await client.query("begin; lock table import_records in access exclusive mode");
    expect(await reader.read()).toEqual({ quality: null, isCounting: true });
    await reader.stop();
    await expect(reader.read()).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
  } finally {
    await client.query("rollback");
    client.release();
  }
});

/** Hears of every transaction that counts, which takes a connection of its own. */
function watch(pool: pg.Pool, onConnect: () => void): pg.Pool {
  return new Proxy(pool, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (name === "connect" && args.length === 0) onConnect();
        return Reflect.apply(value, target, args);
      };
    },
  });
}

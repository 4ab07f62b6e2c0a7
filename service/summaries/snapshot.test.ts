import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { insertRandomMarket } from "@/service/http/long/random-market";
import { insertRound } from "@/service/http/testing/fixtures";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { inTransaction } from "@/service/store/transaction";
import { countTotal } from "./counting/summarize";
import { type LoadedDataset, loadDataset, updateDataset } from "./dataset";
import { getLayout } from "./layout";
import { readSnapshot, writeSnapshot } from "./snapshot";

const LAYOUT = getLayout("funding");
const MIX = { round: ["seed", "series-a"], countries: ["US", "DE", "unknown"], minAmountUsd: 0.5 };

let database: TestDatabase;
let directory: string;
beforeAll(async () => {
  database = await testDatabase();
  await insertRandomMarket(database.pool, 5);
});
afterAll(() => database.drop());
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "dealflow-snapshot-"));
});

const read = <T>(work: (client: pg.PoolClient) => Promise<T>, from: TestDatabase = database): Promise<T> =>
  inTransaction(from.pool, async (client) => {
    await client.query("set transaction isolation level repeatable read, read only");
    return work(client);
  });
const load = () => read((client) => loadDataset(client, LAYOUT, 1));
const open = (from?: TestDatabase) => read((client) => readSnapshot(directory, client, LAYOUT, 1), from);
const update = (dataset: LoadedDataset) =>
  read((client) => updateDataset(client, LAYOUT, dataset, { full: 20, read: 25 }));

async function save(): Promise<LoadedDataset> {
  const dataset = await load();
  await writeSnapshot(directory, LAYOUT, dataset);
  return dataset;
}

describe("a snapshot", () => {
  it("has every column as it was written", async () => {
    const dataset = await save();
    const opened = await open();
    expect(opened).toEqual({ ...dataset, segments: dataset.segments });
    expect(readdirSync(directory)).toEqual(["funding.columns"]);
  });

  it("is brought up to date from the changes since", async () => {
    const { version } = await save();
    for (let index = 0; index < 3; index++) await insertRound(database.pool, "Late", { round: "seed" });
    await database.pool.query("delete from funding_events where id in (select id from funding_events limit 5)");
    const opened = await open();
    expect(opened?.version).toBe(version);
    const current = opened === undefined ? undefined : await update(opened);
    const loaded = await load();
    expect(current?.version).toBe(loaded.version);
    expect(countTotal(LAYOUT, current?.segments ?? [], MIX)).toBe(countTotal(LAYOUT, loaded.segments, MIX));
  });

  it("keeps the rows that were removed from it, and those that were merged", async () => {
    const { segments } = await save();
    const removed = await database.pool.query(
      "delete from funding_events where id in (select id from funding_events order by md5(id::text) limit 30)",
    );
    expect(removed.rowCount).toBe(30);
    for (let index = 0; index < 25; index++) await insertRound(database.pool, "Later", { round: "series-a" });
    const opened = await open();
    const current = opened === undefined ? undefined : await update(opened);
    if (current === undefined) throw new Error("the changes are not known");
    expect(current.segments.length).toBeGreaterThan(1);
    await writeSnapshot(directory, LAYOUT, current);
    const total = countTotal(LAYOUT, (await open())?.segments ?? [], {});
    expect(total).toBe(countTotal(LAYOUT, segments, {}) - 30 + 25);
  });

  it("does not get more segments with each start", async () => {
    await save();
    for (let start = 0; start < 12; start++) {
      await insertRound(database.pool, "At each start", { round: "seed" });
      const opened = await open();
      const current = opened === undefined ? undefined : await update(opened);
      if (current === undefined) throw new Error("the changes are not known");
      await writeSnapshot(directory, LAYOUT, current);
    }
    const segments = (await open())?.segments ?? [];
    expect(segments.length).toBeLessThanOrEqual(4);
    expect(countTotal(LAYOUT, segments, MIX)).toBe(countTotal(LAYOUT, (await load()).segments, MIX));
  });

  it("is not used for another database with the same version", async () => {
    const { version } = await save();
    const other = await testDatabase();
    await insertRound(other.pool, "Elsewhere", {});
    await other.pool.query("update feeds set version = $1 where feed = 'funding_events'", [version]);
    await other.pool.query("update feed_changes set version = $1 where feed = 'funding_events'", [version]);
    expect(await open(other)).toBeUndefined();
    await other.drop();
  });

  it.each([
    ["cut short", (bytes: Buffer) => bytes.subarray(0, -100)],
    ["empty", () => Buffer.alloc(0)],
    ["damaged in its columns", (bytes: Buffer) => bytes.fill(0xff, bytes.length - 64, bytes.length - 60)],
    ["damaged in its header", (bytes: Buffer) => bytes.fill(0, 8, 20)],
    ["damaged in its length", (bytes: Buffer) => bytes.fill(0xff, 0, 8)],
    [
      "of other columns",
      (bytes: Buffer) => Buffer.from(bytes.toString("latin1").replace(/"fingerprint":"./, '$&"'), "latin1"),
    ],
  ])("is not used when it is %s", async (_, damage) => {
    await save();
    const file = path.join(directory, "funding.columns");
    writeFileSync(file, damage(readFileSync(file)));
    expect(await open()).toBeUndefined();
  });

  it("is not there before the first one", async () => {
    expect(await open()).toBeUndefined();
  });
});

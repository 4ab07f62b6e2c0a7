import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { chargeIn } from "@/service/credits/debit";
import { grantCredits } from "@/service/credits/ledger";
import { insertCompany, insertRound } from "@/service/http/testing/fixtures";
import { lockImports, recordChange } from "@/service/ingest/imports/imports";
import { undoImport } from "@/service/ingest/imports/undo";
import { mergeByHand } from "@/service/ingest/merge/merge";
import { mergeRecords } from "@/service/ingest/merge/merge-records";
import { newId } from "@/service/store/new-id";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { inTransaction } from "@/service/store/transaction";
import { decideReport } from "./decide";
import { reportRecord } from "./report";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const DAY = (day: number) => new Date(Date.UTC(2026, 10, day));
const NOW = DAY(20);

let [workspaceId, personId] = ["", ""];
beforeEach(async () => {
  [workspaceId, personId] = [newId(), newId()];
  await database.pool.query("insert into workspaces (id, name, created_at, plan) values ($1, 'Research', $2, 'free')", [
    workspaceId,
    NOW,
  ]);
  await database.pool.query(
    "insert into users (id, name, email, created_at, updated_at) values ($1, 'Ada', $2, $3, $3)",
    [...[personId, `${personId}@research.example`, NOW]],
  );
  await grantCredits(database.pool, workspaceId, 10, NOW);
});

/** The ids of rounds of different companies, in the order in which they are known: a merge keeps the first. */
async function insertRounds<const Names extends readonly string[]>(...names: Names) {
  const ids: string[] = [];
  for (const name of names) {
    const company = await insertCompany(database.pool, { name: `${name} ${newId()}`, domain: null });
    ids.push((await insertRound(database.pool, company, {})).id);
  }
  return ids as { [Index in keyof Names]: string };
}

const buy = (ids: readonly string[], at: Date) =>
  inTransaction(database.pool, (client) =>
    chargeIn(
      client,
      {
        ...{ workspaceId, personId, keyId: null, requestId: newId(), endpoint: "test", records: ids.length },
        once: { items: ids.map((id) => ({ kind: "funding_events", id })), since: null },
        ...{ feed: "funding_events", limit: undefined },
      },
      at,
    ),
  );

async function merge(one: string, other: string): Promise<() => Promise<unknown>> {
  const { id, into } = await mergeByHand(database.pool, [one, other], NOW);
  expect(into).toBe(one);
  return () => undoImport(database.pool, Number(id), NOW);
}

const report = (recordId: string) =>
  reportRecord(
    database.pool,
    { workspaceId, personId },
    { feed: "funding", recordId, reason: "wrong", duplicateOf: "", note: "" },
    { payOnceDays: Number.POSITIVE_INFINITY, now: NOW },
  );
const accept = async (id: string) =>
  (await decideReport(database.pool, id, { status: "accepted", personId, note: "" }, NOW)).refunded;
/** Returns what an accepted report of each record gives back. */
async function refunds(...recordIds: readonly string[]): Promise<number[]> {
  const refunded: number[] = [];
  for (const id of recordIds) refunded.push(await accept((await report(id)).id));
  return refunded;
}

async function purchases() {
  const { rows } = await database.pool.query(
    "select record_id, ledger_id, at from purchased_records where workspace_id = $1 order by record_id",
    [workspaceId],
  );
  return rows;
}

it("gives back the charge of each of two records that a merge made one until its undo", async () => {
  const [one, other] = await insertRounds("Abacus", "Boreal");
  await buy([one], DAY(1));
  await buy([other], DAY(2));
  const before = await purchases();
  const undo = await merge(one, other);
  await undo();
  expect(await purchases()).toEqual(before);
  expect(await refunds(one, other)).toEqual([1, 1]);
});

it("gives back nothing for a record that only a merge made owned", async () => {
  const [one, other, third] = await insertRounds("Abacus", "Boreal", "Cormorant");
  await buy([other, third], DAY(2));
  const undo = await merge(one, other);
  await undo();
  expect((await purchases()).map(({ record_id }) => record_id)).toEqual([one, other, third].sort());
  expect(await refunds(one, other, third)).toEqual([0, 1, 1]);
});

it("gives back the charge of a record that is merged again after the undo", async () => {
  const [one, other] = await insertRounds("Abacus", "Boreal");
  await buy([other], DAY(2));
  const undo = await merge(one, other);
  await undo();
  await merge(one, other);
  expect(await refunds(one)).toEqual([1]);
});

it("gives back a charge once that was reported before the undo of a merge and after it", async () => {
  const [one, other, third] = await insertRounds("Abacus", "Boreal", "Cormorant");
  await buy([one], DAY(1));
  await buy([other, third], DAY(2));
  const undo = await merge(one, other);
  const { id } = await report(one);
  await undo();
  expect(await refunds(one)).toEqual([1]);
  expect(await accept(id)).toBe(1);
  expect(await refunds(other, third)).toEqual([0, 1]);
});

it("keeps what was purchased again since the merge", async () => {
  const [one, other] = await insertRounds("Abacus", "Boreal");
  await buy([other], DAY(2));
  const undo = await merge(one, other);
  await database.pool.query("delete from purchased_records where workspace_id = $1 and record_id = $2", [
    workspaceId,
    one,
  ]);
  await buy([one], DAY(10));
  const before = await purchases();
  await undo();
  expect(await purchases()).toEqual(before);
});

it("leaves several purchased records that are merged into one as they were", async () => {
  const [one, other, third] = await insertRounds("Abacus", "Boreal", "Cormorant");
  await buy([one], DAY(1));
  await buy([other], DAY(2));
  await buy([third], DAY(3));
  const before = await purchases();
  const undo = await merge(one, other);
  const undoLater = await merge(one, third);
  await undo();
  await undoLater();
  expect(await purchases()).toEqual(before);
  expect(await refunds(one, other, third)).toEqual([1, 1, 1]);
});

it("leaves records as they were of which one import merged several into one", async () => {
  const [one, other, third] = await insertRounds("Abacus", "Boreal", "Cormorant");
  await buy([other], DAY(2));
  await buy([third], DAY(3));
  const before = await purchases();
  const importId = await inTransaction(database.pool, async (client) => {
    await lockImports(client);
    const id = await recordChange(client, "merge", { source: "merge", file: "two rounds into one" }, NOW);
    for (const from of [other, third])
      await mergeRecords({ client, importId: id, now: NOW }, { kind: "funding", from, into: one });
    return id;
  });
  await undoImport(database.pool, importId, NOW);
  expect(await purchases()).toEqual([{ record_id: one, ledger_id: null, at: DAY(2) }, ...before]);
});

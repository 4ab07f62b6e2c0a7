import { fundingEvent } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { newId } from "@/service/store/new-id";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { undoImport } from "../imports/undo";
import { emptyRecords, getRows, importLines } from "../testing";
import type { RecordKind } from "../write/import-records";
import { eraseRecord, planErasure } from "./erase";
import { findRecord } from "./find-record";
import { retractRecord } from "./retract";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

const DAYS = (count: number) => new Date(Date.parse("2026-11-20T12:00:00.000Z") + count * 86_400_000);
const importOf = (lines: readonly unknown[], day = 0) => importLines(database.pool, lines, { now: DAYS(day) });
const find = (kind: RecordKind, name: string) => (client: Parameters<typeof findRecord>[0]) =>
  findRecord(client, { kind, name, source: "test" });
const erase = (kind: RecordKind, name: string) =>
  eraseRecord(database.pool, find(kind, name), "the person requested it", DAYS(5));

const move = (facts: Record<string, unknown> = {}, key: string | null = "m") => ({
  kind: "exec_move",
  ...(key !== null && { key }),
  record: {
    person: { name: "Ines Calloway", socialUrl: "https://in.example/ines" },
    company: { name: "Quorvane", domain: "quorvane.example" },
    moveType: "appointment",
    announcedAt: "2026-06-01",
    sources: [{ url: "https://wire.example/ines-calloway", outlet: null, title: "Calloway joins" }],
    ...facts,
  },
});
const round = (key: string, facts: Record<string, unknown> = {}) => ({
  kind: "funding",
  key,
  record: {
    company: { name: "Quorvane", domain: "quorvane.example" },
    round: "seed",
    amountUsd: 1_000_000,
    announcedAt: "2026-05-04",
    investors: ["Hollin Growth", "Ardholt"],
    ...facts,
  },
});

/** Returns the rows of all tables that contain the text in any column. */
async function mentions(text: string): Promise<string[]> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    "select tablename::text as name from pg_tables where schemaname = 'public' order by 1",
  );
  const found = [];
  for (const { name } of tables) {
    const { rows } = await database.pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    found.push(...rows.filter(({ row }) => row.toLowerCase().includes(text)).map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

it("erases a person with their moves and everything that was reported about them", async () => {
  await importOf([move(), move({ role: "CFO", announcedAt: "2026-06-03" }, null), round("r")]);
  await importOf([move({ person: { name: "Inés CALLOWAY", socialUrl: "https://in.example/ines" } })], 1);
  const plan = await planErasure(database.pool, find("person", "profile:ines"));
  expect(plan).toMatchObject({
    record: { title: "Inés CALLOWAY" },
    counts: { moves: 2, reports: 3, keys: 1, rounds: 0 },
  });
  expect(await erase("person", "profile:ines")).toEqual(plan.counts);
  expect(await mentions("calloway")).toEqual([]);
  expect(await mentions("in.example")).toEqual([]);
  const { rows } = await database.pool.query("select kind, erased_at, reason from erasures");
  expect(rows).toEqual([{ kind: "person", erased_at: DAYS(5), reason: "the person requested it" }]);
});

it("erases the words of reports by members about what is erased", async () => {
  await importOf([move()]);
  await database.pool.query(
    `with workspace as (insert into workspaces (id, name, created_at) values ($1, 'Research', now()) returning id)
     insert into record_reports (id, workspace_id, kind, record_id, title, reason, note, at)
     select $1, workspace.id, 'exec_moves', m.id, 'Ines Calloway at Quorvane', 'wrong', 'Calloway never joined.', now()
     from workspace, exec_moves m`,
    [newId()],
  );
  await erase("person", "profile:ines");
  expect(await mentions("calloway")).toEqual([]);
  expect((await database.pool.query("select title, note from record_reports")).rows).toEqual([
    { title: "an erased record", note: "" },
  ]);
});

it("does not bring back what was erased by an import of any source, nor by an undo", async () => {
  const first = await importOf([move(), round("r")]);
  await importOf([move({ role: "CEO" })], 1);
  await erase("person", "profile:ines");
  const again = await importOf([move({ announcedAt: "2026-08-01" }, "other"), round("r")], 6);
  expect(getRows(again)).toBe("0 added, 0 changed, 0 merged, 1 unchanged, 1 refused");
  expect(again.rejections.map(({ reason }) => reason)).toEqual([
    "The person was erased on 2026-11-25 because: the person requested it.",
  ]);
  await undoImport(database.pool, first.id, DAYS(9));
  expect(await mentions("calloway")).toEqual([]);
});

it("erases a company with its events, keys and former names", async () => {
  await importOf([
    { kind: "company", key: "q", record: { name: "Quorvane", domain: "quorvane.example" } },
    round("r"),
    round("o", { company: { name: "Oakmesh", domain: "oakmesh.example" } }),
    {
      kind: "acquisition",
      key: "d",
      record: {
        target: { name: "Quorvane", domain: "quorvane.example" },
        acquirer: { name: "Oakmesh", domain: "oakmesh.example" },
        announcedAt: "2026-08-02",
      },
    },
  ]);
  await importOf([{ kind: "company", key: "q", record: { name: "Quorvane Group", domain: "quorvane.example" } }], 1);
  expect(await erase("company", "q")).toMatchObject({ rounds: 1, acquisitions: 1, reports: 4, formerNames: 1 });
  expect(await mentions("quorvane")).toEqual([]);
  expect((await importOf([round("new")], 6)).rejections).toHaveLength(1);
  const named = round("by name", { company: { name: "Quorvane Group Ltd" } });
  expect((await importOf([named], 7)).rejections).toHaveLength(1);
});

it("takes an investor out of the rounds of others, their reports and what an undo restores", async () => {
  const first = await importOf([round("r"), round("o", { company: { name: "Oakmesh", domain: "oakmesh.example" } })]);
  const second = await importOf([round("r", { amountUsd: 3_000_000 })], 1);
  await retractRecord(database.pool, find("funding", "o"), { source: "test", reason: "wrong" }, DAYS(2));
  expect(await erase("investor", "Hollin Growth")).toMatchObject({ roundsWithout: 1, reports: 3, rounds: 0 });
  expect(await mentions("hollin")).toEqual([]);
  await undoImport(database.pool, second.id, DAYS(9));
  const { rows } = await database.pool.query<{ record: string }>("select record from funding_events");
  expect(rows.map(({ record }) => fundingEvent.parse(JSON.parse(record)).investors.map(({ name }) => name))).toEqual([
    ["Ardholt"],
  ]);
  const again = await importOf([round("r")], 6);
  expect(again.dropped.map(({ value, reason }) => [value, reason])).toEqual([
    ["(erased)", "The investor was erased on 2026-11-25 because: the person requested it."],
  ]);
  await undoImport(database.pool, first.id, DAYS(9));
  expect(await mentions("hollin")).toEqual([]);
});

it("erases one round, and knows it again without its key near its date", async () => {
  await importOf([round("r"), { ...round("x", { round: "series-a" }), key: undefined }]);
  const { rows } = await database.pool.query<{ id: string }>("select id from funding_events where round <> 'seed'");
  await erase("funding", rows[0]?.id ?? "");
  const line = (announcedAt: string) => ({ ...round("x", { round: "series-a", announcedAt }), key: undefined });
  expect(getRows(await importOf([line("2026-06-01")], 6))).toContain("1 refused");
  expect(getRows(await importOf([line("2025-01-04")], 7))).toContain("1 added");
});

it("keeps reports append-only for everything else", async () => {
  await importOf([round("r")]);
  await expect(database.pool.query("delete from import_reports")).rejects.toThrow("append-only");
  await expect(database.pool.query("update import_reports set report = '{}'")).rejects.toThrow("append-only");
});

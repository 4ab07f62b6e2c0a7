import { fundingEvent } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addToWatchlist } from "@/service/accounts/watchlist";
import { reportRecord } from "@/service/record-reports/report";
import { newId } from "@/service/store/new-id";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { subscribe } from "@/service/webhooks/testing/subscriptions";
import { correctRecord } from "../correct/correct";
import { COMMAND_LINE } from "../imports/imports";
import { undoImport } from "../imports/undo";
import { mergeByHand } from "../merge/merge";
import { emptyRecords, getRows, importLines } from "../testing";
import type { RecordKind } from "../write/import-records";
import { eraseRecord, planErasure } from "./erase";
import { findAnyRecord, findRecord } from "./find-record";
import { retractRecord } from "./retract";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

const DAYS = (count: number) => new Date(Date.parse("2026-11-20T12:00:00.000Z") + count * 86_400_000);
const runImport = (lines: readonly unknown[], day = 0) => importLines(database.pool, lines, { now: DAYS(day) });
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

async function insertUser(): Promise<string> {
  const id = newId();
  await database.pool.query(
    "insert into users (id, name, email, created_at, updated_at) values ($1, 'Ada', $2, $3, $3)",
    [...[id, `${id}@research.example`, DAYS(0)]],
  );
  return id;
}

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
  await runImport([move(), move({ role: "CFO", announcedAt: "2026-06-03" }, null), round("r")]);
  await runImport([move({ person: { name: "Inés CALLOWAY", socialUrl: "https://in.example/ines" } })], 1);
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
  await runImport([move()]);
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
  const first = await runImport([move(), round("r")]);
  await runImport([move({ role: "CEO" })], 1);
  await erase("person", "profile:ines");
  const again = await runImport([move({ announcedAt: "2026-08-01" }, "other"), round("r")], 6);
  expect(getRows(again)).toBe("0 added, 0 changed, 0 merged, 1 unchanged, 1 refused");
  expect(again.rejections.map(({ reason }) => reason)).toEqual([
    "The person was erased on 2026-11-25 because: the person requested it.",
  ]);
  await undoImport(database.pool, first.id, DAYS(9));
  expect(await mentions("calloway")).toEqual([]);
});

it("erases a company with its events, keys and former names", async () => {
  await runImport([
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
  await runImport([{ kind: "company", key: "q", record: { name: "Quorvane Group", domain: "quorvane.example" } }], 1);
  expect(await erase("company", "q")).toMatchObject({ rounds: 1, acquisitions: 1, reports: 4, formerNames: 1 });
  expect(await mentions("quorvane")).toEqual([]);
  expect((await runImport([round("new")], 6)).rejections).toHaveLength(1);
  const named = round("by name", { company: { name: "Quorvane Group Ltd" } });
  expect((await runImport([named], 7)).rejections).toHaveLength(1);
});

it("takes an investor out of the rounds of others, their reports and what an undo restores", async () => {
  const first = await runImport([round("r"), round("o", { company: { name: "Oakmesh", domain: "oakmesh.example" } })]);
  const second = await runImport([round("r", { amountUsd: 3_000_000 })], 1);
  await retractRecord(database.pool, find("funding", "o"), { source: "test", reason: "wrong" }, DAYS(2));
  expect(await erase("investor", "Hollin Growth")).toMatchObject({ roundsWithout: 1, reports: 3, rounds: 0 });
  expect(await mentions("hollin")).toEqual([]);
  await undoImport(database.pool, second.id, DAYS(9));
  const { rows } = await database.pool.query<{ record: string }>("select record from funding_events");
  expect(rows.map(({ record }) => fundingEvent.parse(JSON.parse(record)).investors.map(({ name }) => name))).toEqual([
    ["Ardholt"],
  ]);
  const again = await runImport([round("r")], 6);
  expect(again.dropped.map(({ value, reason }) => [value, reason])).toEqual([
    ["(erased)", "The investor was erased on 2026-11-25 because: the person requested it."],
  ]);
  await undoImport(database.pool, first.id, DAYS(9));
  expect(await mentions("hollin")).toEqual([]);
});

describe("an event that named what is erased before it was corrected", () => {
  const correct = (id: string, values: Readonly<Record<string, string>>, day: number) =>
    correctRecord(
      database.pool,
      (client) => findAnyRecord(client, id),
      { values: new Map(Object.entries(values)), reason: "It was another one", by: COMMAND_LINE },
      DAYS(day),
    );
  const onlyId = async (table: string) =>
    (await database.pool.query<{ id: string }>(`select id from ${table} order by announced_at limit 1`)).rows[0]?.id ??
    "";
  const OTHER_PERSON = { "person.name": "Quill Ardent", "person.socialUrl": "https://in.example/quill" };

  it("leaves no name or profile of a person in webhooks, in titles of changes and in reports by members", async () => {
    const { id: subscriptionId, workspaceId } = await subscribe(database.pool, { "exec_move.created": "" });
    const elsewhere = { company: { name: "Oakmesh", domain: "oakmesh.example" }, announcedAt: "2026-06-09" };
    await importLines(database.pool, [move({ sources: [] }), move(elsewhere, "n")], { now: DAYS(0), notify: true });
    const id = await onlyId("exec_moves");
    await reportRecord(
      database.pool,
      { workspaceId, personId: await insertUser() },
      { feed: "execMoves", recordId: id, reason: "wrong", duplicateOf: "", note: "Calloway never joined." },
      { payOnceDays: Number.POSITIVE_INFINITY, now: DAYS(1) },
    );
    await correct(id, { role: "Chief Financial Officer" }, 1);
    await correct(id, OTHER_PERSON, 2);
    expect((await mentions("calloway")).length).toBeGreaterThan(0);
    await erase("person", "profile:ines");
    expect(await mentions("calloway")).toEqual([]);
    expect(await mentions("in.example/ines")).toEqual([]);
    const { rows } = await database.pool.query("select record::jsonb -> 'person' ->> 'name' as name from exec_moves");
    expect(rows).toEqual([{ name: "Quill Ardent" }]);
    expect(
      (await database.pool.query("select from webhook_deliveries where subscription_id = $1", [subscriptionId]))
        .rowCount,
    ).toBe(0);
  });

  it("leaves no name of a person in titles of corrections and merges that were undone", async () => {
    await runImport([move({ company: { name: "Oakmesh", domain: "oakmesh.example" } }, "n")]);
    const other = {
      person: { name: "Quill Ardent", socialUrl: "https://in.example/quill" },
      announcedAt: "2026-05-01",
      sources: [],
    };
    await runImport([move(other), move({ ...other, moveType: "departure", announcedAt: "2025-01-01" }, "d")], 1);
    const { rows } = await database.pool.query<{ id: string }>(
      "select id from exec_moves where record like '%Quill%' order by announced_at desc",
    );
    const [id = "", departure = ""] = rows.map((row) => row.id);
    const ines = { "person.name": "Ines Calloway", "person.socialUrl": "https://in.example/ines" };
    const correction = await correct(id, ines, 2);
    const another = await correct(id, { role: "Treasurer" }, 3);
    const merge = await mergeByHand(database.pool, [id, departure], DAYS(3));
    for (const change of [merge, another, correction]) await undoImport(database.pool, Number(change.id), DAYS(4));
    await erase("person", "profile:ines");
    expect(await mentions("calloway")).toEqual([]);
    expect((await database.pool.query("select from exec_moves")).rowCount).toBe(2);
  });

  it("leaves no name of a company in webhooks and titles of changes", async () => {
    await subscribe(database.pool, { "funding.created": "" });
    await importLines(database.pool, [round("r"), round("s", { round: "series-a", announcedAt: "2026-09-01" })], {
      ...{ now: DAYS(0), notify: true },
    });
    const id = await onlyId("funding_events");
    await correct(id, { "company.name": "Oakmesh", "company.domain": "oakmesh.example" }, 1);
    await retractRecord(
      database.pool,
      (client) => findAnyRecord(client, id),
      { source: "test", reason: "wrong" },
      DAYS(2),
    );
    const { rows } = await database.pool.query<{ id: string }>("select id from companies where name = 'Quorvane'");
    const find = (client: Parameters<typeof findAnyRecord>[0]) => findAnyRecord(client, rows[0]?.id ?? "");
    await eraseRecord(database.pool, find, "requested", DAYS(5));
    expect(await mentions("quorvane")).toEqual([]);
  });
});

it("erases a company from watchlists", async () => {
  await runImport([round("r")]);
  const { rows } = await database.pool.query<{ id: string }>("select id from companies");
  const { workspaceId } = await subscribe(database.pool, {});
  const star = { id: rows[0]?.id ?? "", name: "Quorvane", domain: "quorvane.example", note: "Quorvane is hiring" };
  await addToWatchlist(database.pool, workspaceId, [star], DAYS(1));
  const find = (client: Parameters<typeof findAnyRecord>[0]) => findAnyRecord(client, star.id);
  await eraseRecord(database.pool, find, "requested", DAYS(5));
  expect(await mentions("quorvane")).toEqual([]);
});

it("erases one round, and knows it again without its key near its date", async () => {
  await runImport([round("r"), { ...round("x", { round: "series-a" }), key: undefined }]);
  const { rows } = await database.pool.query<{ id: string }>("select id from funding_events where round <> 'seed'");
  await erase("funding", rows[0]?.id ?? "");
  const line = (announcedAt: string) => ({ ...round("x", { round: "series-a", announcedAt }), key: undefined });
  expect(getRows(await runImport([line("2026-06-01")], 6))).toContain("1 refused");
  expect(getRows(await runImport([line("2025-01-04")], 7))).toContain("1 added");
});

it("keeps reports append-only for everything else", async () => {
  await runImport([round("r")]);
  await expect(database.pool.query("delete from import_reports")).rejects.toThrow("append-only");
  await expect(database.pool.query("update import_reports set report = '{}'")).rejects.toThrow("append-only");
});

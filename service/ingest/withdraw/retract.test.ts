import { acquisition, company, execMove, fundingEvent, investor } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { ImportError, listImports } from "../imports/imports";
import { undoImport } from "../imports/undo";
import { emptyRecords, getRows, importLines, readAnswers, storedRecords } from "../testing";
import type { RecordKind } from "../write/import-records";
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
const undo = (id: number | string) => undoImport(database.pool, Number(id), DAYS(9));
const retract = (kind: RecordKind, name: string, reason = "it never happened") =>
  retractRecord(
    database.pool,
    (client) => findRecord(client, { kind, name, source: "test" }),
    { source: "test", reason },
    DAYS(5),
  );

const answers = () => readAnswers(database.pool);

const rounds = () => storedRecords(database.pool, "funding_events", fundingEvent, "record");

const QUORVANE = { key: "q", name: "Quorvane", domain: "quorvane.example", hqCity: "Lund" };
const LINES = [
  { kind: "company", key: "q", record: { name: "Quorvane", domain: "quorvane.example", hqCity: "Lund" } },
  { kind: "company", key: "o", record: { name: "Oakmesh", domain: "oakmesh.example" } },
  {
    kind: "funding",
    key: "r1",
    record: {
      company: QUORVANE,
      round: "seed",
      amountUsd: 1_000_000,
      announcedAt: "2026-05-04",
      investors: ["Hollin Growth", "Ardholt"],
      sources: [{ url: "https://wire.example/1", outlet: "Wire", title: null }],
    },
  },
  // This round has no key of its own.
  {
    kind: "funding",
    record: {
      company: { name: "Oakmesh", domain: "oakmesh.example" },
      round: "seed",
      amountUsd: 2_000_000,
      announcedAt: "2026-06-04",
      investors: ["Ardholt"],
    },
  },
  {
    kind: "acquisition",
    key: "d",
    record: {
      target: { name: "Oakmesh", domain: "oakmesh.example" },
      acquirer: { name: "Quorvane", domain: "quorvane.example" },
      announcedAt: "2026-08-02",
    },
  },
  {
    kind: "exec_move",
    key: "m",
    record: {
      person: { name: "Ines Calloway", socialUrl: "https://in.example/ines" },
      company: { name: "Quorvane", domain: "quorvane.example" },
      moveType: "appointment",
      announcedAt: "2026-06-01",
    },
  },
];

describe("a retraction", () => {
  it.each([
    ["funding", "r1"],
    ["acquisition", "d"],
    ["exec_move", "m"],
    ["person", "profile:ines"],
    ["investor", "Hollin Growth"],
    ["company", "quorvane"],
  ] as const)("of a record (%s) removes it, and its undo leaves the database as it was", async (kind, key) => {
    await runImport(LINES);
    const before = await answers();
    const { rows } = await database.pool.query<{ id: string }>("select id from companies where name = 'Quorvane'");
    const { id } = await retract(kind, key === "quorvane" ? (rows[0]?.id ?? "") : key);
    const removed = await answers();
    expect(removed).not.toEqual(before);
    expect(await listImports(database.pool)).toMatchObject([
      { id, withdrawn: 1, reason: "it never happened", complete: true },
      { withdrawn: 0, reason: null },
    ]);
    expect(await undo(id)).toMatchObject({ removed: 0, rederived: 0 });
    expect(await answers()).toEqual(before);
  });

  it("of a company shows its events as they were stated", async () => {
    await runImport(LINES);
    const [{ company: before } = { company: undefined }] = await rounds();
    const { events } = await retract("company", before?.id ?? "");
    expect(events).toBe(3);
    const [round] = (await rounds()).filter((event) => event.company.name === "Quorvane");
    expect(round?.company).toMatchObject({ id: null, name: "Quorvane", hqCity: "Lund", domain: null });
    expect(
      (await storedRecords(database.pool, "acquisitions", acquisition, "record")).map((one) => [
        one.acquirer.id,
        one.target.name,
      ]),
    ).toEqual([[null, "Oakmesh"]]);
    expect((await storedRecords(database.pool, "exec_moves", execMove, "record")).map((one) => one.company.id)).toEqual(
      [null],
    );
    expect((await storedRecords(database.pool, "companies", company, "record")).map(({ name }) => name)).toEqual([
      "Oakmesh",
    ]);
  });

  it("is kept by later imports, which list what they state of the record", async () => {
    await runImport(LINES);
    const all = await rounds();
    const oakmesh = all.find((event) => event.company.name === "Oakmesh");
    await retract("company", all.find((event) => event.company.name === "Quorvane")?.company.id ?? "");
    await retract("funding", oakmesh?.id ?? "", "Two sources deny it.");
    await retract("investor", "Hollin Growth");
    await retract("person", "profile:ines");
    const before = await answers();
    const again = await runImport(LINES, 6);
    expect(getRows(again)).toBe("0 added, 0 changed, 0 merged, 3 unchanged, 3 refused");
    expect(again.rejections.map(({ reason }) => reason)).toEqual([
      "The company was withdrawn on 2026-11-25 because: it never happened.",
      "The event was withdrawn on 2026-11-25 because: Two sources deny it.",
      "The person was withdrawn on 2026-11-25 because: it never happened.",
    ]);
    expect(again.dropped.map(({ field, value }) => [field, value])).toEqual([
      ["company.domain", "Quorvane"],
      ["investors", "Hollin Growth"],
      ["acquirer.domain", "Quorvane"],
    ]);
    expect(await answers()).toEqual(before);
  });

  it("recognizes an event without a key by its date, and adds another one of the same company and round", async () => {
    await runImport(LINES);
    const oakmesh = (await rounds()).find((event) => event.company.name === "Oakmesh");
    await retract("funding", oakmesh?.id ?? "");
    const line = (announcedAt: string, amountUsd: number) => ({
      kind: "funding",
      record: { company: { name: "Oakmesh", domain: "oakmesh.example" }, round: "seed", amountUsd, announcedAt },
    });
    expect((await runImport([line("2026-06-11", 2_000_000)], 6)).rejections).toHaveLength(1);
    expect(getRows(await runImport([line("2024-11-04", 7_000_000)], 7))).toMatch(/^1 added/);
  });

  it("recognizes a company of another source by its domain", async () => {
    await runImport(LINES);
    const { rows } = await database.pool.query<{ id: string }>("select id from companies where name = 'Quorvane'");
    await retract("company", rows[0]?.id ?? "");
    const other = { kind: "company", key: "other", record: { name: "Quorvane AB", domain: "quorvane.example" } };
    expect((await runImport([other], 6)).rejections).toHaveLength(1);
  });

  it("recognizes what another source tells of a round and an investor, by names", async () => {
    await runImport(LINES);
    await retract("funding", "r1");
    await retract("investor", "Ardholt");
    const line = (facts: Record<string, unknown> = {}) => ({
      kind: "funding",
      key: "of another source",
      record: {
        company: { name: "Quorvane AB" },
        round: "seed",
        amountUsd: 1_000_000,
        announcedAt: "2026-05-05",
        ...facts,
      },
    });
    const other = (lines: readonly unknown[]) => importLines(database.pool, lines, { now: DAYS(6), source: "other" });
    expect((await other([line()])).rejections.map(({ reason }) => reason)).toEqual([
      "The event was withdrawn on 2026-11-25 because: it never happened.",
    ]);
    const later = await other([line({ announcedAt: "2024-01-05", round: "angel", investors: ["Ardholt"] })]);
    expect([getRows(later), later.dropped.map(({ value }) => value)]).toEqual([
      "1 added, 0 changed, 0 merged, 0 unchanged, 0 refused",
      ["Ardholt"],
    ]);
  });

  it("gives the record back to those who bought it", async () => {
    await runImport(LINES);
    const [before] = await rounds();
    const { id, recordId } = await retract("funding", before?.id ?? "");
    expect(recordId).toBe(before?.id);
    await undo(id);
    expect((await rounds()).map((event) => event.id)).toContain(recordId);
  });
});

describe("an undo", () => {
  it("of the import before a retraction keeps the record withdrawn", async () => {
    const first = await runImport([LINES[2]]);
    await runImport([LINES[2], LINES[1]], 1);
    const { id } = await retract("funding", "r1");
    expect(await undo(first.id)).toMatchObject({ rederived: 2 });
    expect(await rounds()).toEqual([]);
    await undo(id);
    expect((await rounds()).map((event) => event.company.name)).toEqual(["Quorvane"]);
  });

  it("of a retraction brings an event back without a party that was withdrawn since, until that comes back too", async () => {
    await runImport(LINES);
    const before = await answers();
    const { rows } = await database.pool.query<{ id: string }>("select id from companies where name = 'Quorvane'");
    const event = await retract("funding", "r1");
    const party = await retract("company", rows[0]?.id ?? "");
    const backer = await retract("investor", "Ardholt");
    await undo(event.id);
    const [round] = (await rounds()).filter((one) => one.company.name === "Quorvane");
    expect([round?.company.id, round?.investors.map(({ name }) => name)]).toEqual([null, ["Hollin Growth"]]);
    await undo(party.id);
    await undo(backer.id);
    expect(await answers()).toEqual(before);
  });

  it("of a retraction shows what later imports said of the company", async () => {
    await runImport(LINES);
    const { id } = await retract("funding", "r1");
    await runImport([{ kind: "company", key: "q", record: { name: "Quorvane Group", domain: "quorvane.example" } }], 6);
    await undo(id);
    expect((await rounds()).map((event) => event.company.name).sort()).toEqual(["Oakmesh", "Quorvane Group"]);
  });
});

it("refuses what it cannot withdraw with one sentence", async () => {
  await runImport(LINES);
  const { recordId, id } = await retract("funding", "r1");
  await expect(retract("funding", recordId)).rejects.toThrow(
    new ImportError(`Quorvane: seed, 2026-05-04 was already withdrawn on 2026-11-25, by import ${id}.`),
  );
  await expect(retract("funding", "r9")).rejects.toThrow('The source test has no round with the key "r9".');
  const client = await database.pool.connect();
  await expect(findAnyRecord(client, "https://host.example/companies")).rejects.toThrow(
    '"https://host.example/companies" has no id of a record.',
  );
  const [ardholt] = (await storedRecords(database.pool, "investors", investor, "record")).filter(
    ({ name }) => name === "Ardholt",
  );
  expect(await findAnyRecord(client, `https://host.example/investors?investor=${ardholt?.id}`)).toMatchObject({
    kind: "investor",
    title: "Ardholt",
  });
  client.release();
});

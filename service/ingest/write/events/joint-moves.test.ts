/** Tests that a row about several people becomes a move of each, which are undone, repeated and reported as one row. */
import { execMove } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { undoImport } from "../../imports/undo";
import { emptyRecords, getRows, importLines, readAnswers, storedRecords } from "../../testing";
import { eraseRecord } from "../../withdraw/erase";
import { findAnyRecord } from "../../withdraw/find-record";
import { retractRecord } from "../../withdraw/retract";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

const NOW = new Date("2026-11-20T12:00:00Z");
const UNCHANGED = "0 added, 0 changed, 0 merged, 1 unchanged, 0 refused";
const row = (
  name: string,
  { key = null, person = {} }: { key?: string | null; person?: Record<string, unknown> } = {},
) => ({
  kind: "exec_move",
  ...(key !== null && { key }),
  record: {
    person: { name, ...person },
    company: { name: "Kestrel", domain: "kestrel.example" },
    ...{ role: "Co-CEO", moveType: "appointment", announcedAt: "2026-03-04" },
    sources: [{ url: "https://wire.example/kestrel", outlet: "Wire", title: null }],
  },
});
const importRows = (...rows: readonly unknown[]) => importLines(database.pool, rows);

const moves = () => storedRecords(database.pool, "exec_moves", execMove);
const people = async () => (await moves()).map(({ person }) => person.name).toSorted();
const findMove = async (name: string) => (await moves()).find(({ person }) => person.name === name);

it.each([null, "42"])("a row with the key %s is a move of each, which a second run leaves as they are", async (key) => {
  const joint = row("Jane Doe and John Roe join as co-CEOs", { key });
  const imported = await importRows(joint);
  const { totals, values } = imported;
  expect(getRows(imported)).toBe("1 added, 0 changed, 0 merged, 0 unchanged, 0 refused");
  expect(totals.people).toEqual({ added: 2, changed: 0 });
  expect(await people()).toEqual(["Jane Doe", "John Roe"]);
  for (const { role, company, sources } of await moves())
    expect([role, company.name, sources]).toEqual(["Co-CEO", "Kestrel", [expect.objectContaining({ outlet: "Wire" })]]);
  expect(values.split(5)).toMatchObject([
    { rows: 1, line: 1, problem: expect.stringMatching(/names 2 people, each of whom has a move\.$/) },
  ]);
  const before = await readAnswers(database.pool);
  expect(getRows(await importRows(joint))).toBe(UNCHANGED);
  expect(await readAnswers(database.pool)).toEqual(before);
});

it("both moves go with the import, and are derived again when an earlier one is undone", async () => {
  const first = await importRows(row("Ada Quist"));
  const joint = await importRows(row("Jane Doe & Ada Quist"));
  expect(await people()).toEqual(["Ada Quist", "Jane Doe"]);
  await undoImport(database.pool, first.id, NOW);
  expect(await people()).toEqual(["Ada Quist", "Jane Doe"]);
  await undoImport(database.pool, joint.id, NOW);
  expect(await moves()).toEqual([]);
});

it("one person, whose name is turned round or who has a profile, stays one", async () => {
  const { values } = await importRows(
    row("Smith, John"),
    row("Quist, Ada", { person: { socialUrl: "https://in.example/ada" } }),
    row("Jane Doe and John Roe", { person: { key: "p7" } }),
  );
  expect(await people()).toEqual(["Ada Quist", "Jane Doe and John Roe", "John Smith"]);
  expect(values.split(5)).toEqual([]);
});

it("a row is stored without the person whose move was withdrawn, and refused without any", async () => {
  const joint = row("Jane Doe and John Roe");
  await importRows(joint);
  const withdraw = async (name: string) =>
    retractRecord(
      database.pool,
      async (client) => findAnyRecord(client, (await findMove(name))?.id ?? ""),
      { source: "test", reason: "it never happened" },
      NOW,
    );
  await withdraw("John Roe");
  const { totals, dropped } = await importRows(joint);
  expect(totals.rows).toMatchObject({ unchanged: 1, refused: 0 });
  expect(dropped).toMatchObject([{ line: 1, field: "person.name", value: "John Roe" }]);
  expect(await people()).toEqual(["Jane Doe"]);
  await withdraw("Jane Doe");
  const refused = await importRows(joint, row("Ada Quist"));
  expect(refused.rejections).toHaveLength(1);
  expect(await people()).toEqual(["Ada Quist"]);
});

it("a row that names an erased person is refused, and its report is gone", async () => {
  const joint = row("Jane Doe and John Roe");
  await importRows(joint);
  const person = (await findMove("Jane Doe"))?.person.id ?? "";
  await eraseRecord(database.pool, (client) => findAnyRecord(client, person), "a request", NOW);
  expect(await people()).toEqual(["John Roe"]);
  const { rows } = await database.pool.query("select report from import_reports where report like '%Jane%'");
  expect(rows).toEqual([]);
  const again = await importRows(joint);
  expect(getRows(again)).toBe("0 added, 0 changed, 0 merged, 0 unchanged, 1 refused");
  expect(await people()).toEqual(["John Roe"]);
});

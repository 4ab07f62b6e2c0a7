/** Tests that a search finds a company by a former name exactly while the imports that state it are in force. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { companySearchClauses } from "@/service/feed/sources/directory-sources";
import { joinClauses, Values } from "@/service/feed/sources/source";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { undoImport } from "./imports/undo";
import { mergeByHand } from "./merge/merge";
import { emptyRecords, importLines } from "./testing";
import { eraseRecord } from "./withdraw/erase";
import { findRecord } from "./withdraw/find-record";
import { retractRecord } from "./withdraw/retract";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

const NOW = new Date("2026-11-21T12:00:00.000Z");
const LATTICE = { name: "Lattice Data", domain: "lattice.example" };
const named = (record: Record<string, unknown>, source = "test") =>
  importLines(database.pool, [{ kind: "company", key: "c1", record }], { source });
const undo = (id: number | string) => undoImport(database.pool, Number(id), NOW);
const find = (client: Parameters<typeof findRecord>[0]) =>
  findRecord(client, { kind: "company", name: "c1", source: "test" });

/** Returns the current names of the companies that a search finds. */
async function found(search: string): Promise<string[]> {
  const values = new Values();
  const { rows } = await database.pool.query<{ name: string }>(
    `select name from companies where ${joinClauses(companySearchClauses(search), values)} order by name`,
    values.list,
  );
  return rows.map(({ name }) => name);
}

async function version(): Promise<number> {
  const { rows } = await database.pool.query<{ version: number }>("select version from feeds where feed = 'companies'");
  return rows[0]?.version ?? 0;
}

it("finds a renamed company by both names until the import that renamed it is undone", async () => {
  await named(LATTICE);
  const renamed = await named({ ...LATTICE, name: "Solvane" });
  expect(await found("lattice data")).toEqual(["Solvane"]);
  await undo(renamed.id);
  expect(await found("solvane")).toEqual([]);
  expect(await found("lattice data")).toEqual(["Lattice Data"]);
});

it("forgets a name when the import that stated it is undone, and reads cached pages of searches again", async () => {
  await named(LATTICE);
  await named({ ...LATTICE, name: "Solvane" });
  const before = await version();
  const third = await named({ ...LATTICE, name: "Solvane Group" });
  const [{ rows }, after] = [await database.pool.query("select from company_former_names"), await version()];
  expect([rows.length, after > before]).toEqual([2, true]);
  await undo(third.id);
  expect(await found("lattice")).toEqual(["Solvane"]);
  expect((await database.pool.query("select name from company_former_names")).rows).toEqual([{ name: "Lattice Data" }]);
  await database.pool.query("delete from company_former_names");
  expect(await version()).toBeGreaterThan(after + 1);
});

it("finds a merged company by the name and the former names of the one that went, until the undo", async () => {
  await named(LATTICE);
  await named({ ...LATTICE, name: "Solvane" });
  await named({ name: "Marrowby", domain: "marrowby.example" }, "other");
  const { rows } = await database.pool.query<{ id: string }>("select id from companies");
  const [one = "", other = ""] = rows.map(({ id }) => id);
  const merge = await mergeByHand(database.pool, [one, other], NOW);
  const [stays, ...others] = [...new Set([...(await found("lattice")), ...(await found("marrowby"))])];
  expect(others).toEqual([]);
  expect(await found("solvane")).toEqual([stays]);
  await undo(merge.id);
  expect(await found("lattice")).toEqual(["Solvane"]);
  expect(await found("marrowby")).toEqual(["Marrowby"]);
});

it("loses the former names with a withdrawn company, and has them again after the undo", async () => {
  await named(LATTICE);
  await named({ ...LATTICE, name: "Solvane" });
  const retraction = await retractRecord(database.pool, find, { source: "test", reason: "it is another" }, NOW);
  expect(await found("lattice")).toEqual([]);
  await undo(retraction.id);
  expect(await found("lattice")).toEqual(["Solvane"]);
  await eraseRecord(database.pool, find, "on request", NOW);
  expect(await found("lattice")).toEqual([]);
  expect((await database.pool.query("select from company_former_names")).rowCount).toBe(0);
});

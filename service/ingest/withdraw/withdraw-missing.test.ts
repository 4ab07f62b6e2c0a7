import { company, fundingEvent } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { listImports } from "../imports/imports";
import { undoImport } from "../imports/undo";
import { loadMap } from "../read/map";
import { emptyRecords, getRows, importCsv, importLines, storedRecords } from "../testing";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

const DAYS = (count: number) => new Date(Date.parse("2026-11-20T12:00:00.000Z") + count * 86_400_000);
const runImport = (lines: readonly unknown[], options: Parameters<typeof importLines>[2] = {}) =>
  importLines(database.pool, lines, { now: DAYS(0), ...options });
const full = (lines: readonly unknown[], options: Parameters<typeof importLines>[2] = {}) =>
  runImport(lines, { full: true, yes: true, ...options });

const names = async () => (await storedRecords(database.pool, "companies", company)).map(({ name }) => name).sort();
const rounds = async () =>
  (await storedRecords(database.pool, "funding_events", fundingEvent)).map(({ company }) => company.name).sort();

const listed = (name: string, facts: Record<string, unknown> = {}) => ({
  kind: "company",
  key: name,
  record: { name, domain: `${name.toLowerCase()}.example`, ...facts },
});
const round = (name: string, key: string | null = name, facts: Record<string, unknown> = {}) => ({
  kind: "funding",
  ...(key !== null && { key }),
  record: {
    company: { name, domain: `${name.toLowerCase()}.example` },
    round: "seed",
    announcedAt: "2026-05-04",
    investors: [`${name} Capital`],
    ...facts,
  },
});

const NEWSLETTER = `Sr No,Date ,StartupName,CityLocation,InvestorsName,InvestmentType,AmountInUSD,Remarks
1,05/04/2015,Kelpforge,Pune,Hollin,Seed Funding,"10,00,000",
`;

it("withdraws what the file lacks, and brings it back with a later file, with its id", async () => {
  await runImport([round("Quorvane"), round("Oakmesh"), round("Elm", null)]);
  const before = await storedRecords(database.pool, "funding_events", fundingEvent);
  const second = await full([round("Quorvane")]);
  expect(second.totals).toMatchObject({ withdrawn: 6, sourceRecords: 9 });
  expect([await rounds(), await names()]).toEqual([["Quorvane"], ["Quorvane"]]);
  expect((await full([round("Quorvane")])).totals).toMatchObject({ withdrawn: 0, sourceRecords: 3 });
  await full([round("Quorvane"), round("Oakmesh"), round("Elm", null)]);
  const ids = (events: typeof before) => events.map(({ id, company: { id: of } }) => [id, of]);
  expect(ids(await storedRecords(database.pool, "funding_events", fundingEvent))).toEqual(ids(before));
});

it("keeps what another source states, what an event still names, and files of the source with other rows", async () => {
  await runImport([listed("Quorvane"), listed("Oakmesh"), listed("Elm"), listed("Ash")]);
  await runImport([listed("Oakmesh")], { source: "other" });
  await runImport([round("Elm")], { source: "third" });
  await full([listed("Quorvane")]);
  expect(await names()).toEqual(["Elm", "Oakmesh", "Quorvane"]);
  // A file that is read by a map is no file of lines.
  const map = loadMap("round-newsletter");
  await runImport([listed("Tarnfell")], { source: map.source });
  await importCsv(database.pool, "round-newsletter", NEWSLETTER, { map, full: true, yes: true });
  expect(await names()).toContain("Tarnfell");
});

it("says in a dry run what would be withdrawn, and leaves it", async () => {
  await runImport([listed("Quorvane"), listed("Oakmesh")]);
  const { totals } = await runImport([listed("Quorvane")], { full: true, dryRun: true });
  expect(totals).toMatchObject({ withdrawn: 1, sourceRecords: 2 });
  expect(await names()).toEqual(["Oakmesh", "Quorvane"]);
});

it("withdraws more than a fifth of a source only when that is confirmed, and then goes on with the same import", async () => {
  await runImport(["A", "B", "C", "D"].map((name) => listed(name)));
  const lines = [listed("A", { hqCity: "Lund" }), listed("B"), listed("C")];
  const digest = Buffer.from("a file");
  await expect(runImport(lines, { full: true, digest })).rejects.toThrow(
    "The file lacks 1 of the 4 records of test, more than 20 %; to withdraw them, import it again with --yes.",
  );
  expect(await names()).toEqual(["A", "B", "C", "D"]);
  const again = await full(lines, { digest });
  expect(again.totals).toMatchObject({ withdrawn: 1, rows: { changed: 1, read: 3 } });
  expect(await listImports(database.pool)).toMatchObject([{ complete: true, withdrawn: 1 }, { withdrawn: 0 }]);
});

it("does not withdraw the records of refused rows", async () => {
  await runImport([round("Quorvane"), round("Oakmesh")]);
  const again = await full([round("Quorvane"), round("Oakmesh", "Oakmesh", { announcedAt: "never" })]);
  expect(getRows(again)).toContain("1 refused");
  expect(await rounds()).toEqual(["Oakmesh", "Quorvane"]);
});

it("is undone with its import, and repeated when an earlier import is undone", async () => {
  const first = await runImport([round("Quorvane"), round("Oakmesh")]);
  await runImport([round("Quorvane"), round("Oakmesh"), round("Elm")]);
  const last = await full([round("Quorvane")]);
  await undoImport(database.pool, first.id, DAYS(8));
  expect(await rounds()).toEqual(["Quorvane"]);
  await undoImport(database.pool, last.id, DAYS(9));
  expect(await rounds()).toEqual(["Elm", "Oakmesh", "Quorvane"]);
});

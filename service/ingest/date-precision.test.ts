import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { undoImport } from "./imports/undo";
import { contents, emptyRecords, getRows, importLines } from "./testing";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

const round = (announcedAt: string, facts = {}) => ({
  kind: "funding",
  key: "r",
  record: { company: { name: "Quorvane", domain: "quorvane.example" }, round: "seed", announcedAt, ...facts },
});
const deal = (announcedAt: string) => ({
  kind: "acquisition",
  key: "d",
  record: { target: { name: "Elm" }, acquirer: { name: "Ash" }, announcedAt },
});
const move = (announcedAt: string) => ({
  kind: "exec_move",
  key: "m",
  record: { person: { name: "Ines Calloway" }, company: { name: "Elm" }, moveType: "departure", announcedAt },
});
const runImport = (...lines: unknown[]) => importLines(database.pool, lines);

async function storedDates(table = "funding_events"): Promise<unknown> {
  const { rows } = await database.pool.query(
    `select to_char(announced_at at time zone 'UTC', 'YYYY-MM-DD') as day, announced_precision as precision,
       record::json ->> 'announcedAt' as public from ${table}`,
  );
  return rows;
}

const MAY = { day: "2019-05-01", public: "2019-05-01T00:00:00.000Z" };

describe("an import", () => {
  it("stores how precise a date is, and changes nothing when it is repeated", async () => {
    const lines = [round("2019-05"), deal("2019"), move("2019-05")];
    expect(getRows(await runImport(...lines))).toContain("3 added");
    expect(await storedDates()).toEqual([{ ...MAY, precision: "month" }]);
    expect(await storedDates("acquisitions")).toMatchObject([{ day: "2019-01-01", precision: "year" }]);
    expect(await storedDates("exec_moves")).toMatchObject([{ day: "2019-05-01", precision: "month" }]);
    expect(getRows(await runImport(...lines))).toContain("0 added, 0 changed");
  });

  it.each([
    ["2019-05", "2019-05-01", { ...MAY, precision: "day" }],
    ["2019", "2019-05", { ...MAY, precision: "month" }],
    ["2019-Q2", "2019-05", { ...MAY, precision: "month" }],
    ["2019", "Q2 2019", { day: "2019-04-01", public: "2019-04-01T00:00:00.000Z", precision: "quarter" }],
  ])("takes a more precise date after %s", async (first, second, expected) => {
    await runImport(round(first));
    const before = await contents(database.pool);
    const { id, totals } = await runImport(round(second));
    expect(totals.rows.changed).toBe(1);
    expect(await storedDates()).toEqual([expected]);
    await undoImport(database.pool, id, new Date());
    expect(withoutVersions(await contents(database.pool))).toEqual(withoutVersions(before));
  });

  it("keeps a date when a later source only knows its month or year", async () => {
    await runImport(round("2019-05-17"));
    for (const vague of ["2019-05", "2019-Q2", "2019"])
      expect(getRows(await runImport(round(vague)))).toContain("1 unchanged");
    expect(await storedDates()).toMatchObject([{ day: "2019-05-17", precision: "day" }]);
  });

  it("takes another month, and the more precise of two rows of one file", async () => {
    await runImport(round("2019-05-17"));
    await runImport(round("2019-06"));
    expect(await storedDates()).toMatchObject([{ day: "2019-06-01", precision: "month" }]);
    const rows = [round("2019-06"), round("2019-06-08")];
    expect(getRows(await runImport(...rows))).toContain("1 merged");
    expect(await storedDates()).toMatchObject([{ day: "2019-06-08", precision: "day" }]);
    expect(getRows(await runImport(...rows))).toContain("0 changed");
  });

  it("keeps the precision when a company of the event changes", async () => {
    await runImport(round("2019-05"));
    const { id } = await runImport({ kind: "company", record: { name: "Quorvane AG", domain: "quorvane.example" } });
    expect(await storedDates()).toEqual([{ ...MAY, precision: "month" }]);
    await undoImport(database.pool, id, new Date());
    expect(await storedDates()).toEqual([{ ...MAY, precision: "month" }]);
  });
});

/** The feeds count changes, also those that an undo takes back. */
function withoutVersions(tables: unknown): unknown {
  const { feeds: _, ...rest } = Object(tables);
  return rest;
}

/** Tests lists of investments, which have a row for each investor of a round. */
import { fundingEvent } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { emptyRecords, getRows, importLines } from "../testing";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

function investment(investor: string, facts: Record<string, unknown> = {}) {
  const record = { company: { name: "Quorvane" }, round: "seed", amountUsd: 2_000_000, announcedAt: "2026-03-02" };
  return { kind: "funding", record: { ...record, investors: [investor], ...facts } };
}

async function investors(): Promise<string[][]> {
  const { rows } = await database.pool.query<{ record: string }>(
    "select record from funding_events order by announced_at",
  );
  return rows.map(({ record }) => fundingEvent.parse(JSON.parse(record)).investors.map(({ name }) => name));
}

it("joins the investors of rows that state one round, and changes nothing the second time", async () => {
  const lines = [
    investment("Hollin Capital"),
    investment("Tarn", { round: "series-a", announcedAt: "2026-09-01" }),
    investment("Solenne Ventures"),
    investment("HOLLIN CAPITAL"),
  ];
  const run = async () => getRows(await importLines(database.pool, lines, { batchRows: 10 }));
  expect(await run()).toBe("2 added, 0 changed, 2 merged, 0 unchanged, 0 refused");
  expect(await investors()).toEqual([["Hollin Capital", "Solenne Ventures"], ["Tarn"]]);
  expect(await run()).toBe("0 added, 0 changed, 2 merged, 2 unchanged, 0 refused");
});

it("keeps the first of two rows with one key and another amount", async () => {
  const lines = ["Hollin Capital", "Tarn"].map((name, index) => ({
    ...investment(name, { amountUsd: 2_000_000 + index }),
    key: "k1",
  }));
  expect((await importLines(database.pool, lines)).conflicts).toMatchObject([{ line: 2, firstLine: 1 }]);
  expect(await investors()).toEqual([["Hollin Capital"]]);
});

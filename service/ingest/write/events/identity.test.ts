import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { mergeByHand } from "../../merge/merge";
import { emptyRecords, getRows, importLines } from "../../testing";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

type Facts = Readonly<Record<string, unknown>>;
const round = (announcedAt: string, facts: Facts = {}) => ({
  kind: "funding",
  record: { company: { name: "Quorvane" }, announcedAt, ...facts },
});
const deal = (announcedAt: string) => ({
  kind: "acquisition",
  record: { target: { name: "Oakmesh" }, acquirer: { name: "Quorvane" }, announcedAt },
});
const run = async (lines: readonly unknown[]) => getRows(await importLines(database.pool, lines));
const days = async (table: string) => {
  const { rows } = await database.pool.query<{ day: string }>(
    `select to_char(announced_at at time zone 'UTC', 'YYYY-MM-DD') as day from ${table} order by id`,
  );
  return rows.map((row) => row.day);
};

const amounts = async () => {
  const { rows } = await database.pool.query<{ amount: string }>(
    "select record::json ->> 'amountUsd' as amount from funding_events order by amount_usd_cents",
  );
  return rows.map(({ amount }) => Number(amount));
};

describe("events without a key", () => {
  it("are updated when their date is corrected", async () => {
    await run([deal("2026-01-05"), round("2026-02-01")]);
    expect(await run([deal("2026-03-20"), round("2026-01-28")])).toBe(
      "0 added, 2 changed, 0 merged, 0 unchanged, 0 refused",
    );
    expect([await days("acquisitions"), await days("funding_events")]).toEqual([["2026-03-20"], ["2026-01-28"]]);
  });

  it("are several when one file dates them differently, also near each other, and a second run changes nothing", async () => {
    const file = [
      round("2026-01-05"),
      round("2026-02-01"),
      round("2024-02-01"),
      deal("2020-01-01"),
      deal("2026-01-01"),
    ];
    expect(await run(file)).toBe("5 added, 0 changed, 0 merged, 0 unchanged, 0 refused");
    for (const again of [file, file.toReversed()])
      expect(await run(again)).toBe("0 added, 0 changed, 0 merged, 5 unchanged, 0 refused");
  });

  it("are others with other amounts, and the same with the same amount up to a year away", async () => {
    await run([round("2026-01-05", { amountUsd: 1_000_000 })]);
    expect(await run([round("2025-12-20", { amountUsd: 2_000_000 })])).toMatch(/^1 added/);
    expect(await run([round("2025-06-01", { amountUsd: 1_000_000 })])).toMatch(/^0 added, 1 changed/);
    expect(await run([round("2024-01-01", { amountUsd: 1_000_000 })])).toMatch(/^1 added/);
  });

  it.each([1, 100])(
    "are several rounds when one file states several amounts of one month, in batches of %i",
    async (batchRows) => {
      const grant = (amountUsd: number | null) => round("2026-02", { round: "grant", amountUsd });
      const first = [grant(1_000_000), grant(null), grant(2_000_000), grant(1_000_000)];
      const store = async (lines: readonly unknown[]) =>
        getRows(await importLines(database.pool, lines, { batchRows }));
      expect(await store(first)).toBe("2 added, 0 changed, 2 merged, 0 unchanged, 0 refused");
      for (const again of [first, first.toReversed()])
        expect(await store(again)).toBe("0 added, 0 changed, 2 merged, 2 unchanged, 0 refused");
      expect(await amounts()).toEqual([1_000_000, 2_000_000]);
    },
  );

  it("are one round with a corrected amount when a later file states another", async () => {
    await run([round("2026-02-01", { amountUsd: 1_000_000 }), round("2026-02-01", { amountUsd: 2_000_000 })]);
    expect(
      await run([round("2026-02-01", { amountUsd: 2_000_000 }), round("2026-02-01", { amountUsd: 1_500_000 })]),
    ).toBe("0 added, 1 changed, 0 merged, 1 unchanged, 0 refused");
    expect(await amounts()).toEqual([1_500_000, 2_000_000]);
  });

  it("are one round in one file although another source rounded its amount and dated it otherwise", async () => {
    await importLines(database.pool, [round("2026-02-03", { amountUsd: 5_200_000 })], { source: "wire" });
    const file = [round("2026-02-01", { amountUsd: 5_000_000 }), round("2026-02-01", { amountUsd: 5_000_000 })];
    for (let time = 0; time < 2; time++) expect(await run(file)).toMatch(/^0 added, 0 changed/);
    expect(await amounts()).toEqual([5_200_000]);
  });

  it("stay one after a person made two of one file one, when the file is imported again", async () => {
    const file = [
      ...[round("2026-02-01", { amountUsd: 1_000_000 }), round("2026-02-01", { amountUsd: 2_000_000 })],
      ...[deal("2020-01-01"), deal("2026-01-01")],
    ];
    await run(file);
    for (const table of ["funding_events", "acquisitions"]) {
      const { rows } = await database.pool.query<{ id: string }>(`select id from ${table} order by id`);
      const [one = "", other = ""] = rows.map(({ id }) => id);
      await mergeByHand(database.pool, [one, other], new Date());
    }
    expect(await run(file)).toMatch(/^0 added/);
  });

  it("leave the event of another row to that row", async () => {
    await run([round("2026-01-05"), round("2026-02-01")]);
    expect(await run([round("2026-01-20"), round("2026-02-01")])).toBe(
      "0 added, 1 changed, 0 merged, 1 unchanged, 0 refused",
    );
    expect(await days("funding_events")).toEqual(["2026-01-20", "2026-02-01"]);
  });
});

it("a name that is the domain in two spellings settles in the first run", async () => {
  const line = (name: string) => ({ kind: "company", record: { name, domain: "flip.example" } });
  const file = [line("flip.example"), line("FLIP.Example")];
  await run(file);
  for (const again of [file, file.toReversed()]) expect(await run(again)).toMatch(/^0 added, 0 changed/);
  const { rows } = await database.pool.query(
    "select name from companies union all select name from company_former_names",
  );
  expect(rows).toEqual([{ name: "FLIP.Example" }]);
});

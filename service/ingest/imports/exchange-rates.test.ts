import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { createZip } from "../read/testing-zip";
import { getRows, importFile, importLines } from "../testing";
import { storedRates } from "./exchange-rates";
import { undoImport } from "./undo";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() =>
  database.pool.query(
    "truncate companies, investors, funding_events, event_sources, external_keys, imports, import_reports, import_records cascade",
  ),
);

const folder = mkdtempSync(join(tmpdir(), "rates-"));
function saved(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const FIRST = "Date,USD,JPY,CYP,\n2026-05-05,1.20,160,N/A,\n2026-05-04,1.10,150,N/A,\n";
const SECOND = "Date,USD,JPY,CYP,\n2026-05-06,1.30,170,N/A,\n2026-05-05,1.25,160,N/A,\n2026-05-04,1.10,150,N/A,\n";
const importRates = async (name: string, content: string | Buffer, options = {}) => {
  const [done] = await importFile(database.pool, [saved(name, content)], options);
  if (done === undefined) throw new Error("the file has no part");
  return done;
};

const round = (currency: string, announcedAt = "2026-05-05") => ({
  kind: "funding",
  key: `${currency} ${announcedAt}`,
  record: { company: { name: "Quorvane" }, round: "seed", amount: "1000000", currency, announcedAt },
});
async function dollars(): Promise<unknown> {
  const { rows } = await database.pool.query(
    "select amount_original_currency as of, (amount_usd_cents / 100)::float as usd from funding_events order by 1, announced_at",
  );
  return rows.map(({ of, usd }) => [of, usd]);
}

it("recognizes the file, also in a zip, and converts the amounts of later imports by the day of the event", async () => {
  const done = await importRates("eurofxref-hist.zip", createZip({ "eurofxref-hist.csv": FIRST }));
  expect(getRows(done)).toContain("2 added");
  expect(done.notes[0]).toContain("2026-05-04 to 2026-05-05");
  const lines = [round("EUR"), round("EUR", "2026-05-04"), round("JPY", "2026-05-09"), round("INR"), round("USD")];
  const { totals } = await importLines(database.pool, lines, { batchRows: 2 });
  expect(totals.amounts).toEqual({ converted: 3, withoutRate: 1 });
  expect(await dollars()).toEqual([
    ["EUR", 1_100_000],
    ["EUR", 1_200_000],
    ["INR", null],
    ["JPY", 7_500],
    ["USD", 1_000_000],
  ]);
});

it("counts the days of a next edition that are new or changed, and a second run changes nothing", async () => {
  const first = await importRates("a.csv", FIRST);
  const second = await importRates("b.csv", SECOND);
  expect(getRows(second)).toBe("1 added, 1 changed, 0 merged, 1 unchanged, 0 refused");
  expect(getRows(await importRates("b.csv", SECOND))).toContain("0 added, 0 changed");
  const rate = async (day: string) => (await storedRates(database.pool))?.usdPerUnit("EUR", new Date(day));
  expect(await rate("2026-05-05")).toBe(1.25);
  // Another edition stated all days, so they stay when the first is undone.
  await undoImport(database.pool, first.id, new Date());
  expect([await rate("2026-05-04"), await rate("2026-05-05")]).toEqual([1.1, 1.25]);
});

it("takes rates back when their import is undone; records keep dollars until they are imported again", async () => {
  const rates = await importRates("a.csv", FIRST);
  await importLines(database.pool, [round("EUR")]);
  expect(await undoImport(database.pool, rates.id, new Date())).toMatchObject({ removed: 2 });
  expect(await storedRates(database.pool)).toBeNull();
  expect(await dollars()).toEqual([["EUR", 1_200_000]]);
  const { totals } = await importLines(database.pool, [round("EUR"), round("JPY")]);
  expect(totals.amounts).toEqual({ converted: 0, withoutRate: 2 });
});

it("stores nothing in a dry run", async () => {
  expect((await importRates("a.csv", FIRST, { dryRun: true })).totals.rows.added).toBe(2);
  expect(await storedRates(database.pool)).toBeNull();
});

it("refuses a file that is named as one of rates and has none", async () => {
  const other = saved("rounds.csv", "Company,Date\nQuorvane,2026-05-04\n");
  await expect(importFile(database.pool, ["ecb-rates", other])).rejects.toThrow(
    "does not hold exchange rates: it needs one table with the columns Date, USD and other currencies.",
  );
  const damaged = saved("damaged.csv", "Date,USD,JPY\n2026-05-04,much,150\n");
  await expect(importFile(database.pool, [damaged])).rejects.toThrow('has "much" instead of a rate for USD in line 2.');
});

it("stores no days of an import that does not come to its end, and imports the file again", async () => {
  await database.pool.query("alter table imports add constraint never_ends check (ended_at is null) not valid");
  try {
    await importRates("ecb.csv", FIRST).catch(() => undefined);
    expect(await storedRates(database.pool)).toBe(null);
  } finally {
    await database.pool.query("alter table imports drop constraint never_ends");
  }
  expect(getRows(await importRates("ecb.csv", FIRST))).toContain("2 added");
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FundingEvent, fundingEvent } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { undoImport } from "./imports/undo";
import { contents, emptyRecords, getRows, importFile, importLines, storedRecords } from "./testing";
import { type ExpectedRound, type FormDQuarter, formDArchive, formDQuarter } from "./testing/form-d";

const LONG = process.env.DEALFLOW_LONG === "1";
const FILINGS = LONG ? 15_000 : 200;
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), "dealflow-form-d-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});
beforeEach(() => emptyRecords(database.pool));

function archive(quarter: FormDQuarter): string {
  const path = join(folder, "2025q4_d.zip");
  writeFileSync(path, formDArchive(quarter));
  return path;
}

const storedRounds = () => storedRecords(database.pool, "funding_events", fundingEvent);

function readRound(event: FundingEvent): ExpectedRound {
  const { company, sources } = event;
  return {
    company: company.name ?? "",
    round: event.round === "debt" ? "debt" : null,
    amountUsdCents: event.amountUsdCents,
    announcedAt: event.announcedAt.slice(0, 10),
    country: company.hqCountry?.code ?? "",
    city: company.hqCity ?? "",
    tags: company.industrySubTags,
    url: sources[0]?.url ?? "",
    title: sources[0]?.title ?? "",
  };
}

const byCompany = (a: ExpectedRound, b: ExpectedRound) => (a.company < b.company ? -1 : 1);

describe("a quarter of Form D notices", () => {
  it(`becomes rounds that are right in all ${FILINGS} filings, once, and can be undone`, async () => {
    await importLines(database.pool, [
      {
        kind: "funding",
        key: "1",
        record: { company: { name: "Oakmesh" }, round: "seed", announcedAt: "2026-05-04" },
      },
    ]);
    const before = await contents(database.pool);
    const quarter = formDQuarter({ filings: FILINGS });
    const path = archive(quarter);
    const [done] = await importFile(database.pool, ["form-d", path]);
    expect(done?.rejections).toEqual([]);
    expect(done?.dropped).toEqual([]);
    expect(done?.totals.rows).toMatchObject({ read: quarter.rounds.length, added: quarter.rounds.length });
    expect(done?.leftOut).toBe(quarter.leftOut);
    const rounds = (await storedRounds()).filter(({ company }) => company.name !== "Oakmesh");
    expect(rounds.map(readRound).toSorted(byCompany)).toEqual(quarter.rounds.toSorted(byCompany));
    const isResolved = ({ company, roundStated, round }: FundingEvent) =>
      company.id !== null && roundStated === (round !== null);
    expect(rounds.every(isResolved)).toBe(true);

    const once = await contents(database.pool);
    const [again] = await importFile(database.pool, [path]);
    expect(again && getRows(again)).toBe(`0 added, 0 changed, 0 merged, ${quarter.rounds.length} unchanged, 0 refused`);
    expect(await contents(database.pool)).toEqual(once);

    await undoImport(database.pool, again?.id ?? 0, new Date());
    await undoImport(database.pool, done?.id ?? 0, new Date());
    const { feeds: _, external_keys: __, ...after } = Object(await contents(database.pool));
    expect(before).toMatchObject(after);
  }, 300_000);

  it("updates rounds of an earlier quarter with its amendments", async () => {
    const quarter = formDQuarter({ filings: 20 });
    const isAmendment = (row: string) => row.includes("\tD/A\t");
    const [header = "", ...rows] = (quarter.files["FORMDSUBMISSION.tsv"] ?? "").trim().split("\n");
    const part = (some: readonly string[]) => ({
      ...quarter,
      files: { ...quarter.files, "FORMDSUBMISSION.tsv": `${[header, ...some].join("\n")}\n` },
    });
    await importFile(database.pool, [archive(part(rows.filter((row) => !isAmendment(row))))]);
    const [later] = await importFile(database.pool, [archive(part(rows.filter(isAmendment)))]);
    expect(later?.totals.rows).toMatchObject({ added: 0, changed: later?.totals.rows.read });
    const rounds = await storedRounds();
    expect(rounds.map(readRound).toSorted(byCompany)).toEqual(quarter.rounds.toSorted(byCompany));
  });

  it("is read from an unpacked folder too", async () => {
    const quarter = formDQuarter({ filings: 40 });
    for (const [name, text] of Object.entries(quarter.files)) writeFileSync(join(folder, name), text);
    const [done] = await importFile(database.pool, [join(folder, "FORMDSUBMISSION.tsv")]);
    expect(done?.totals.rows).toMatchObject({ added: quarter.rounds.length, refused: 0 });
    expect(done?.notes).toContainEqual(expect.stringContaining("was recognized as Form D notices of the SEC"));
    const rounds = await storedRounds();
    expect(rounds.map(readRound).toSorted(byCompany)).toEqual(quarter.rounds.toSorted(byCompany));
  });
});

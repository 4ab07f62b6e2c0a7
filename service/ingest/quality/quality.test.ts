import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { qualityText } from "../commands/quality";
import { undoImport } from "../imports/undo";
import { emptyRecords, importLines } from "../testing";
import { describeQuality } from "./quality";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

const round = (key: string, name: string, record: Readonly<Record<string, unknown>>) => ({
  kind: "funding",
  key,
  record: { ...record, company: { name, domain: `${name.toLowerCase()}.example`, ...Object(record.company) } },
});

/** The lags are 2, 5, 30 and 0 days: the last event was known before it was announced, and one date is a month. */
const WIRE = [
  round("w1", "Quorvane", {
    round: "seed",
    amountUsd: 2_500_000,
    announcedAt: "2026-05-04",
    discoveredAt: "2026-05-06T23:59:00Z",
    investors: [{ name: "Hollin Growth" }],
    sources: [{ url: "https://wire.example/1" }],
    company: { hqCountry: { code: "DE" }, industryGroup: "Law Practice" },
  }),
  round("w2", "Oakmesh", { round: "series-a", announcedAt: "2026-05-10", discoveredAt: "2026-05-15T00:00:00Z" }),
  round("w3", "Tarnfell", { announcedAt: "2026-04-01", discoveredAt: "2026-05-01T12:00:00Z" }),
  round("w4", "Veldspire", { round: "seed", announcedAt: "2026-03", discoveredAt: "2026-05-01T12:00:00Z" }),
  round("w5", "Ardholt", {
    round: "grant",
    amount: "EUR 3m",
    announcedAt: "2026-05-12",
    discoveredAt: "2026-05-11T12:00:00Z",
  }),
];
/** The first is the event that the wire reports too. */
const DAILY = [
  round("d1", "Quorvane", {
    round: "seed",
    announcedAt: "2026-05-05",
    discoveredAt: "2026-05-30T00:00:00Z",
    sources: [{ url: "https://daily.example/1" }],
  }),
  round("d2", "Kelpforge", { round: "seed", announcedAt: "2026-05-01", discoveredAt: "2026-05-08T00:00:00Z" }),
];
const AMENDED = [
  round("w2", "Oakmesh", { round: "series-a", amountUsd: 9_000_000, announcedAt: "2026-05-10" }),
  round("w3", "Tarnfell", { announcedAt: "2026-04-01" }),
];

async function importAll() {
  const { pool } = database;
  await importLines(pool, WIRE, { source: "wire", now: new Date("2026-06-01T08:00:00Z") });
  const daily = await importLines(pool, DAILY, { source: "daily", now: new Date("2026-06-02T08:00:00Z") });
  await importLines(pool, AMENDED, { source: "wire", now: new Date("2026-06-03T08:00:00Z") });
  return { daily };
}

async function measure(kind: string) {
  const { kinds } = await describeQuality(database.pool);
  return (kinds.find((one) => one.kind === kind)?.sources ?? []).map(({ fill, ...source }) => ({
    ...source,
    fill: Object.fromEntries(fill.map(({ field, records }) => [field, records])),
  }));
}

describe("the quality of imported records", () => {
  it("has every kind and no source before anything is imported", async () => {
    const { at, kinds } = await describeQuality(database.pool);
    expect(Date.parse(at)).toBeGreaterThan(0);
    expect(kinds).toEqual(
      ["funding", "acquisition", "exec_move", "company", "investor"].map((kind) => ({ kind, sources: [] })),
    );
  });

  it("counts the rounds of two sources, one of which both report and one of which is amended", async () => {
    await importAll();
    expect(await measure("funding")).toEqual([
      {
        source: "wire",
        records: 5,
        first: 5,
        // Of 0, 2, 5 and 30 days, half took at most 2; nine in ten of four are all four.
        lag: { median: 2, p90: 30, records: 4 },
        // Oakmesh has its amount since the amendment, and Ardholt's has no dollars. The country, industry, investor and address are those of Quorvane.
        fill: { companyPage: 5, round: 4, amount: 3, investors: 1, country: 1, industry: 1, sourceAddress: 1 },
        revised: 1,
        shared: 1,
        latestImportAt: "2026-06-03T08:00:00.000Z",
      },
      {
        source: "daily",
        records: 2,
        first: 1,
        // Quorvane was discovered by the wire.
        lag: { median: 7, p90: 7, records: 1 },
        fill: { companyPage: 2, round: 2, amount: 1, investors: 1, country: 1, industry: 1, sourceAddress: 1 },
        // The second address of Quorvane is a change.
        revised: 1,
        shared: 1,
        latestImportAt: "2026-06-02T08:00:00.000Z",
      },
    ]);
  });

  it("is printed as a table for each kind", async () => {
    expect(qualityText(await describeQuality(database.pool))).toBe("Nothing has been imported yet.");
    await importAll();
    const text = qualityText(await describeQuality(database.pool));
    expect(text.split("\n\n")[0]?.split("\n")).toEqual([
      "Rounds",
      "  Source  Records  First  Lag, median  Lag, 90 %  Revisions  In several sources  Latest import",
      "  wire          5  100 %          2 d       30 d       20 %                20 %     2026-06-03",
      "      Fill: Company page 100 %, Round 80 %, Amount 60 %, Investors 20 %, Country 20 %, Industry 20 %, Source address 20 %",
      "  daily         2   50 %          7 d        7 d       50 %                50 %     2026-06-02",
      "      Fill: Company page 100 %, Round 100 %, Amount 50 %, Investors 50 %, Country 50 %, Industry 50 %, Source address 50 %",
    ]);
    expect(text).toMatch(/\n\nCompanies\n.*\n {2}wire +5 +100 % +– +– /);
  });

  it("counts companies and investors, which have no lag", async () => {
    await importAll();
    const [wire, daily] = await measure("company");
    expect(wire).toMatchObject({ source: "wire", records: 5, first: 5, lag: null, shared: 1 });
    expect(wire?.fill).toMatchObject({ domain: 5, country: 1, industry: 1, naics: 0 });
    expect(daily).toMatchObject({ source: "daily", records: 2, first: 1, lag: null, shared: 1 });
    expect(await measure("investor")).toMatchObject([
      { source: "wire", records: 1, first: 1, lag: null, fill: { type: 0, country: 0, domain: 0 }, shared: 0 },
    ]);
  });

  it("counts acquisitions and moves", async () => {
    const dates = { announcedAt: "2026-05-04", discoveredAt: "2026-05-08T00:00:00Z" };
    const [target, acquirer] = [{ name: "Tarnfell", domain: "tarnfell.example" }, { name: "Veldspire" }];
    const person = { name: "Ada Quill" };
    await importLines(
      database.pool,
      [
        {
          kind: "acquisition",
          key: "a1",
          record: { ...dates, target, acquirer, dealAmountUsd: 1, paymentType: "cash" },
        },
        { kind: "acquisition", key: "a2", record: { ...dates, target: { name: "Oakmesh" }, acquirer } },
        {
          kind: "exec_move",
          key: "m1",
          record: { ...dates, person, company: target, moveType: "appointment", role: "CEO" },
        },
      ],
      { source: "wire" },
    );
    const lag = { median: 4, p90: 4 };
    expect(await measure("acquisition")).toMatchObject([
      { records: 2, lag: { ...lag, records: 2 }, fill: { targetPage: 2, acquirerPage: 2, amount: 1, payment: 1 } },
    ]);
    expect(await measure("exec_move")).toMatchObject([
      { records: 1, lag: { ...lag, records: 1 }, fill: { companyPage: 1, role: 1, fromCompany: 0, country: 0 } },
    ]);
  });

  it("counts merged records as the one that they became", async () => {
    const company = (source: string, record: Readonly<Record<string, unknown>>) =>
      importLines(database.pool, [{ kind: "company", key: `${source}-7`, record }], { source });
    await company("registry", { name: "Kestrel Robotics GmbH", hqCity: "Kiel" });
    await company("site", { name: "Kestrel Robotics", domain: "kestrel.example" });
    expect(await measure("company")).toMatchObject([
      { source: "registry", records: 1, first: 1, shared: 0 },
      { source: "site", records: 1, first: 1, shared: 0 },
    ]);
    // The third shows the two to be one.
    await company("guide", { name: "Kestrel Robotics", domain: "kestrel.example", hqCity: "Kiel" });
    const all = { records: 1, shared: 1, lag: null };
    const merged = await measure("company");
    expect(merged).toMatchObject([
      { source: "guide", first: 0, ...all },
      { source: "registry", ...all },
      { source: "site", ...all },
    ]);
    expect(merged.map(({ first }) => first).reduce((one, other) => one + other)).toBe(1);
    expect(merged.map(({ fill }) => fill.domain)).toEqual([1, 1, 1]);
  });

  it("does not count events of a company that another source merged as stated by that source", async () => {
    const { pool } = database;
    // By name and stage it would be one round before the guide tells that it is one company.
    const line = (key: string, company: Readonly<Record<string, unknown>>) => ({
      ...{ kind: "funding", key },
      record: { announcedAt: "2026-03-02", company },
    });
    await importLines(pool, [line("r1", { name: "Kestrel Robotics GmbH", hqCity: "Kiel" })], { source: "registry" });
    const site = { name: "Kestrel Robotics", domain: "kestrel.example" };
    await importLines(pool, [line("s1", site)], { source: "site" });
    const before = await measure("funding");
    await importLines(pool, [{ kind: "company", key: "g7", record: { ...site, hqCity: "Kiel" } }], { source: "guide" });
    expect((await pool.query("select from companies")).rowCount).toBe(1);
    const after = await measure("funding");
    expect(before.map(({ source, shared }) => ({ source, shared }))).toEqual([
      { source: "registry", shared: 0 },
      { source: "site", shared: 0 },
    ]);
    expect(after).toMatchObject([
      { source: "registry", records: 1, shared: 1, fill: { companyPage: 1 } },
      { source: "site", records: 1, shared: 1, fill: { companyPage: 1 } },
    ]);
  });

  it("leaves out what was undone or withdrawn", async () => {
    const { daily } = await importAll();
    await undoImport(database.pool, daily.id, new Date());
    expect(await measure("funding")).toMatchObject([
      { source: "wire", records: 5, first: 5, lag: { median: 2, p90: 30, records: 4 }, revised: 1, shared: 0 },
    ]);
    // The file lacks the round of 30 days, so that 0, 2 and 5 days are left.
    const whole = WIRE.filter(({ key }) => key !== "w3");
    await importLines(database.pool, whole, { source: "wire", full: true, yes: true });
    expect(await measure("funding")).toMatchObject([{ records: 4, lag: { median: 2, p90: 5, records: 3 } }]);
    // Another source brings it back, and the wire does not state it any more.
    await importLines(database.pool, [round("d3", "Tarnfell", { announcedAt: "2026-04-01" })], { source: "daily" });
    expect(await measure("funding")).toMatchObject([
      { source: "wire", records: 4, shared: 0 },
      { source: "daily", records: 1, first: 1, shared: 0 },
    ]);
  });
});

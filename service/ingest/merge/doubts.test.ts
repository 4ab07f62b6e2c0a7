/** Tests which investors and events are listed for a person, and that a decision about them is carried out and taken back. */
import { acquisition, fundingEvent, investor } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { undoImport } from "../imports/undo";
import { emptyRecords, importLines, readAnswers, storedRecords } from "../testing";
import { compareRecords } from "./compare";
import { mergeByHand } from "./merge";
import { decideByRule, decideDuplicate, listDuplicates, undoDecision } from "./review";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

const NOW = new Date("2026-11-20T12:00:00Z");
const KESTREL = { name: "Kestrel Robotics", domain: "kestrel.example" };

let keys = 0;
const importFrom = (source: string, kind: string, ...records: readonly Record<string, unknown>[]) =>
  importLines(
    database.pool,
    records.map((record) => ({ kind, key: `k${keys++}`, record })),
    { source },
  );
const investors = (...records: readonly Record<string, unknown>[]) => importFrom("guide", "investor", ...records);
const rounds = (source: string, ...facts: readonly Record<string, unknown>[]) =>
  importFrom(source, "funding", ...facts.map((one) => ({ company: KESTREL, round: "seed", ...one })));
const deals = (source: string, ...facts: readonly Record<string, unknown>[]) =>
  importFrom(source, "acquisition", ...facts.map((one) => ({ target: KESTREL, ...one })));
const moves = (source: string, ...facts: readonly Record<string, unknown>[]) =>
  importFrom(
    source,
    "exec_move",
    ...facts.map((one) => ({
      ...{ company: KESTREL, moveType: "appointment", role: "Chief Financial Officer", roleSeniority: "c_level" },
      ...one,
    })),
  );
const by = (name: string) => ({ person: { name } });

const open = async () => (await listDuplicates(database.pool, { state: "open", limit: 50 })).pairs;
const rules = async () => (await open()).map(({ rule }) => rule);
const decide = (id: string, verdict: "same" | "different") =>
  decideDuplicate(database.pool, Number(id), { verdict, person: null, now: NOW });

describe("two investors", () => {
  it.each([
    [{ name: "Alder Ventures" }, { name: "Alder Ventures Management" }, "names alike"],
    [{ name: "Alderbrook Ventures" }, { name: "Alderbrock Ventures" }, "misspelled name"],
  ])("%j and %j are listed", async (one, other, rule) => {
    await importFrom("guide", "investor", one);
    await importFrom("wire", "investor", other);
    expect(await open()).toMatchObject([
      { kind: "investor", rule, left: { sources: [expect.any(String)] }, right: { events: 0 } },
    ]);
  });

  it.each([
    [
      { name: "Alder Ventures", hqCountry: "DE" },
      { name: "Alder Ventures Management", hqCountry: "FR" },
    ],
    [
      { name: "Alder Ventures", domain: "a.example" },
      { name: "Alder Ventures Management", domain: "b.example" },
    ],
    [
      { name: "Osprey Quist", type: "angel" },
      { name: "Osprey Quist Capital", type: "vc" },
    ],
    [{ name: "Alder Fund 1" }, { name: "Alder Fund 2" }],
    [{ name: "Alder Ventures" }, { name: "Brenwick Capital" }],
  ])("%j and %j are not listed", async (one, other) => {
    await importFrom("guide", "investor", one);
    await importFrom("wire", "investor", other);
    expect(await open()).toEqual([]);
  });

  it("with a key each in one source, or named side by side in one round, are not listed", async () => {
    await investors({ name: "Alder Ventures" }, { name: "Alder Ventures Management" });
    const both = [{ name: "Osprey Capital" }, { name: "Osprey Capital Management" }];
    await rounds("wire", { announcedAt: "2026-02-03", investors: both });
    expect(await open()).toEqual([]);
  });

  it("become one that is in the rounds of both, and two again when that is undone", async () => {
    await rounds("wire", { announcedAt: "2026-02-03", investors: [{ name: "Alder Ventures" }] });
    await rounds("daily", { announcedAt: "2025-02-03", investors: [{ name: "Alder Ventures Management" }] });
    const before = await readAnswers(database.pool);
    const [pair] = await open();
    await decide(pair?.id ?? "", "same");
    const [one, ...others] = await storedRecords(database.pool, "investors", investor);
    expect(others).toEqual([]);
    expect(
      (await storedRecords(database.pool, "funding_events", fundingEvent)).map(({ investors: [first] }) => first?.id),
    ).toEqual([one?.id, one?.id]);
    await undoDecision(database.pool, Number(pair?.id), NOW);
    expect(await readAnswers(database.pool)).toEqual(before);
    expect(await open()).toMatchObject([{ id: pair?.id }]);
  });

  it("are no longer listed when the import that listed them is undone", async () => {
    await importFrom("guide", "investor", { name: "Alder Ventures" });
    const { id } = await importFrom("wire", "investor", { name: "Alder Ventures Management" });
    await undoImport(database.pool, id, NOW);
    expect(await open()).toEqual([]);
  });
});

describe("two rounds of one company", () => {
  it.each([
    [{ announcedAt: "2026-02-03" }, { announcedAt: "2026-04-03" }, "company, stage and amount"],
    [
      { announcedAt: "2026-02-03" },
      { announcedAt: "2026-02-09", amountUsd: 1_500_000 },
      "company, stage and near date",
    ],
    [
      { announcedAt: "2026-02-03", investors: [{ name: "Alder Ventures" }] },
      { announcedAt: "2026-02-28", amountUsd: 1_200_000, investors: [{ name: "Alder Ventures" }] },
      "company, stage and investor",
    ],
    [
      { announcedAt: "2026-02-03", investors: [{ name: "Alder Ventures" }] },
      { announcedAt: "2026-02-28", round: "series-b", investors: [{ name: "Alder Ventures" }] },
      "company, amount and investor",
    ],
  ])("%j and %j are listed", async (one, other, rule) => {
    await rounds("wire", { amountUsd: 2_000_000, ...one });
    await rounds("daily", { amountUsd: 2_000_000, ...other });
    expect(await rules()).toEqual([rule]);
  });

  it.each([
    [{ announcedAt: "2026-02-03" }, { announcedAt: "2026-06-03" }],
    [{ announcedAt: "2026-02-03" }, { announcedAt: "2026-02-09", amountUsd: 500_000 }],
    [{ announcedAt: "2026-02-03" }, { announcedAt: "2026-02-28", round: "series-b" }],
    [{ announcedAt: "2026-02-03" }, { announcedAt: "2026-03-28", amountUsd: 1_500_000 }],
  ])("%j and %j are not listed", async (one, other) => {
    await rounds("wire", { amountUsd: 2_000_000, ...one });
    await rounds("daily", { amountUsd: 2_000_000, ...other });
    expect(await storedRecords(database.pool, "funding_events", fundingEvent)).toHaveLength(2);
    expect(await open()).toEqual([]);
  });

  it("of one source are listed too, with a date as precise as the source's and what agrees", async () => {
    await rounds(
      "wire",
      { announcedAt: "2026-02", amountUsd: 2_000_000 },
      { announcedAt: "2026-04-29", amountUsd: 1_900_000 },
    );
    const [pair] = await open();
    const sides = [pair?.left, pair?.right];
    expect(sides.map((side) => side?.name).toSorted()).toEqual([
      "Kestrel Robotics: seed, 2026-02",
      "Kestrel Robotics: seed, 2026-04-29",
    ]);
    expect(sides).toContainEqual(
      expect.objectContaining({ record: expect.objectContaining({ announcedAt: "2026-02" }) }),
    );
    expect(pair?.because[1]).toBe("agreement: date 35 %, stage 100 %, amount 95 %");
    const { verdict, because } = await compareRecords(database.pool, [pair?.left.id ?? "", pair?.right.id ?? ""]);
    expect([verdict, because.at(-1)]).toEqual(["unsure", "wire tells of both"]);
  });

  it("become one with the sources of both, by rule, and stay two after a decision when their companies are merged", async () => {
    const namesake = { name: "Kestrel Labs" };
    await rounds("wire", { announcedAt: "2026-02-03", amountUsd: 2_000_000 });
    await rounds("daily", { announcedAt: "2026-02-12", amountUsd: 1_500_000 });
    const [pair] = await open();
    const decided = () =>
      decideByRule(
        database.pool,
        { kind: "funding", rule: "company, stage and near date", minScore: 0.5 },
        { verdict: "same", person: null, now: NOW },
      );
    expect(await decided()).toBe(1);
    expect(await storedRecords(database.pool, "funding_events", fundingEvent)).toMatchObject([
      { amountUsd: 2_000_000 },
    ]);
    await undoDecision(database.pool, Number(pair?.id), NOW);
    await decide(pair?.id ?? "", "different");
    await importFrom("guide", "company", namesake);
    const { rows } = await database.pool.query<{ id: string }>("select id from companies order by created_at, id");
    await mergeByHand(database.pool, [rows[0]?.id ?? "", rows[1]?.id ?? ""], NOW);
    expect(await storedRecords(database.pool, "funding_events", fundingEvent)).toHaveLength(2);
    expect(await decided()).toBe(0);
  });
});

it("two rounds are listed once their companies are merged, and not once that is undone", async () => {
  const other = { name: "Brontide", domain: "brontide.example" };
  await rounds("wire", { announcedAt: "2026-02-03", amountUsd: 2_000_000 });
  await rounds("wire", { announcedAt: "2026-04-03", amountUsd: 2_000_000, company: other });
  const { rows } = await database.pool.query<{ id: string }>("select id from companies order by id");
  const { id } = await mergeByHand(database.pool, [rows[0]?.id ?? "", rows[1]?.id ?? ""], NOW);
  expect(await rules()).toEqual(["company, stage and amount"]);
  await undoImport(database.pool, Number(id), NOW);
  expect(await rules()).toEqual([]);
});

describe("two acquisitions of one company", () => {
  const BRENWICK = { name: "Brenwick", domain: "brenwick.example" };
  it.each([
    [
      { acquirer: BRENWICK, announcedAt: "2024-02-03" },
      { acquirer: BRENWICK, announcedAt: "2026-02-03" },
      "both companies, another date",
    ],
    [
      { acquirer: BRENWICK, announcedAt: "2026-02-03", dealAmountUsd: 9_000_000 },
      { acquirer: { name: "Ardholt" }, announcedAt: "2026-03-03", dealAmountUsd: 9_000_000 },
      "target, price and date",
    ],
    [
      { acquirer: BRENWICK, announcedAt: "2026-02-03" },
      { acquirer: { name: "Ardholt" }, announcedAt: "2026-02-05" },
      "target and date",
    ],
  ])("%j and %j are listed", async (one, other, rule) => {
    await deals("wire", one);
    await deals("daily", other);
    expect(await rules()).toEqual([rule]);
    const [pair] = await open();
    await decide(pair?.id ?? "", "same");
    expect(await storedRecords(database.pool, "acquisitions", acquisition)).toHaveLength(1);
  });

  it("by other acquirers a month apart are two deals", async () => {
    await deals("wire", { acquirer: BRENWICK, announcedAt: "2026-02-03" });
    await deals("daily", { acquirer: { name: "Ardholt" }, announcedAt: "2026-03-05" });
    expect(await open()).toEqual([]);
  });
});

describe("two moves at one company", () => {
  it.each([
    [
      { ...by("Ada Quist"), announcedAt: "2026-02-03" },
      { ...by("Ada Quist"), announcedAt: "2026-06-03" },
      "person and company, another date",
    ],
    [
      { ...by("A. Quist"), announcedAt: "2026-02-03" },
      { ...by("Ada Quist"), announcedAt: "2026-02-09" },
      "company, date and people alike",
    ],
    [
      { ...by("Ada M. Quist"), announcedAt: "2026-02-03" },
      { ...by("Ada Quist"), announcedAt: "2026-02-09" },
      "company, date and people alike",
    ],
  ])("%j and %j are listed", async (one, other, rule) => {
    await moves("wire", one);
    await moves("daily", other);
    expect(await rules()).toEqual([rule]);
  });

  it.each([
    [
      { ...by("Ada Quist"), announcedAt: "2026-02-03" },
      { ...by("Ada Quist"), announcedAt: "2026-05-03", moveType: "departure" },
    ],
    [
      { ...by("Ada Quist"), announcedAt: "2026-02-03" },
      { ...by("Ada Quist"), announcedAt: "2026-05-03", roleSeniority: "board" },
    ],
    [
      { ...by("Ada Quist"), announcedAt: "2026-02-03" },
      { ...by("Ben Quist"), announcedAt: "2026-02-03" },
    ],
  ])("%j and %j are not listed", async (one, other) => {
    await moves("wire", one);
    await moves("daily", other);
    expect(await open()).toEqual([]);
  });
});

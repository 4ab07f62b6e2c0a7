import { acquisition, execMove, fundingEvent } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { describeOrigin } from "../imports/how";
import { COMMAND_LINE, ImportError, listImports } from "../imports/imports";
import { setTrust } from "../imports/source-trust";
import { undoImport } from "../imports/undo";
import { mergeByHand } from "../merge/merge";
import { emptyRecords, getRows, importLines, readAnswers, storedRecords } from "../testing";
import { eraseRecord } from "../withdraw/erase";
import { findAnyRecord } from "../withdraw/find-record";
import { retractRecord } from "../withdraw/retract";
import { correctRecord } from "./correct";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

const DAYS = (count: number) => new Date(Date.parse("2026-11-20T12:00:00.000Z") + count * 86_400_000);

const QUORVANE = { name: "Quorvane", domain: "quorvane.example" };
const ROUND = {
  company: QUORVANE,
  round: "seed",
  amountUsd: 1_000_000,
  announcedAt: "2026-05-04",
  investors: ["Ardholt", "Hollin Growth"],
};
const DEAL = {
  target: { name: "Oakmesh", domain: "oakmesh.example" },
  acquirer: QUORVANE,
  announcedAt: "2026-08-02",
  amount: "EUR 3m",
  paymentType: "cash",
};
const MOVE = {
  person: { name: "Ines Calloway", socialUrl: "https://in.example/ines" },
  company: QUORVANE,
  role: "VP Sales",
  moveType: "appointment",
  announcedAt: "2026-06-01",
};

const line = (kind: string, key: string, record: object) => ({ kind, key, record });
const round = (changes: object = {}) => line("funding", "r", { ...ROUND, ...changes });
const runImport = (lines: readonly unknown[], day = 0, source = "registry") =>
  importLines(database.pool, lines, { now: DAYS(day), source });
const undo = (id: number | string) => undoImport(database.pool, Number(id), DAYS(30));
const answers = () => readAnswers(database.pool);

async function only<T>(table: string, schema: { parse(value: unknown): T }): Promise<T> {
  const [record, another] = await storedRecords(database.pool, table, schema, "announced_at");
  if (record === undefined || another !== undefined) throw new Error(`${table} does not have one record`);
  return record;
}
const onlyRound = () => only("funding_events", fundingEvent);
const onlyDeal = () => only("acquisitions", acquisition);
const onlyMove = () => only("exec_moves", execMove);

const correct = (id: string, values: Readonly<Record<string, string>>, day = 5) =>
  correctRecord(
    database.pool,
    (client) => findAnyRecord(client, id),
    { values: new Map(Object.entries(values)), reason: "The company says so", by: COMMAND_LINE },
    DAYS(day),
  );

describe("a correction", () => {
  it("of a round changes what it states, and its undo leaves the database as it was", async () => {
    await runImport([round()]);
    const before = await answers();
    const { id, company } = await onlyRound();
    const corrected = await correct(id, {
      amount: "EUR 2.5m",
      round: "Series A",
      announcedAt: "2026-05",
      investors: "Ardholt, Birchvale Capital",
    });
    expect(corrected).toMatchObject({ parts: ["amount", "round", "announcedAt", "investors"], changed: true });
    const after = await onlyRound();
    expect(after).toMatchObject({
      ...{ id, company, round: "series-a", roundStated: true, announcedAt: "2026-05-01T00:00:00.000Z" },
      ...{ amountOriginalCurrency: "EUR", amountOriginalCents: 250_000_000, amountUsdCents: null },
    });
    expect(after.investors.map(({ name }) => name)).toEqual(["Ardholt", "Birchvale Capital"]);
    expect(await listImports(database.pool)).toMatchObject([
      {
        ...{ id: corrected.id, source: "correction", changed: 1, withdrawn: 0, complete: true, by: "command line" },
        ...{ reason: "The company says so", corrected: corrected.parts },
      },
      { corrected: [], reason: null },
    ]);
    await undo(corrected.id);
    expect(await answers()).toEqual(before);
  });

  it("of an acquisition may clear a price and name another buyer", async () => {
    await runImport([
      line("acquisition", "d", DEAL),
      line("company", "b", { name: "Birchvale", domain: "birchvale.example", hqCity: "Lund" }),
    ]);
    const before = await answers();
    const { id, target } = await onlyDeal();
    const { id: number } = await correct(id, {
      amount: "",
      "acquirer.domain": "birchvale.example",
      isMerger: "true",
      closingAt: "2026-09-30",
    });
    expect(await onlyDeal()).toMatchObject({
      ...{ id, target, dealAmountUsdCents: null, dealAmountOriginalCents: null, paymentType: "cash", isMerger: true },
      ...{ closingAt: "2026-09-30T00:00:00.000Z", acquirer: { name: "Birchvale", hqCity: "Lund" } },
    });
    await undo(number);
    expect(await answers()).toEqual(before);
  });

  it("of a move changes the seniority with the role, and leaves the person", async () => {
    await runImport([line("exec_move", "m", MOVE)]);
    const before = await answers();
    const { id, person } = await onlyMove();
    const { id: number } = await correct(id, { role: "Chief Financial Officer", "fromCompany.name": "Oakmesh" });
    expect(await onlyMove()).toMatchObject({
      ...{ id, person, role: "Chief Financial Officer", roleSeniority: "c_level", fromCompany: { name: "Oakmesh" } },
    });
    const { id: second } = await correct(id, { "person.name": "Inés Calloway-Brandt" }, 6);
    expect((await onlyMove()).person.name).toBe("Inés Calloway-Brandt");
    await undo(second);
    await undo(number);
    expect(await answers()).toEqual(before);
  });

  it("of every fact to its present value changes nothing", async () => {
    await runImport([
      round({
        amountUsd: undefined,
        amount: "JPY 250m",
        announcedAt: "2026-05",
        investors: ["Hollin and Daughters", "Amber Road, LP"],
      }),
      line("acquisition", "d", { ...DEAL, closingAt: "2026-09-30" }),
      line("exec_move", "m", MOVE),
    ]);
    const ids = [(await onlyRound()).id, (await onlyDeal()).id, (await onlyMove()).id];
    const facts = await Promise.all(ids.map(async (id) => (await describeOrigin(database.pool, id)).facts));
    expect(facts).toEqual([
      {
        ...{ round: "seed", amount: "JPY 250,000,000", announcedAt: "2026-05" },
        ...{ investors: "Hollin and Daughters; Amber Road, LP" },
        ...{ "company.name": "Quorvane", "company.domain": "quorvane.example" },
      },
      {
        ...{ amount: "EUR 3,000,000", paymentType: "cash", isMerger: "false", announcedAt: "2026-08-02" },
        ...{ closingAt: "2026-09-30", "target.name": "Oakmesh", "target.domain": "oakmesh.example" },
        ...{ "acquirer.name": "Quorvane", "acquirer.domain": "quorvane.example" },
      },
      {
        ...{ role: "VP Sales", roleSeniority: "vp_level", moveType: "appointment", announcedAt: "2026-06-01" },
        ...{ effectiveDate: "", "person.name": "Ines Calloway", "person.socialUrl": "https://in.example/ines" },
        ...{ "company.name": "Quorvane", "company.domain": "quorvane.example" },
        ...{ "fromCompany.name": "", "fromCompany.domain": "" },
      },
    ]);
    for (const [index, id] of ids.entries()) {
      // A correction that states a person names another one.
      const stated = Object.entries(facts[index] ?? {}).filter(([field]) => !field.startsWith("person."));
      expect((await correct(id, Object.fromEntries(stated))).changed, `record ${index + 1}`).toBe(false);
    }
  });

  it("is kept by later imports of any source, which still change the rest", async () => {
    await runImport([round()]);
    const { id } = await onlyRound();
    await correct(id, { amount: "$2m", investors: "Ardholt" });
    expect(
      getRows(await runImport([round({ amountUsd: 3_000_000, round: "series-a", investors: ["Cindle"] })], 6)),
    ).toBe("0 added, 1 changed, 0 merged, 0 unchanged, 0 refused");
    await runImport([round({ key: "x", round: "series-a", amountUsd: 2_000_000, investors: ["Dunmore"] })], 7, "wire");
    await setTrust(database.pool, ["wire", "registry"], DAYS(8));
    const after = await onlyRound();
    expect(after).toMatchObject({ round: "series-a", amountUsdCents: 200_000_000 });
    expect(after.investors.map(({ name }) => name)).toEqual(["Ardholt"]);
  });

  it("counts where as many sources as decide together state another value", async () => {
    for (const source of ["registry", "wire", "daily"]) await runImport([round()], 0, source);
    const { id } = await onlyRound();
    expect(await correct(id, { amount: "$7m" })).toMatchObject({ changed: true });
    expect(await onlyRound()).toMatchObject({ amountUsdCents: 700_000_000 });
  });

  it("is derived again when an import before it is undone, and goes when it is undone itself", async () => {
    await runImport([round()]);
    const { id } = await onlyRound();
    const second = await runImport([round({ amountUsd: 5_000_000, round: "series-a" })], 1);
    const { id: correction } = await correct(id, { round: "pre-seed" }, 2);
    await runImport([round({ amountUsd: 7_000_000, round: "series-b" })], 3);
    expect(await onlyRound()).toMatchObject({ round: "pre-seed", amountUsdCents: 700_000_000 });
    await undo(second.id);
    expect(await onlyRound()).toMatchObject({ round: "pre-seed", amountUsdCents: 700_000_000 });
    await undo(correction);
    expect(await onlyRound()).toMatchObject({ round: "series-b", amountUsdCents: 700_000_000 });
  });

  it("is made again when the event comes back that it corrected", async () => {
    const { id: first } = await runImport([round()]);
    const { id } = await onlyRound();
    const { id: correction } = await correct(id, { amount: "$9m" });
    await undo(first);
    expect(await storedRecords(database.pool, "funding_events", fundingEvent, "announced_at")).toEqual([]);
    await runImport([round()], 6);
    expect(await onlyRound()).toMatchObject({ id, amountUsdCents: 900_000_000 });
    await undo(correction);
    expect(await onlyRound()).toMatchObject({ id, amountUsdCents: 100_000_000 });
  });

  it("of either of two events stays when they become one", async () => {
    await runImport([round(), line("funding", "s", { ...ROUND, announcedAt: "2026-10-04", amountUsd: 4_000_000 })]);
    const [one, other] = await storedRecords(database.pool, "funding_events", fundingEvent, "announced_at");
    await correct(one?.id ?? "", { announcedAt: "2026-05-05" });
    await correct(other?.id ?? "", { amount: "$6m" });
    const merge = await mergeByHand(database.pool, [one?.id ?? "", other?.id ?? ""], DAYS(7));
    expect(await onlyRound()).toMatchObject({ announcedAt: "2026-05-05T00:00:00.000Z", amountUsdCents: 600_000_000 });
    await runImport([round({ amountUsd: 8_000_000 })], 8);
    expect(await onlyRound()).toMatchObject({ amountUsdCents: 600_000_000 });
    await undo(merge.id);
    expect(
      (await storedRecords(database.pool, "funding_events", fundingEvent, "announced_at")).map(
        ({ amountUsdCents }) => amountUsdCents,
      ),
    ).toEqual([800_000_000, 600_000_000]);
  });

  it("keeps values that the event has already", async () => {
    await runImport([round()]);
    const { id } = await onlyRound();
    expect(await correct(id, { round: "seed" })).toMatchObject({ changed: false });
    await runImport([round({ round: "series-a" })], 6);
    expect(await onlyRound()).toMatchObject({ round: "seed" });
  });

  it("that names a withdrawn company is refused", async () => {
    await runImport([round(), line("company", "o", { name: "Oakmesh", domain: "oakmesh.example" })]);
    const { id } = await onlyRound();
    const { rows } = await database.pool.query<{ id: string }>("select id from companies where name = 'Oakmesh'");
    await retractRecord(
      database.pool,
      (client) => findAnyRecord(client, rows[0]?.id ?? ""),
      { source: "test", reason: "It closed" },
      DAYS(4),
    );
    const before = await answers();
    await expect(correct(id, { "company.domain": "oakmesh.example" })).rejects.toThrow(
      "The company was withdrawn on 2026-11-24 because: It closed.",
    );
    expect(await answers()).toEqual(before);
  });

  it("that makes a deal one of a company with itself is refused, and so is a later row that does", async () => {
    const SAME = /^Acquirer and target are the same company/;
    await runImport([line("acquisition", "d", DEAL)]);
    const { id } = await onlyDeal();
    await expect(correct(id, { "acquirer.domain": "oakmesh.example" })).rejects.toThrow(SAME);
    const birchvale = { name: "Birchvale", domain: "birchvale.example" };
    await runImport([line("company", "b", birchvale)]);
    await correct(id, { "acquirer.domain": birchvale.domain });
    const before = await onlyDeal();
    const { rejections } = await runImport([line("acquisition", "d", { ...DEAL, target: birchvale })], 6);
    expect(rejections).toEqual([{ line: 1, reason: expect.stringMatching(SAME) }]);
    expect(await onlyDeal()).toEqual(before);
  });

  it("is erased with its event", async () => {
    await runImport([round()]);
    const { id } = await onlyRound();
    const { id: number } = await correct(id, { amount: "$9m" });
    await eraseRecord(database.pool, (client) => findAnyRecord(client, id), "a request", DAYS(6));
    const left = await database.pool.query(
      "select file, (select count(*) from corrections)::integer as corrections, (select count(*) from import_reports)::integer as reports from imports where id = $1",
      [number],
    );
    expect(left.rows).toEqual([{ file: "an erased record", corrections: 0, reports: 0 }]);
  });

  it.each([
    [{ amount: "plenty" }, 'amount "plenty" is not an amount of 0 or more.'],
    [{ announcedAt: "" }, "announcedAt is missing: an event must have a date."],
    [{ "company.name": "" }, "company.name is missing."],
    [
      { industry: "x" },
      'A round has no field "industry" to correct; it has round, amount, announcedAt, investors, company.name, company.domain.',
    ],
    [{}, "Nothing is corrected; the fields are round, amount, announcedAt, investors, company.name, company.domain."],
  ])("with %j is refused in one sentence, and changes nothing", async (values, sentence) => {
    await runImport([round()]);
    const before = await answers();
    const { id, company } = await onlyRound();
    await expect(correct(id, values)).rejects.toThrow(new ImportError(sentence));
    await expect(correct(company.id ?? "", { name: "Other" })).rejects.toThrow(
      "Only rounds, acquisitions and moves can be corrected, and this is a company; withdraw it if it is wrong.",
    );
    expect(await answers()).toEqual(before);
    expect(await listImports(database.pool)).toHaveLength(1);
  });
});

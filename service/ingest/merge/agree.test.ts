/** Tests which of several values counts when at least three sources reported an event. */
import { acquisition, execMove, fundingEvent } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { correctRecord } from "../correct/correct";
import { COMMAND_LINE } from "../imports/imports";
import { setTrust } from "../imports/source-trust";
import { undoImport } from "../imports/undo";
import { emptyRecords, getRows, importLines, readAnswers, storedRecords } from "../testing";
import { findAnyRecord } from "../withdraw/find-record";
import { mergeByHand } from "./merge";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

const NOW = new Date("2026-11-20T12:00:00Z");
const KESTREL = { name: "Kestrel Robotics", domain: "kestrel.example" };

const importFrom = (source: string, ...lines: readonly unknown[]) => importLines(database.pool, lines, { source });
const round = (amountUsd: number | null, facts: Record<string, unknown> = {}) => ({
  kind: "funding",
  key: "r",
  record: { company: KESTREL, round: "seed", announcedAt: "2026-02-03", amountUsd, ...facts },
});

const rounds = () => storedRecords(database.pool, "funding_events", fundingEvent, "discovered_at, id");
const amounts = async () => (await rounds()).map(({ amountUsd }) => amountUsd);

const WIRE = ["wire", round(2_000_000)] as const;
const DAILY = ["daily", round(2_100_000)] as const;
const DIGEST = ["digest", round(2_100_000)] as const;
const FILES = [WIRE, DAILY, DIGEST];

describe("of the values of three sources", () => {
  it.each([[[0, 1, 2]], [[1, 0, 2]], [[2, 1, 0]], [[1, 2, 0]]])(
    "the one of two counts, in the order %j",
    async (order) => {
      for (const index of order)
        for (const [source, line] of FILES.slice(index, index + 1)) await importFrom(source, line);
      expect(await amounts()).toEqual([2_100_000]);
    },
  );

  it("each file changes nothing a second time", async () => {
    for (const [source, line] of FILES) await importFrom(source, line);
    const before = await readAnswers(database.pool);
    for (const [source, line] of FILES)
      expect(getRows(await importFrom(source, line))).toBe("0 added, 0 changed, 0 merged, 1 unchanged, 0 refused");
    expect(await readAnswers(database.pool)).toEqual(before);
  });

  it("the first counts again once one of the two is undone, or states another value", async () => {
    await importFrom(...WIRE);
    const daily = await importFrom(...DAILY);
    const before = await readAnswers(database.pool);
    const digest = await importFrom(...DIGEST);
    await undoImport(database.pool, Number(digest.id), NOW);
    expect(await readAnswers(database.pool)).toEqual(before);
    await importFrom(...DIGEST);
    await undoImport(database.pool, Number(daily.id), NOW);
    expect(await amounts()).toEqual([2_000_000]);
    await importFrom(...DAILY);
    expect(await amounts()).toEqual([2_100_000]);
    await importFrom("digest", round(2_050_000));
    expect(await amounts()).toEqual([2_000_000]);
  });

  it("a date makes one round of two that the first source's date kept apart", async () => {
    const on = (announcedAt: string) => round(2_000_000, { announcedAt });
    await importFrom("wire", on("2026-02-03"));
    await importFrom("guide", on("2026-03-12"));
    expect(await rounds()).toHaveLength(2);
    await importFrom("daily", on("2026-02-20"));
    await importFrom("digest", on("2026-02-20"));
    expect((await rounds()).map(({ announcedAt }) => announcedAt)).toEqual(["2026-02-20T00:00:00.000Z"]);
  });

  it("the one that the operator trusts counts, and the undo of the order brings back the one of two", async () => {
    for (const [source, line] of FILES) await importFrom(source, line);
    const before = await readAnswers(database.pool);
    const { id, changed } = await setTrust(database.pool, ["wire"], NOW);
    expect(changed).toBe(1);
    expect(await amounts()).toEqual([2_000_000]);
    for (const [source, line] of FILES)
      expect(getRows(await importFrom(source, line))).toBe("0 added, 0 changed, 0 merged, 1 unchanged, 0 refused");
    await undoImport(database.pool, Number(id), NOW);
    expect(await readAnswers(database.pool)).toEqual(before);
  });

  it("one that nobody contradicts is kept, and a date within the agreed month is more precise", async () => {
    await importFrom("wire", round(2_000_000, { announcedAt: "2026-01-30" }));
    await importFrom("daily", round(null, { announcedAt: "2026-02" }));
    await importFrom("digest", round(null, { announcedAt: "2026-02" }));
    await importFrom("gazette", round(null, { announcedAt: "2026-02-11" }));
    expect(await rounds()).toMatchObject([{ amountUsd: 2_000_000, announcedAt: "2026-02-11T00:00:00.000Z" }]);
  });

  it("a corrected one stays", async () => {
    for (const [source, line] of FILES.slice(0, 2)) await importFrom(source, line);
    const [event] = await rounds();
    await correctRecord(
      database.pool,
      (client) => findAnyRecord(client, event?.id ?? ""),
      { values: new Map([["amount", "USD 2.2m"]]), reason: "The filing says so", by: COMMAND_LINE },
      NOW,
    );
    await importFrom(...DIGEST);
    expect(await amounts()).toEqual([2_200_000]);
  });
});

it("two events that a person makes one have the value that most sources of both state", async () => {
  const far = { announcedAt: "2026-09-03" };
  await importFrom("wire", round(2_000_000));
  await importFrom("daily", round(9_000_000, far));
  await importFrom("digest", round(9_000_000, far));
  const [one, other] = await rounds();
  const merged = await mergeByHand(database.pool, [one?.id ?? "", other?.id ?? ""], NOW);
  expect(await rounds()).toMatchObject([{ id: one?.id, amountUsd: 9_000_000 }]);
  await undoImport(database.pool, Number(merged.id), NOW);
  expect(await amounts()).toEqual([2_000_000, 9_000_000]);
});

it("deals and moves have the values of most sources too", async () => {
  const deal = (paymentType: string | null, closingAt: string) => ({
    kind: "acquisition",
    key: "a",
    record: { acquirer: { name: "Abacus" }, target: KESTREL, announcedAt: "2026-03-04", paymentType, closingAt },
  });
  const move = (role: string) => ({
    kind: "exec_move",
    key: "m",
    record: { person: { name: "Ada Quist" }, company: KESTREL, moveType: "appointed", announcedAt: "2026-04-01", role },
  });
  await importFrom("wire", deal("stock", "2026-05-01"), move("Chief Operating Officer"));
  await importFrom("daily", deal("cash", "2026-06-01"), move("Chief Financial Officer"));
  await importFrom("digest", deal("cash", "2026-06-01"), move("chief financial officer"));
  expect(await storedRecords(database.pool, "acquisitions", acquisition, "discovered_at, id")).toMatchObject([
    { paymentType: "cash", closingAt: "2026-06-01T00:00:00.000Z" },
  ]);
  expect(await storedRecords(database.pool, "exec_moves", execMove, "discovered_at, id")).toMatchObject([
    { role: "Chief Financial Officer" },
  ]);
});

/** Tests that two records become one and two again, for readers, buyers and later imports. */
import { fundingEvent } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { deleteWorkspace } from "@/service/accounts/administration/delete-workspace";
import { addToWatchlist, updateNote } from "@/service/accounts/watchlist";
import { findCompany } from "@/service/feed/find-company";
import { newId } from "@/service/store/new-id";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { describeOrigin } from "../imports/how";
import { undoImport } from "../imports/undo";
import { contents, emptyRecords, importLines, readAnswers, storedRecords } from "../testing";
import { mergeByHand } from "./merge";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await emptyRecords(database.pool);
  await database.pool.query("truncate watched_companies, inbox_items, inbox_positions cascade");
});

const NOW = new Date("2026-11-22T12:00:00.000Z");
const named = z.looseObject({ id: z.string(), name: z.string(), domain: z.string().nullable() });

const importFrom = (source: string, ...lines: readonly unknown[]) => importLines(database.pool, lines, { source });

const externalKeys = async () => Object(await contents(database.pool)).external_keys;
const companies = () => storedRecords(database.pool, "companies", named);
const rounds = () => storedRecords(database.pool, "funding_events", fundingEvent);

async function findCompanyId(name: string): Promise<string> {
  return (await companies()).find((company) => company.name === name)?.id ?? expect.fail(`there is no ${name}`);
}

const source = (outlet: string) => ({ url: `https://${outlet}.example/1`, outlet, title: null });

function round(key: string, company: Record<string, unknown>, facts: Record<string, unknown> = {}) {
  const record = { company, round: "seed", amountUsd: 2_000_000, announcedAt: "2026-03-02", ...facts };
  return { kind: "funding", key, record: { ...record, sources: [source(key)] } };
}

/** Two sources name one company differently, and report one round of it. */
async function importBoth(): Promise<void> {
  const investors = [{ name: "Osprey Ventures" }];
  await importFrom("wire", round("w1", { name: "Kestrel Robotics", domain: "kestrel.example" }));
  await importFrom("daily", round("d1", { name: "KR Holding", hqCountry: "DE" }, { investors, round: null }));
}

async function mergeNamed(one: string, other: string) {
  return mergeByHand(database.pool, [await findCompanyId(one), await findCompanyId(other)], NOW);
}

describe("two companies that a person merges", () => {
  it.each([1, 2])("keep the events of both when another company of the name appears, as that of %i", async (older) => {
    const lines = [
      ["wire", round("w1", { name: "Kestrel Robotics", hqCountry: "DE" })],
      ["site", { kind: "company", key: "s1", record: { name: "Kestrel Robotics", domain: "kestrel.example" } }],
    ] as const;
    for (const [name, line] of older === 1 ? lines : lines.toReversed()) await importFrom(name, line);
    const [one, other] = await companies();
    const { into } = await mergeByHand(database.pool, [one?.id ?? "", other?.id ?? ""], NOW);
    const record = { name: "Kestrel Robotics", domain: "kestrel.test", hqCountry: "DE" };
    await importFrom("registry", { kind: "company", key: "r1", record });
    expect(await companies()).toHaveLength(2);
    expect((await rounds()).map(({ company }) => company.id)).toEqual([into]);
  });

  it("are one with the facts of both, whose events are one where they tell of the same", async () => {
    await importBoth();
    const gone = await findCompanyId("KR Holding");
    const merge = await mergeNamed("KR Holding", "Kestrel Robotics");
    expect(await companies()).toMatchObject([
      { name: "Kestrel Robotics", domain: "kestrel.example", hqCountry: { code: "DE" } },
    ]);
    const [event, ...others] = await rounds();
    expect(others).toEqual([]);
    expect(event).toMatchObject({ round: "seed", company: { id: merge.into, hqCountry: { code: "DE" } } });
    expect(event?.sources.map(({ outlet }) => outlet)).toEqual(["w1", "d1"]);
    expect(event?.investors.map(({ name }) => name)).toEqual(["Osprey Ventures"]);
    expect(await findCompany(database.pool, "id", gone)).toEqual({ id: merge.into });
    expect(await findCompany(database.pool, "name", "KR Holding")).toEqual({
      id: merge.into,
      formerName: "KR Holding",
    });
    const origin = await describeOrigin(database.pool, gone);
    expect(origin).toMatchObject({ id: merge.into, merged: [gone] });
    expect(origin.reports.map((report) => report.source)).toEqual(["wire", "daily", "merge"]);
  });

  it("are two again after the undo, byte for byte", async () => {
    await importBoth();
    const [before, keys] = [await readAnswers(database.pool), await externalKeys()];
    const merge = await mergeNamed("KR Holding", "Kestrel Robotics");
    expect(await readAnswers(database.pool)).not.toEqual(before);
    await undoImport(database.pool, Number(merge.id), NOW);
    expect(await readAnswers(database.pool)).toEqual(before);
    expect(await externalKeys()).toEqual(keys);
  });

  it("stay one when either source reports again, and neither changes what the other stated", async () => {
    await importBoth();
    const merge = await mergeNamed("KR Holding", "Kestrel Robotics");
    await importFrom("daily", round("d1", { name: "KR Holding", hqCountry: "DE" }, { amountUsd: 2_000_001 }));
    await importFrom(
      "wire",
      round("w1", { name: "Kestrel Robotics", domain: "kestrel.example" }, { round: "series-a" }),
    );
    expect(await companies()).toHaveLength(1);
    const [event, ...others] = await rounds();
    expect(others).toEqual([]);
    expect(event).toMatchObject({ company: { id: merge.into }, round: "series-a", amountUsdCents: 200_000_000 });
    expect(event?.sources).toHaveLength(2);
  });

  it("are derived as one again when an import before the merge is undone", async () => {
    const first = await importFrom("wire", round("w0", { name: "Unrelated", domain: "unrelated.example" }));
    const third = await importFrom("wire", round("w1", { name: "Kestrel Robotics", domain: "kestrel.example" }));
    await importFrom("daily", round("d1", { name: "KR Holding", domain: "kr.example" }, { announcedAt: "2024-01-01" }));
    await importFrom("wire", round("w1", { name: "Kestrel Robotics", domain: "kestrel.example", hqCity: "Kiel" }));
    await mergeNamed("KR Holding", "Kestrel Robotics");
    await undoImport(database.pool, first.id, NOW);
    expect(await companies()).toMatchObject([{ name: "Kestrel Robotics", hqCity: "Kiel" }]);
    await undoImport(database.pool, third.id, NOW);
    expect(await companies()).toHaveLength(1);
    expect(await rounds()).toHaveLength(2);
  });

  it("belong to whoever purchased either, also after the undo, and no purchase is rewritten", async () => {
    await importBoth();
    const [one, other] = [await findCompanyId("Kestrel Robotics"), await findCompanyId("KR Holding")];
    const [buyer, second] = ["01900000-0000-7000-8000-000000000001", "01900000-0000-7000-8000-000000000002"];
    const buy = (workspace: string, id: string) =>
      database.pool.query("insert into purchased_records values ($1, 'companies', $2, null, $3)", [workspace, id, NOW]);
    await buy(buyer, other);
    await buy(second, one);
    const owned = async () => {
      const { rows } = await database.pool.query<{ text: string }>(
        `select workspace_id || ' ' || record_id as text from purchased_records where kind = 'companies' order by 1`,
      );
      return rows.map(({ text }) => text);
    };
    const merge = await mergeByHand(database.pool, [one, other], NOW);
    expect(await owned()).toEqual([`${buyer} ${one}`, `${buyer} ${other}`, `${second} ${one}`].sort());
    await undoImport(database.pool, Number(merge.id), NOW);
    expect(await owned()).toContain(`${buyer} ${other}`);
  });
});

describe("watchlists and inboxes", () => {
  const watched = async () => (await database.pool.query("select * from watched_companies order by 1, 2")).rows;
  const matches = async () =>
    (await database.pool.query("select workspace_id, position, company_id from inbox_matches order by 1, 2, 3")).rows;

  async function watch(...ids: readonly string[]): Promise<string> {
    const workspaceId = newId();
    await database.pool.query("insert into workspaces (id, name, created_at) values ($1, 'Research', $2)", [
      ...[workspaceId, NOW],
    ]);
    const drafts = ids.map((id) => ({ id, name: "As it was starred", domain: null, note: "to call" }));
    await addToWatchlist(database.pool, workspaceId, drafts, NOW);
    return workspaceId;
  }

  /** Stars are of different workspaces; one of them watches both companies, and a move between them matches both. */
  async function importWatched() {
    await importBoth();
    const [one, other] = [await findCompanyId("Kestrel Robotics"), await findCompanyId("KR Holding")];
    const workspaces = { other: await watch(other), one: await watch(one), both: await watch(one, other) };
    const record = {
      ...{ person: { name: "Ann Example" }, moveType: "appointment", role: "CTO", announcedAt: "2026-04-01" },
      company: { name: "Kestrel Robotics", domain: "kestrel.example" },
      fromCompany: { name: "KR Holding", hqCountry: "DE" },
    };
    await importLines(
      database.pool,
      [
        round("d2", { name: "KR Holding", hqCountry: "DE" }, { announcedAt: "2024-01-01" }),
        { kind: "exec_move", key: "m", record },
      ],
      { source: "daily", notify: true },
    );
    return { one, other, workspaces };
  }

  it("are after the undo of a merge as they were before it", async () => {
    const { one, other, workspaces } = await importWatched();
    const before = [await watched(), await matches()];
    const ofBoth = (await matches()).filter((match) => match.workspace_id === workspaces.both);
    expect(ofBoth.map((match) => match.company_id).sort()).toEqual([one, other, other].sort());
    const merge = await mergeByHand(database.pool, [one, other], NOW);
    expect((await watched()).map((star) => star.company_id)).toEqual([one, one, one]);
    expect(new Set((await matches()).map((match) => match.company_id))).toEqual(new Set([one]));
    await undoImport(database.pool, Number(merge.id), NOW);
    expect([await watched(), await matches()]).toEqual(before);
  });

  it("keep a star that the merge added and a member wrote a note for", async () => {
    const { one, other, workspaces } = await importWatched();
    const merge = await mergeByHand(database.pool, [one, other], NOW);
    await updateNote(database.pool, workspaces.other, one, "called", 1);
    await undoImport(database.pool, Number(merge.id), NOW);
    const stars = (await watched()).filter((star) => star.workspace_id === workspaces.other);
    expect(stars.map(({ company_id, note }) => [company_id, note]).sort()).toEqual(
      [
        [one, "called"],
        [other, "to call"],
      ].sort(),
    );
    const ofOther = (await matches()).filter((match) => match.workspace_id === workspaces.other);
    expect(ofOther.map((match) => match.company_id)).toEqual([other, other]);
  });

  it("of a workspace that was deleted since the merge are not given back", async () => {
    const { one, other, workspaces } = await importWatched();
    const merge = await mergeByHand(database.pool, [one, other], NOW);
    await deleteWorkspace(database.pool, workspaces.other, NOW);
    await undoImport(database.pool, Number(merge.id), NOW);
    expect(new Set((await watched()).map((star) => star.workspace_id))).toEqual(
      new Set([workspaces.one, workspaces.both]),
    );
  });
});

describe("two records", () => {
  it("of different kinds, the same one, and one that does not exist are rejected with a sentence", async () => {
    await importBoth();
    const id = await findCompanyId("KR Holding");
    const [event] = await rounds();
    await expect(mergeByHand(database.pool, [id, event?.id ?? ""], NOW)).rejects.toThrow("records of different kinds");
    await expect(mergeByHand(database.pool, [id, id], NOW)).rejects.toThrow("already one record");
    const missing = "00000000-0000-4000-8000-000000000000";
    await expect(mergeByHand(database.pool, [id, missing], NOW)).rejects.toThrow(`no record with the id ${missing}`);
  });

  it("that are investors, people or events are merged and separated too", async () => {
    const move = (key: string, name: string) => ({
      kind: "exec_move",
      key,
      record: {
        person: { name },
        company: { name: "Kestrel", domain: "kestrel.example" },
        moveType: "appointment",
        role: "CTO",
        announcedAt: "2026-03-02",
      },
    });
    const osprey = (name: string) => ({ investors: [{ name }], announcedAt: "2025-01-01" });
    await importFrom("wire", round("1", { name: "Abacus", domain: "a.example" }, osprey("Osprey Ventures")));
    await importFrom("wire", round("2", { name: "Boreal", domain: "b.example" }, osprey("Osprey Capital Partners")));
    await importFrom("wire", round("3", { name: "Boreal", domain: "b.example" }, { announcedAt: "2021-01-01" }));
    await importFrom("wire", move("m1", "Ann Example"), move("m2", "Anna Example"));
    const before = await readAnswers(database.pool);
    const ids = async (table: string) => {
      const { rows } = await database.pool.query<{ id: string }>(`select id from ${table} order by id`);
      return rows.map((row) => row.id);
    };
    for (const table of ["investors", "people", "funding_events"]) {
      const [one = "", other = "", ...rest] = await ids(table);
      const merge = await mergeByHand(database.pool, [one, other], NOW);
      expect(await ids(table)).toHaveLength(rest.length + 1);
      await undoImport(database.pool, Number(merge.id), NOW);
      expect(await readAnswers(database.pool)).toEqual(before);
    }
  });
});

describe("two rounds that a person merges", () => {
  it("are two again although the company of one has become part of another since", async () => {
    for (const name of ["Abacus", "Brontide", "Cormorant"])
      await importFrom("wire", round(name, { name, domain: `${name.toLowerCase()}.example` }));
    const before = await readAnswers(database.pool);
    const findRoundId = async (name: string) =>
      (await rounds()).find(({ company }) => company.name === name)?.id ?? expect.fail(`there is no round of ${name}`);
    const mergeRounds = async (one: string, other: string) =>
      mergeByHand(database.pool, [await findRoundId(one), await findRoundId(other)], NOW);
    const first = await mergeRounds("Brontide", "Cormorant");
    const second = await mergeRounds("Abacus", "Brontide");
    const third = await mergeNamed("Abacus", "Brontide");
    await undoImport(database.pool, Number(first.id), NOW);
    const left = (await rounds()).map(({ company, sources }) => [company.name, ...sources.map(({ outlet }) => outlet)]);
    expect(left.sort()).toEqual([
      ["Abacus", "Abacus", "Brontide"],
      ["Cormorant", "Cormorant"],
    ]);
    for (const { id } of [second, third]) await undoImport(database.pool, Number(id), NOW);
    expect(await readAnswers(database.pool)).toEqual(before);
  });
});

import { company, fundingEvent } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { loadMap } from "../read/map";
import { contents, emptyRecords, importLines, storedRecords } from "../testing";
import { CHANGE_FORMATS, COMMAND_LINE, ImportError, listImports, releaseImport, startImport } from "./imports";
import { undoImport } from "./undo";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

const DAYS = (count: number) => new Date(Date.parse("2026-11-20T12:00:00.000Z") + count * 86_400_000);

/** Everything that an answer may be made of; keys are kept for records that come back. */
async function answers(): Promise<unknown> {
  const { feeds: _, external_keys: __, ...tables } = Object(await contents(database.pool));
  return tables;
}

const runImport = (lines: readonly unknown[], day = 0) => importLines(database.pool, lines, { now: DAYS(day) });
const undo = (id: number) => undoImport(database.pool, id, DAYS(9));

function round(name: string, facts: Record<string, unknown> = {}, key = name): unknown {
  const record = {
    company: { name, domain: `${name.toLowerCase()}.example` },
    round: "seed",
    amountUsd: 1_000_000,
    announcedAt: "2026-05-04",
    investors: ["Hollin Growth"],
    sources: [{ url: `https://wire.example/${name}`, outlet: "Wire", title: null }],
    ...facts,
  };
  return { kind: "funding", key, record };
}

const FIRST = [
  round("Quorvane"),
  round("Oakmesh", { investors: ["Ardholt", "Hollin Growth"] }),
  {
    kind: "acquisition",
    key: "d",
    record: { target: { name: "Elm" }, acquirer: { name: "Ash" }, announcedAt: "2026-01-02" },
  },
  {
    kind: "exec_move",
    key: "m",
    record: {
      person: { name: "Ines Calloway", socialUrl: "https://in.example/ines" },
      company: { name: "Quorvane", domain: "quorvane.example" },
      moveType: "appointment",
      announcedAt: "2026-06-01",
    },
  },
];
/** Changes a company, an investor's dates, a person, an event's amount and its investors, and adds one of each kind. */
const SECOND = [
  round("Quorvane", {
    company: { id: "q", name: "Quorvane Ltd", domain: "quorvane.example", hqCountry: { code: "GB" } },
    amountUsd: 2_000_000,
    announcedAt: "2026-07-04",
    investors: ["Brindlecast Ventures", "Hollin Growth"],
    sources: [],
  }),
  round("Tarnfell", { investors: ["Ardholt"] }),
  {
    kind: "acquisition",
    key: "d",
    record: { target: { name: "Elm" }, acquirer: { id: "a", name: "Ash" }, announcedAt: "2026-01-02" },
  },
  {
    kind: "exec_move",
    key: "m",
    record: {
      person: { name: "Inés Calloway", socialUrl: "https://in.example/ines" },
      company: { name: "Quorvane", domain: "quorvane.example" },
      role: "Chief Financial Officer",
      moveType: "appointment",
      announcedAt: "2026-06-01",
    },
  },
];

it("leaves the database as it was before the import", async () => {
  await runImport(FIRST);
  const before = await answers();
  const second = await runImport(SECOND, 1);
  expect(await answers()).not.toEqual(before);
  expect(await undo(second.id)).toMatchObject({ rederived: 0, removed: 3, restored: 5 });
  expect(await answers()).toEqual(before);
  expect(await listImports(database.pool)).toMatchObject([
    { undoneAt: DAYS(9).toISOString(), by: "command line" },
    { undoneAt: null },
  ]);
});

it("leaves an empty database as it was", async () => {
  const before = await answers();
  const { id } = await runImport(FIRST);
  await undo(id);
  expect(await answers()).toEqual(before);
});

it("keeps what later imports state, as if the import had never run", async () => {
  await runImport(SECOND, 1);
  const alone = [
    await storedRecords(database.pool, "funding_events", fundingEvent),
    await storedRecords(database.pool, "companies", company),
  ];
  await undo((await listImports(database.pool)).map((one) => Number(one.id))[0] ?? 0);

  const first = await runImport(FIRST);
  await runImport(SECOND, 1);
  const both = await storedRecords(database.pool, "funding_events", fundingEvent);
  expect(await undo(first.id)).toMatchObject({ rederived: 1 });
  const events = await storedRecords(database.pool, "funding_events", fundingEvent);
  expect(plain([events, await storedRecords(database.pool, "companies", company)])).toEqual(plain(alone));
  // The record that the second import only changed is now its own, and is still the same record.
  const quorvane = (all: typeof events) => all.find((event) => event.company.name === "Quorvane Ltd");
  expect(quorvane(events)?.id).toBe(quorvane(both)?.id);
  expect(quorvane(events)?.discoveredAt).toBe(quorvane(both)?.discoveredAt);
});

/** Leaves out ids and times, and the order that follows from ids. */
function plain(records: unknown[]): unknown[] {
  const text = (value: unknown) =>
    JSON.stringify(value, (name, inner) =>
      name === "id" || /^(createdAt|updatedAt|discoveredAt)$/.test(name) ? undefined : inner,
    );
  return records.map((list) => (Array.isArray(list) ? list.map(text).sort() : list));
}

it("leaves unrelated later imports alone", async () => {
  const { id } = await runImport([round("Quorvane", { investors: [] })]);
  await runImport([round("Tarnfell", { investors: ["Ardholt"] })], 1);
  const later = await storedRecords(database.pool, "funding_events", fundingEvent);
  expect(await undo(id)).toMatchObject({ rederived: 0, removed: 2 });
  expect(await storedRecords(database.pool, "funding_events", fundingEvent)).toEqual(
    later.filter((event) => event.company.name === "Tarnfell"),
  );
});

it("gives a record that is imported again its old id", async () => {
  const { id } = await runImport(FIRST);
  const before = await storedRecords(database.pool, "funding_events", fundingEvent);
  await undo(id);
  await runImport(FIRST, 2);
  const again = await storedRecords(database.pool, "funding_events", fundingEvent);
  const ids = (events: typeof before) =>
    events.map((event) => [event.id, event.company.id, event.investors.map((investor) => investor.id)]);
  expect(ids(again)).toEqual(ids(before));
});

it("removes the keys that the import gave to records of others", async () => {
  await runImport([round("Quorvane")]);
  const { id } = await runImport(
    [{ kind: "company", key: "q-1", record: { name: "Quorvane", domain: "quorvane.example" } }],
    1,
  );
  await undo(id);
  await runImport([{ kind: "company", key: "q-1", record: { name: "Another" } }], 2);
  expect((await storedRecords(database.pool, "companies", company)).map(({ name }) => name)).toEqual([
    "Quorvane",
    "Another",
  ]);
});

it("goes on with an interrupted import of the same file and map, and not of another map", async () => {
  const lines = ["Quorvane", "Oakmesh", "Tarnfell", "Elm"].map((name) => round(name));
  const digest = Buffer.from("a file");
  const map = loadMap("round-newsletter");
  let batches = 0;
  const part = { now: DAYS(0), digest, map, batchRows: 1, stopped: () => ++batches > 2 };
  const first = await importLines(database.pool, lines, part);
  expect(first.complete).toBe(false);
  const other = await importLines(database.pool, lines, {
    ...part,
    map: { ...map, escapes: false },
    stopped: () => false,
  });
  expect(other.id).not.toBe(first.id);
  expect(other.totals.rows.read).toBe(4);
  const again = await importLines(database.pool, lines, { ...part, stopped: () => false });
  expect([again.id, again.complete, again.totals.rows.read]).toEqual([first.id, true, 4]);
});

it("starts once when two programs start one file at the same moment, and refuses the other with one sentence", async () => {
  const { pool } = database;
  const settings = { ...CHANGE_FORMATS, strict: false, map: null };
  const clients = await Promise.all([0, 1].map(() => pool.connect()));
  try {
    // Starts seldom meet in one of several attempts.
    for (let attempt = 0; attempt < 20; attempt++) {
      const digest = Buffer.from(`file ${attempt}`);
      const start = { source: "wire", file: "a.csv", digest, settings, by: COMMAND_LINE, dryRun: false };
      const started = await Promise.allSettled(clients.map((client) => startImport(client, start, DAYS(0))));
      const refusals = started.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
      const [first] = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      expect(refusals).toEqual([`ImportError: Import ${first?.id} of a.csv is running in another program.`]);
    }
  } finally {
    // The connections hold the imports.
    for (const client of clients) client.release(true);
  }
});

it("refuses what it cannot undo with one sentence", async () => {
  const { id } = await runImport(FIRST);
  await undo(id);
  await expect(undo(id)).rejects.toThrow(new ImportError(`Import ${id} was already undone on 2026-11-29.`));
  await expect(undo(999_999)).rejects.toThrow("There is no import 999999; see npm run import -- list.");
});

it("is listed with the person who started it, and without a name once that person is deleted", async () => {
  const person = "01a2c000-0000-7000-8000-000000000001";
  const by = { person, channel: "dashboard" } as const;
  await database.pool.query(
    "insert into users (id, name, email, created_at, updated_at) values ($1, 'Ada Quill', 'ada@quill.example', now(), now())",
    [person],
  );
  await importLines(database.pool, [round("Quorvane")], { by });
  expect(await listImports(database.pool)).toMatchObject([{ by: "Ada Quill" }]);
  await database.pool.query("delete from users where id = $1", [person]);
  expect(await listImports(database.pool)).toMatchObject([{ by: null }]);
});

it("is listed as running while a program holds it, and no longer once that one has let it go", async () => {
  const client = await database.pool.connect();
  try {
    const settings = { ...CHANGE_FORMATS, strict: false, map: null };
    const start = { source: "wire", file: "a.csv", digest: null, settings, by: COMMAND_LINE, dryRun: false };
    const { id } = await startImport(client, start, DAYS(0));
    expect(await listImports(database.pool)).toMatchObject([{ id: String(id), isRunning: true, complete: false }]);
    await releaseImport(client, id);
    expect(await listImports(database.pool)).toMatchObject([{ id: String(id), isRunning: false, complete: false }]);
  } finally {
    client.release();
  }
});

it("a domain may go to another company after its company came back without it", async () => {
  const named = (key: string, record: object) => [{ kind: "company", key, record }];
  const from = (source: string, lines: readonly unknown[], day: number) =>
    importLines(database.pool, lines, { source, now: DAYS(day) });
  const first = await from("registry", named("x", { name: "Lumo", domain: "lumo.example" }), 0);
  const [before] = await storedRecords(database.pool, "companies", company);
  await undo(first.id);
  await from("registry", named("x", { name: "Lumo" }), 10);
  await from("wire", named("q", { name: "Quorvane", domain: "lumo.example" }), 11);
  expect(await storedRecords(database.pool, "companies", company, "name")).toMatchObject([
    { id: before?.id, name: "Lumo", domain: null },
    { id: expect.not.stringMatching(before?.id ?? ""), name: "Quorvane", domain: "lumo.example" },
  ]);
});

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { company } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { parseNetwork } from "@/lib/net/address";
import { type Receiver, startReceiver } from "@/service/net/testing/receiver";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { listImports } from "../imports/imports";
import { undoImport } from "../imports/undo";
import { fileDigest } from "../read/files/disk-file";
import { checkAddress, checkFolder, formatInterval, parseInterval } from "./address";
import { runSchedule } from "./run";
import {
  addSchedule,
  LEASE_MS,
  leaseSchedule,
  listSchedules,
  makeDue,
  pauseSchedule,
  recordRun,
  rememberDigest,
  removeSchedule,
  renewLease,
  type Schedule,
  type ScheduleOptions,
} from "./store";

let database: TestDatabase;
let receiver: Receiver;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  receiver = await startReceiver({ secure: false });
  folder = mkdtempSync(path.join(tmpdir(), "dealflow-schedules-"));
  mkdirSync(path.join(folder, "imports"));
});
afterAll(async () => {
  await receiver.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await database.pool.query(
    "truncate companies, external_keys, imports, import_reports, import_records, import_schedules cascade",
  );
});

const OPTIONS: ScheduleOptions = {
  source: "list",
  map: null,
  kind: "company",
  full: false,
  strict: false,
  notify: false,
};
const HOUR = 3_600;
const add = (address: string, options: Partial<ScheduleOptions> = {}, now = new Date()) =>
  addSchedule(database.pool, { address, everySeconds: HOUR, options: { ...OPTIONS, ...options } }, now);

async function run({ id }: Schedule, { yes = true } = {}) {
  const leased = (await leaseSchedule(database.pool, id, false, new Date())) ?? expect.fail();
  return runSchedule(database.pool, leased, {
    dataDir: folder,
    folders: [path.join(folder, "imports")],
    download: {
      allowed: [parseNetwork("127.0.0.0/8") ?? expect.fail()],
      ...{ ca: undefined, mostBytes: 1_000_000, deadlineMs: 5_000, silenceMs: 2_000 },
    },
    yes,
  });
}
const listed = async () => (await listSchedules(database.pool, new Date()))[0] ?? expect.fail();
const names = async () => {
  const { rows } = await database.pool.query<{ record: string }>("select record from companies");
  return rows.map(({ record }) => company.parse(JSON.parse(record)).name).sort();
};
const csv = (...all: string[]) =>
  ["Name,Website", ...all.map((name) => `${name},${name.toLowerCase()}.example`), ""].join("\n");
const serve = (body: string, etag?: string) => {
  receiver.respond = (response, { headers }) => {
    if (etag !== undefined && headers["if-none-match"] === etag) response.writeHead(304).end();
    else response.writeHead(200, etag === undefined ? {} : { ETag: etag }).end(body);
  };
};

describe("a schedule of an address", () => {
  it("imports what is there, and again when it changed", async () => {
    const schedule = await add(receiver.url().replace("/webhooks", "/list.csv"));
    serve(csv("Quorvane", "Oakmesh"), '"1"');
    expect(await run(schedule)).toMatchObject({ state: "imported", added: 2, files: 1, problem: null });
    expect(await run(schedule)).toMatchObject({ state: "unchanged", files: 0, importId: null });
    // Another version with the same bytes is not imported again.
    serve(csv("Quorvane", "Oakmesh"), '"2"');
    expect(await run(schedule)).toMatchObject({ state: "unchanged" });
    serve(csv("Quorvane", "Oakmesh", "Elm"), '"3"');
    expect(await run(schedule)).toMatchObject({ state: "imported", added: 1, importId: expect.any(String) });
    expect(await names()).toEqual(["Elm", "Oakmesh", "Quorvane"]);
    expect(await listImports(database.pool)).toMatchObject([
      { file: "list.csv", source: "list", added: 1 },
      { file: "list.csv", source: "list", added: 2 },
    ]);
    expect(await listed()).toMatchObject({ failures: 0, isRunning: false, lastRun: { state: "imported" } });
  });

  it("imports a file whose address is not UTF-8", async () => {
    const schedule = await add(receiver.url().replace("/webhooks", "/%DCbersicht.csv"));
    serve(csv("Quorvane"));
    expect(await run(schedule)).toMatchObject({ state: "imported", added: 1, problem: null });
    expect(await listImports(database.pool)).toMatchObject([{ file: "-DCbersicht.csv" }]);
  });

  it("imports a file again that returns to what it was", async () => {
    const schedule = await add(receiver.url(), { full: true });
    serve(csv("Quorvane", "Oakmesh"));
    await run(schedule);
    serve(csv("Quorvane"));
    expect(await run(schedule)).toMatchObject({ withdrawn: 1 });
    expect(await names()).toEqual(["Quorvane"]);
    serve(csv("Quorvane", "Oakmesh"));
    expect(await run(schedule)).toMatchObject({ added: 1 });
    expect(await names()).toEqual(["Oakmesh", "Quorvane"]);
  });

  it("fails with a sentence, repeats sooner each time at first, and never stops trying", async () => {
    const schedule = await add(receiver.url());
    receiver.respond = (response) => void response.writeHead(503).end();
    const waits = [];
    for (let count = 0; count < 8; count++) {
      const before = Date.now();
      expect(await run(schedule)).toMatchObject({
        state: "failed",
        problem: expect.stringMatching(/^127.0.0.1:\d+ answered with status 503 instead of a file\.$/),
      });
      waits.push(Math.round((Date.parse((await listed()).nextRunAt) - before) / 60_000));
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(await listed()).toMatchObject({ failures: 8, paused: false });
    serve(csv("Quorvane"));
    expect(await run(schedule)).toMatchObject({ state: "imported" });
    expect(await listed()).toMatchObject({ failures: 0 });
  });

  it("fails when a full export lacks too much, and leaves the records", async () => {
    const schedule = await add(receiver.url(), { full: true });
    serve(csv("Quorvane", "Oakmesh", "Elm"), '"1"');
    await run(schedule);
    serve(csv("Quorvane"), '"2"');
    expect(await run(schedule, { yes: false })).toMatchObject({
      state: "failed",
      problem: expect.stringContaining("lacks 2 of the 3 records of list, more than 20 %"),
    });
    expect(await names()).toHaveLength(3);
    expect(await run(schedule, { yes: true })).toMatchObject({ state: "imported", withdrawn: 2 });
    const [last] = await listImports(database.pool);
    await undoImport(database.pool, Number(last?.id), new Date());
    expect(await names()).toHaveLength(3);
  });

  it("imports nothing after it was removed, and ends what it is importing", async () => {
    const before = await add(receiver.url());
    receiver.respond = (response) =>
      void removeSchedule(database.pool, before.id).then(() => response.writeHead(200).end(csv("Quorvane")));
    expect(await run(before)).toMatchObject({ state: "failed", files: 0, importId: null });
    expect(await names()).toEqual([]);

    const during = await add(receiver.url());
    serve(csv(...Array.from({ length: 30_000 }, (_, index) => `Qu${index}`)));
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const running = run(during);
      await expect.poll(async () => (await listImports(database.pool)).length).toBe(1);
      await removeSchedule(database.pool, during.id);
      await vi.advanceTimersByTimeAsync(LEASE_MS / 3);
      expect(await running).toMatchObject({ state: "failed", files: 0 });
    } finally {
      vi.useRealTimers();
    }
    expect(await listImports(database.pool)).toMatchObject([{ complete: false, isRunning: false }]);
  });

  it("says that a file is no table", async () => {
    const schedule = await add(receiver.url());
    receiver.respond = (response) => void response.writeHead(200).end("\u0000\u0001\u0002");
    expect(await run(schedule)).toMatchObject({ state: "failed", problem: expect.stringMatching(/\.$/) });
  });
});

describe("a schedule of a folder", () => {
  it("imports each new file once, in the order of names", async () => {
    const inbox = path.join(folder, "imports", "inbox");
    mkdirSync(inbox);
    writeFileSync(path.join(inbox, "b.csv"), csv("Oakmesh"));
    writeFileSync(path.join(inbox, "a.csv"), csv("Quorvane"));
    writeFileSync(path.join(inbox, ".hidden.csv"), csv("Hidden"));
    const schedule = await add(inbox);
    expect(await run(schedule)).toMatchObject({ state: "imported", files: 2, added: 2 });
    expect((await listImports(database.pool)).map(({ file }) => file)).toEqual(["b.csv", "a.csv"]);
    expect(await run(schedule)).toMatchObject({ state: "unchanged" });
    writeFileSync(path.join(inbox, "c.csv"), csv("Elm"));
    expect(await run(schedule)).toMatchObject({ files: 1, added: 1 });
    expect(await names()).toEqual(["Elm", "Oakmesh", "Quorvane"]);
  });

  it("imports a file that equals an older one, of its name or another, when a different one came between", async () => {
    const inbox = path.join(folder, "imports", "full");
    mkdirSync(inbox);
    const put = (name: string, ...all: string[]) => writeFileSync(path.join(inbox, name), csv(...all));
    const schedule = await add(inbox, { full: true });
    const states: [name: string, companies: string[]][] = [
      ["list.csv", ["Oakmesh", "Quorvane"]],
      ["list.csv", ["Quorvane"]],
      ["list.csv", ["Oakmesh", "Quorvane"]],
      ["list-2.csv", ["Quorvane"]],
      ["list-3.csv", ["Oakmesh", "Quorvane"]],
    ];
    for (const [name, companies] of states) {
      put(name, ...companies);
      expect(await run(schedule)).toMatchObject({ state: "imported", files: 1 });
      expect(await names()).toEqual(companies);
      expect(await run(schedule)).toMatchObject({ state: "unchanged" });
    }
  });

  it("imports no file again that an earlier version knew by its content alone", async () => {
    const inbox = path.join(folder, "imports", "old");
    mkdirSync(inbox);
    const file = path.join(inbox, "list.csv");
    writeFileSync(file, csv("Quorvane"));
    const schedule = await add(inbox);
    await rememberDigest(database.pool, schedule.id, await fileDigest(file), []);
    for (let time = 0; time < 2; time++) expect(await run(schedule)).toMatchObject({ state: "unchanged" });
    writeFileSync(file, csv("Oakmesh"));
    expect(await run(schedule)).toMatchObject({ added: 1 });
    writeFileSync(file, csv("Quorvane"));
    expect(await run(schedule)).toMatchObject({ added: 1 });
  });

  it("lies below an allowed folder, also by its links", async () => {
    const allowed = [path.join(folder, "imports")];
    symlinkSync(tmpdir(), path.join(folder, "imports", "out"));
    await expect(checkFolder(path.join(folder, "imports", "out"), allowed)).rejects.toThrow("must lie below");
    await expect(checkFolder(path.join(folder, "imports", "..", ".."), allowed)).rejects.toThrow("must lie below");
    await expect(checkFolder("/nowhere", allowed)).rejects.toThrow("is neither an https address nor a folder");
    const places = { folders: allowed, checkUrl: async () => ({ problem: "The URL must start with https://." }) };
    await expect(checkAddress("http://a.example/b.csv", places)).rejects.toThrow(
      '"http://a.example/b.csv" cannot be scheduled. The URL must start with https://.',
    );
  });
});

describe("a lease", () => {
  it("lets one of two services run a due schedule, and another one when the first has ended", async () => {
    const now = new Date();
    const { id } = await add("/nowhere", {}, now);
    const leases = await Promise.all([1, 2, 3].map(() => leaseSchedule(database.pool, id, true, now)));
    const [held, ...others] = leases.filter((one) => one !== undefined);
    expect([held?.id, others]).toEqual([id, []]);
    const later = new Date(now.getTime() + LEASE_MS + 1);
    const next = await leaseSchedule(database.pool, id, true, later);
    expect(next?.id).toBe(id);
    // The first one came back too late.
    expect(held && (await renewLease(database.pool, held, later))).toBe(false);
    const run = {
      ...{ at: later.toISOString(), state: "unchanged" as const, files: 0, importId: null, problem: null },
      ...{ added: 0, changed: 0, withdrawn: 0, refused: 0 },
    };
    if (held !== undefined) await recordRun(database.pool, held, { run, version: undefined }, later);
    expect(await listed()).toMatchObject({ lastRun: null });
  });

  it("is not given for a paused schedule, nor before it is due", async () => {
    const now = new Date();
    const { id } = await add("/nowhere", {}, new Date(now.getTime() + 60_000));
    expect(await leaseSchedule(database.pool, id, true, now)).toBeUndefined();
    await makeDue(database.pool, id, now);
    await pauseSchedule(database.pool, id, true);
    expect(await leaseSchedule(database.pool, id, true, now)).toBeUndefined();
    await pauseSchedule(database.pool, id, false);
    expect(await leaseSchedule(database.pool, id, true, now)).toMatchObject({ id });
    await removeSchedule(database.pool, id);
    await expect(leaseSchedule(database.pool, id, true, now)).rejects.toThrow(`There is no schedule ${id};`);
  });
});

it("reads intervals", () => {
  expect(["15m", "1h", "1d", "2w", "0h", "1y", "400d", "1.5h"].map(parseInterval)).toEqual([
    ...[900, 3_600, 86_400, 1_209_600],
    ...[undefined, undefined, undefined, undefined],
  ]);
  expect([900, 3_600, 172_800, 604_800].map(formatInterval)).toEqual(["15m", "1h", "2d", "1w"]);
});

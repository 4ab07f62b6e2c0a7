/** Tests commands about stored records and schedules as processes; their breadth is tested as functions. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ensureBuilt } from "@/scripts/build.mjs";
import { startReceiver } from "@/service/net/testing/receiver";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { emptyRecords, importLines } from "./testing";
import { runProgram } from "./testing/program";

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  await ensureBuilt("service");
  database = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), "dealflow-records-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});
beforeEach(() => emptyRecords(database.pool));

function command(...args: readonly string[]) {
  const settings = { DATABASE_URL: database.url, DATA_DIR: join(folder, "data"), IMPORT_FOLDERS: folder };
  return runProgram({ ...process.env, ...settings, WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" }, args);
}

async function done(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await command(...args);
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
}

const json = async (...args: readonly string[]) => JSON.parse(await done(...args, "--json"));
const csv = (...names: readonly string[]) =>
  ["Id,Name,Website", ...names.map((name) => `${name},${name},${name.toLowerCase()}.example`), ""].join("\n");

const importCompanies = (...names: readonly string[]) =>
  importLines(
    database.pool,
    names.map((name) => ({ kind: "company", key: name, record: { name, domain: `${name.toLowerCase()}.example` } })),
    { source: "list" },
  );

async function stored(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>("select name from companies order by name");
  return rows.map(({ name }) => name);
}

/** A program takes seconds to start on a busy machine. */
const LONG_MS = 120_000;

it(
  "retract withdraws a record by its key, and says how it comes back",
  async () => {
    await importCompanies("Quorvane", "Oakmesh");
    const text = await done("retract", "company", "Quorvane", "--source", "list", "--reason", "It closed");
    expect(text).toMatch(
      /^The company Quorvane is withdrawn\.\nImport (\d+); bring it back with: npm run import -- undo \1\n$/,
    );
    expect(await stored()).toEqual(["Oakmesh"]);
    expect(await done("list")).toContain("Quorvane: withdrawn because: It closed");
  },
  LONG_MS,
);

it(
  "correct corrects an event, and says how it is taken back",
  async () => {
    const company = { name: "Quorvane", domain: "quorvane.example" };
    const record = { company, round: "seed", announcedAt: "2026-05-04" };
    await importLines(database.pool, [{ kind: "funding", key: "r", record }], { source: "list" });
    const { rows } = await database.pool.query<{ id: string }>("select id from funding_events");
    const id = rows[0]?.id ?? "";
    expect(await done("correct", id, "amount=$2m", "--reason", "They say so")).toMatch(
      /^The round Quorvane: seed, 2026-05-04 is corrected: amount\.\nImport (\d+); take it back with: npm run import -- undo \1\n$/,
    );
    expect(await done("list")).toContain("Quorvane: seed, 2026-05-04: corrected amount because: They say so");
    expect(await done("how", id)).toMatch(/import \d+, correction: They say so/);
  },
  LONG_MS,
);

it(
  "delete erases a record once it is confirmed",
  async () => {
    await importCompanies("Quorvane", "Oakmesh");
    const args = ["delete", "company", "Quorvane", "--source", "list", "--reason", "Request of 3 May"];
    const refused = await command(...args);
    expect([refused.code, refused.stderr]).toEqual([2, "delete needs --yes where nobody can confirm it.\n"]);
    expect(await stored()).toEqual(["Oakmesh", "Quorvane"]);
    expect(await done(...args, "--yes")).toMatch(
      /^This erases the company Quorvane.*\nErased: .*1 report, 1 key, 0 former names\.\n$/,
    );
    expect(await stored()).toEqual(["Oakmesh"]);
  },
  LONG_MS,
);

it(
  "merge makes two records one, which the list of imports says",
  async () => {
    await importCompanies("Quorvane", "Oakmesh");
    const { rows } = await database.pool.query<{ id: string }>("select id from companies");
    await done("merge", ...rows.map(({ id }) => id));
    expect(await stored()).toHaveLength(1);
    const [line] = (await done("list")).split("\n");
    expect(line).toMatch(/ merge {2}(Quorvane into Oakmesh|Oakmesh into Quorvane): 1 merged$/);
  },
  LONG_MS,
);

it(
  "a schedule imports each new file of a folder once",
  async () => {
    const watched = join(folder, "watched");
    mkdirSync(watched);
    writeFileSync(join(watched, "1.csv"), csv("Quorvane"));
    const { id } = await json("schedule", "add", watched, "--every", "15m", "--source", "list");
    expect((await json("schedule", "run", id)).run).toMatchObject({
      state: "imported",
      files: 1,
      added: 1,
      problem: null,
    });
    writeFileSync(join(watched, "2.csv"), csv("Quorvane", "Oakmesh"));
    expect((await json("schedule", "run", id)).run).toMatchObject({ state: "imported", files: 1, added: 1 });
    expect(await stored()).toEqual(["Oakmesh", "Quorvane"]);
    expect((await json("schedule", "run", id)).run).toMatchObject({ state: "unchanged", files: 0 });
  },
  LONG_MS,
);

it(
  "a schedule imports an address when it has changed, and says why it could not",
  async () => {
    const receiver = await startReceiver({ secure: false });
    receiver.respond = (response, { headers }) => {
      const isKnown = headers["if-none-match"] === '"1"';
      response.writeHead(isKnown ? 304 : 200, { ETag: '"1"' }).end(isKnown ? undefined : csv("Quorvane"));
    };
    const address = receiver.url().replace("webhooks", "companies.csv");
    const { id } = await json("schedule", "add", address, "--every", "1d", "--source", "list", "--full");
    expect((await json("schedule", "run", id)).run).toMatchObject({ state: "imported", files: 1, added: 1 });
    expect(await done("schedule", "run", id)).toBe("unchanged.\n");
    await receiver.stop();
    const failed = await command("schedule", "run", id);
    expect([failed.code, failed.stdout]).toEqual([1, expect.stringMatching(/^failed: The download from 127\.0\.0\.1/)]);
    expect(await stored()).toEqual(["Quorvane"]);
  },
  LONG_MS,
);

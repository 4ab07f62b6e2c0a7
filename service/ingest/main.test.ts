import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { createGzip, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleFile, ensureBuilt } from "@/scripts/build.mjs";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { emptyRecords } from "./testing";
import { ROOT, runProgram } from "./testing/program";

const LONG = process.env.DEALFLOW_LONG === "1";
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  await ensureBuilt("service");
  database = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), "dealflow-import-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, DATABASE_URL: database.url, DATA_DIR: join(folder, "data") };
}

const command = (args: readonly string[], nodeOptions?: readonly string[]) =>
  runProgram(environment(), args, nodeOptions);

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const HEADER = "Sr No,Date ,StartupName,CityLocation,InvestorsName,InvestmentType,AmountInUSD,Remarks";
/** The names have nothing in common: an import compares a company with those that are named alike, which took most of its time. */
const companyName = (number: number) =>
  `${Array.from(String(number).padStart(6, "0"), (digit) => "bdfhkmprtz"[Number(digit)])
    .reverse()
    .join("")} Works`;
/** A batch ends with 4,000,000 characters, so rows of 20,000 make many batches of few. */
const REMARKS = "remarks ".repeat(2_500);
const BATCH_ROWS = 200;
const row = (number: number, remarks = "nan") =>
  `${number},${String((number % 28) + 1).padStart(2, "0")}/0${(number % 9) + 1}/2015,${companyName(number)},Pune,"Hollin ${number % 997}, Ardholt",Seed Funding,"${(number % 90) + 10},00,000",${remarks}`;
const rowsText = (count: number, remarks?: string) =>
  `${[HEADER, ...Array.from({ length: count }, (_, index) => row(index + 1, remarks))].join("\n")}\n`;
const newsletter = (path: string, ...options: string[]) => [
  "csv",
  path,
  "--kind",
  "funding",
  "--map",
  "round-newsletter",
  ...options,
];

async function stored(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>("select count(*) as count from funding_events");
  return rows[0]?.count ?? 0;
}

describe("npm run import", () => {
  it("explains itself", async () => {
    const { code, stdout } = await command(["--help"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("npm run import -- <file>")]);
  });

  it.each([
    [
      ["csv", "none.csv", "--kind", "funding", "--map", "round-newsletter"],
      "none.csv cannot be read: there is no such file.",
    ],
    [
      ["csv", "none.csv", "--kind", "funding", "--map", "acquisition-export"],
      "--kind funding does not match the map acquisition-export, which is for acquisition.",
    ],
    [
      ["csv", "none.csv", "--kind", "funding", "--map", "m.json"],
      '--map "m.json" is neither a built-in map (acquisition-export, round-newsletter) nor a readable file.',
    ],
    [
      ["jsonl", "package.json", "--rates", "package.json"],
      '--rates "package.json": The rates file must begin with a line of column names: Date first, and USD among them.',
    ],
    [["jsonl", "package.json", "--report", "none/report.jsonl"], '--report "none/report.jsonl" cannot be written'],
    [
      ["csv", "examples/deals.csv", "--kind", "funding", "--map", "round-newsletter"],
      "The file lacks columns used by the map: Sr No, StartupName",
    ],
  ])("ends with code 2 and one sentence on %j", async (args, sentence) => {
    const { code, stdout, stderr } = await command(args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr.trim().split("\n")).toEqual([expect.stringContaining(sentence)]);
  });

  it("reports as text, as JSON and to a file, and fails under --strict when a row was rejected", async () => {
    const path = file("mixed.csv", `${rowsText(2)}3,99/99/2015,X,,,,,\n`);
    const reportFile = join(folder, "report.jsonl");
    const text = await command(newsletter(path, "--dry-run", "--strict", "--report", reportFile));
    const rejection = { line: 4, reason: 'announcedAt "99/99/2015" is not a date in dd/mm/yyyy.' };
    expect(text.code).toBe(1);
    expect(text.stdout).toContain("3 rows read");
    expect(text.stdout).toContain(`line 4: ${rejection.reason}`);
    expect(JSON.parse(readFileSync(reportFile, "utf8"))).toEqual(rejection);
    const json = await command(newsletter(path, "--dry-run", "--json"));
    expect(json.code).toBe(0);
    expect(JSON.parse(json.stdout)).toMatchObject({
      refusals: [rejection],
      dryRun: true,
      rows: { read: 3, added: 2, changed: 0, merged: 0, conflicting: 0, unchanged: 0, refused: 1 },
      complete: true,
      error: null,
    });
    expect(await stored()).toBe(0);
  });

  it("warns of rows with the key of an earlier one and other values, and keeps the earlier one", async () => {
    const [first = "", second = ""] = [row(1), row(2)];
    const path = file("twice.csv", `${[HEADER, first, second, first, first.replace("Works", "Oakmesh")].join("\n")}\n`);
    const reportFile = join(folder, "conflicts.jsonl");
    const warning = 'The row has the key of line 2 with other values, which are left out: company "dbbbbb Oakmesh".';
    const text = await command(newsletter(path, "--dry-run", "--report", reportFile));
    expect(text.code).toBe(0);
    expect(text.stdout).toMatch(/ merged +1 .*\n +conflicting +1 /);
    expect(text.stdout).toContain(`Warnings:\n  line 5: ${warning}\n`);
    expect(JSON.parse(readFileSync(reportFile, "utf8"))).toEqual({ line: 5, warning });
    const json = await command(newsletter(path, "--dry-run", "--json"));
    expect(JSON.parse(json.stdout)).toMatchObject({
      conflicts: [{ line: 5, firstLine: 2, ignored: [{ field: "company", value: "dbbbbb Oakmesh" }] }],
      rows: { read: 4, added: 2, merged: 1, conflicting: 1 },
    });
  });

  it("keeps what was stored before a file turned out to be cut off", async () => {
    const whole = gzipSync(rowsText(2 * BATCH_ROWS, REMARKS));
    const path = file("cut.csv.gz", whole.subarray(0, Math.floor(whole.length * 0.8)));
    const { code, stdout } = await command(newsletter(path));
    expect(code).toBe(1);
    expect(stdout).toMatch(/cut\.csv\.gz is truncated: its gzip data ends after line \d+\./);
    expect(stdout).toContain(`Rows up to line ${BATCH_ROWS + 1} are stored. Run the same command again to continue.`);
    expect(await stored()).toBe(BATCH_ROWS);
  });

  it("finishes its batch when it is interrupted, reports where it stopped, and continues when run again", async () => {
    const rows = 4 * BATCH_ROWS;
    const path = file("long.csv", rowsText(rows, REMARKS));
    // The rows of the other tests have the same keys and companies.
    await emptyRecords(database.pool);
    const child = spawn(process.execPath, [bundleFile("import"), ...newsletter(path)], {
      cwd: ROOT,
      env: environment(),
    });
    let stdout = "";
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk;
    });
    await expect.poll(stored, { interval: 10, timeout: 90_000 }).toBeGreaterThan(0);
    child.kill("SIGINT");
    const [code] = await once(child, "exit");
    expect(code).toBe(130);
    const count = await stored();
    expect(count % BATCH_ROWS).toBe(0);
    expect(count).toBeLessThan(rows);
    expect(stdout).toContain(`Rows up to line ${count + 1} are stored`);
    const rest = await command(newsletter(path, "--json"));
    // It is one import, which counts the rows of both runs.
    expect(JSON.parse(rest.stdout).rows).toMatchObject({ read: rows, changed: 0, merged: 0, refused: 0 });
    expect(await stored()).toBe(rows);
    const { imports } = JSON.parse((await command(["list", "--json"])).stdout);
    expect(imports.filter((one: { file: string }) => one.file === "long.csv")).toMatchObject([
      { changed: 0, complete: true, undoneAt: null },
    ]);
  }, 120_000);

  const kills = LONG ? 50 : 1;
  it(`has every row once after ${kills === 1 ? "a kill" : `${kills} kills`}`, async () => {
    // More than all the killed runs store, so that every kill hits the one import.
    const rows = (LONG ? 52 : 3) * BATCH_ROWS;
    const path = file("killed.csv", rowsText(rows, REMARKS));
    // The rows of the other tests have the same keys and companies.
    await emptyRecords(database.pool);
    for (let kill = 0; kill < kills; kill++) {
      const child = spawn(process.execPath, [bundleFile("import"), ...newsletter(path)], {
        cwd: ROOT,
        env: environment(),
        stdio: "ignore",
      });
      const exit = once(child, "exit");
      // It is killed at a random moment, at the latest once it has stored a batch.
      const limit = (await stored()) + BATCH_ROWS;
      const killAt = Date.now() + 300 + Math.random() * 3_000;
      while (Date.now() < killAt && (await stored()) < limit) await delay(10);
      child.kill("SIGKILL");
      await exit;
    }
    // The server notices the end of a connection when it next writes to it.
    await expect.poll(async () => (await command(newsletter(path, "--json"))).code, { timeout: 400_000 }).toBe(0);
    const found = await database.pool.query<{ keys: string; events: string; reports: string }>(
      `select (select count(*) from external_keys where kind = 'funding') as keys,
         (select count(*) from funding_events) as events, (select count(*) from import_reports) as reports`,
    );
    expect(found.rows).toEqual([{ keys: rows, events: rows, reports: rows }]);
    const { imports } = JSON.parse((await command(["list", "--json"])).stdout);
    expect(imports).toMatchObject([{ complete: true, added: rows }]);
  }, 900_000);

  const count = 300_000;
  // Garbage would be collected most of the time with less: a batch and what is compared with it take up to 100.
  const heapMb = 150;
  it(`reads ${count} rows in constant memory @long`, async () => {
    const path = join(folder, "many.csv.gz");
    const lines = function* () {
      yield `${HEADER}\n`;
      for (let number = 1; number <= count; number++) yield `${row(number, "nan")}\n`;
    };
    await pipeline(Readable.from(lines()), createGzip({ level: 1 }), createWriteStream(path));
    const { code, stdout, stderr } = await command(newsletter(path, "--json"), [`--max-old-space-size=${heapMb}`]);
    expect([code, stderr]).toEqual([0, ""]);
    const { rows, seconds } = JSON.parse(stdout);
    expect(rows).toMatchObject({ read: count, refused: 0, changed: 0, merged: 0 });
    process.stdout.write(`imported ${count} rows in ${seconds} s, ${Math.round(count / seconds)} rows/s\n`);
  }, 900_000);
});

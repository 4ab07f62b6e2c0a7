import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bundleFile, ensureBuilt } from "@/scripts/build.mjs";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { createZip } from "../read/testing-zip";

let database: TestDatabase;
let folder: string;
let path: string;
beforeAll(async () => {
  await ensureBuilt("service");
  database = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), "dealflow-parts-"));
  path = join(folder, "crunchbase.zip");
  writeFileSync(path, createZip(FILES));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});
beforeEach(async () => {
  await database.pool.query(
    "truncate companies, funding_events, external_keys, import_reports, import_records, imports cascade",
  );
});

const FILES = {
  "organizations.csv":
    "uuid,name,roles,domain,category_groups_list,primary_role\no1,Quorvane,company,quorvane.example,,company\n",
  "funding_rounds.csv":
    "uuid,investment_type,announced_on,org_uuid,org_name\nr1,seed,2026-05-04,o1,Quorvane\nr2,seed,soon,o1,Quorvane\n",
};

const environment = () => ({ ...process.env, DATABASE_URL: database.url, DATA_DIR: join(folder, "data") });

async function run(...args: string[]): Promise<{ code: number | null; stdout: string }> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [bundleFile("import"), ...args],
      { env: environment() },
      (_error, stdout) => done({ code: child.exitCode, stdout }),
    );
  });
}

describe("a file with several parts", () => {
  it("is imported by one command, as one import each", async () => {
    const problems = join(folder, "problems.jsonl");
    const { code, stdout } = await run(path, "--report", problems);
    expect(code).toBe(0);
    expect(stdout).toContain("crunchbase.zip › organizations.csv: 1 rows read");
    expect(stdout).toContain("crunchbase.zip › funding_rounds.csv: 2 rows read");
    expect(stdout).toContain(
      "The file was recognized as an export of Crunchbase; it is read by the maps of crunchbase.",
    );
    expect(JSON.parse(readFileSync(problems, "utf8"))).toMatchObject({
      part: "crunchbase.zip › funding_rounds.csv",
      line: 3,
    });
    const { imports } = JSON.parse((await run("list", "--json")).stdout);
    expect(imports.map((one: { file: string }) => one.file)).toEqual([
      "crunchbase.zip › funding_rounds.csv",
      "crunchbase.zip › organizations.csv",
    ]);
  });

  it("is reported as one JSON object", async () => {
    const { stdout } = await run("crunchbase", path, "--json", "--dry-run");
    expect(JSON.parse(stdout)).toMatchObject({
      parts: [
        { refusals: [], kind: "company", source: "crunchbase", rows: { read: 1, added: 1 }, complete: true },
        { refusals: [{ line: 3 }], kind: "funding", rows: { read: 2, added: 1, refused: 1 }, dryRun: true },
      ],
    });
  });

  it("is inspected by its events, and imported as a whole with the map that is shown", async () => {
    const { stdout } = await run("inspect", path, "--json");
    const { map, ...inspection } = JSON.parse(stdout);
    expect(inspection).toMatchObject({ kind: "funding", confidence: 1, part: "funding_rounds.csv" });
    expect(inspection.preview.rows).toHaveLength(2);
    const file = join(folder, "map.json");
    writeFileSync(file, map.replace('"investment_type"', '"org_name"'));
    const { parts } = JSON.parse((await run(path, "--map", file, "--json")).stdout);
    expect(parts.map((part: { rows: { added: number } }) => part.rows.added)).toEqual([1, 1]);
    // The map that was changed is the one that is used.
    expect(parts[1].dropped.groups).toMatchObject([{ field: "round", value: "Quorvane" }]);
  });

  it("tells the service of one import, with the sums of its parts", async () => {
    const child = fork(bundleFile("import"), [path, "--json"], { env: environment(), stdio: "ignore" });
    const messages: unknown[] = [];
    child.on("message", (message) => void messages.push(message));
    await once(child, "exit");
    const end = messages.filter((message) => Object(message).type === "end");
    expect(end).toMatchObject([
      { report: { rows: { read: 3, added: 2, refused: 1 }, companies: { added: 1 }, refused: [{ rows: 1 }] } },
    ]);
    const { imports } = JSON.parse((await run("list", "--json")).stdout);
    expect(Object(end[0]).importId).toBe(imports[0].id);
  });
});

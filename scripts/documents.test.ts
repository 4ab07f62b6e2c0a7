/** The documents' commands and code do what the text says, when they are pasted: against a database and a service with the demo data. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ERROR_STATUS } from "@dealflow/contract/errors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_DOMAINS } from "@/lib/describe/examples/example-values";
import { agentsGuide } from "@/lib/describe/guide/agents-guide";
import packageFile from "@/package.json";
import { insertPerson } from "@/service/accounts/people/register";
import { BACKUP_COMMANDS } from "@/service/admin/backup-commands";
import { type Command, type InstallationCommand, parseCommand } from "@/service/admin/command";
import { COMMANDS } from "@/service/admin/commands";
import { DATABASE_COMMANDS } from "@/service/admin/database-commands";
import { WEBHOOK_COMMANDS } from "@/service/admin/webhook-commands";
import { type TestAccount, type TestService, testService } from "@/service/http/testing/service";
import { readArguments } from "@/service/ingest/arguments/arguments";
import { loadDemo } from "@/service/ingest/demo/load";
import type { MarketSize } from "@/service/ingest/demo/market";
import { testDatabase } from "@/service/store/testing";
import { inTransaction } from "@/service/store/transaction";
import { isBenchmark, readOptions } from "./bench/harness/options";
import { bundleFile, ensureBuilt } from "./build.mjs";
import { freePort } from "./test-runner/free-port";

const ROOT = resolve(import.meta.dirname, "..");

const DOCUMENTS = [
  "README.md",
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const folder = mkdtempSync(join(tmpdir(), "dealflow-documents-"));
/** It loads faster than the whole market, and has the companies of the examples. */
const MARKET: MarketSize = { companies: 3_000, rounds: 2_000, acquisitions: 400, moves: 600, investors: 428 };

let service: TestService;
let account: TestAccount;
beforeAll(async () => {
  await ensureBuilt("service");
  service = await testService();
  await loadDemo(service.database.pool, { now: new Date(), size: MARKET, log: () => undefined });
  account = await service.account(2_000);
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

function read(document: string): string {
  return readFileSync(join(ROOT, document), "utf8");
}

function codeBlocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(
    ([, block = ""]) => block,
  );
}

/** Returns the words of a shell command, without its comment. */
function splitWords(line: string): string[] {
  const words = line.replace(/\s#.*$/, "").matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g);
  return [...words].map(([, single, double, plain]) => single ?? double ?? plain ?? "");
}

interface NpmCommand {
  readonly name: string;
  readonly args: readonly string[];
}

/** Finds `npm run <name> -- …` in blocks and in sentences. */
function findCommands(text: string): NpmCommand[] {
  return [...text.matchAll(/npm run (?:-s )?([\w:-]+)(?: -- ([^`\n]*))?/g)].map(([, name = "", args = ""]) => ({
    name,
    args: splitWords(args).filter((word) => word !== "…"),
  }));
}

const ADMIN = [...COMMANDS, ...WEBHOOK_COMMANDS, ...BACKUP_COMMANDS, ...DATABASE_COMMANDS];

/** Throws what the command itself would say. */
function parseComplete({ name, args }: NpmCommand): void {
  const [what = "", ...options] = args;
  if (name === "admin") parseCommand<Command | InstallationCommand>(args, ADMIN);
  else if (name === "import") readArguments(args);
  else if (name === "bench" && isBenchmark(what)) readOptions(what, options);
  else if (name !== "service" || args.join(" ") !== "--no-worker") expect(args).toEqual([]);
}

describe.each(DOCUMENTS)("%s", (document) => {
  it("names commands that exist, and in its blocks complete ones", () => {
    const text = read(document);
    const inBlocks = codeBlocks(text, "sh").flatMap(findCommands);
    for (const command of inBlocks) expect(() => parseComplete(command), command.args.join(" ")).not.toThrow();
    for (const { name, args } of findCommands(text)) {
      expect(Object.keys(packageFile.scripts)).toContain(name);
      const [subject, verb] = args;
      if (name === "bench" && subject !== undefined) expect(isBenchmark(subject), subject).toBe(true);
      if (name === "admin" && subject !== undefined && subject !== "--help")
        expect(
          ADMIN.some((one) => one.subject === subject && ["", verb].includes(one.verb)),
          args.join(" "),
        ).toBe(true);
    }
  });
});

it("refuses what a command does not know, in one sentence", () => {
  for (const args of ["workspace create --nam Research", "workspace list --jsn", "webhook listen --statu 1"])
    expect(() => parseComplete({ name: "admin", args: args.split(" ") })).toThrow(
      /^Unknown option --\w+; did you mean --\w+\?$/,
    );
  expect(() => parseComplete({ name: "admin", args: ["wrkspace", "list"] })).toThrow(/^Unknown subject "wrkspace"/);
  expect(() => parseComplete({ name: "bench", args: ["feed", "--ony", "x"] })).toThrow("did you mean --only?");
});

it.each([
  [["scripts/run.mjs", "service", "--no-wrker"], "Unknown option --no-wrker; did you mean --no-worker?"],
  [["scripts/run.mjs", "bench", "fed"], 'Unknown benchmark "fed"; did you mean feed?'],
  [["scripts/run.mjs", "dashboard", "--port=1"], 'npm run dashboard takes no arguments, but got "--port=1"'],
  [["scripts/start.mjs", "--demo"], 'npm start takes no arguments, but got "--demo"'],
  [["scripts/build.mjs", "service"], 'npm run build takes no arguments, but got "service"'],
  [["scripts/run.mjs", "cluster", "--help"], 'npm run cluster takes no arguments, but got "--help"'],
  [["scripts/run.mjs", "test-image", "--help"], 'npm run test:image takes no arguments, but got "--help"'],
  [["scripts/run.mjs", "test-node", "--help"], 'npm run test:node takes no arguments, but got "--help"'],
  [["scripts/test.mjs", "unti"], 'npm test takes no arguments, but got "unti"'],
])("%j ends with exit code 2 and says what is wrong", async (args, sentence) => {
  const { status, stderr } = run(process.execPath, args, { API_PORT: String(await freePort()) });
  expect([status, stderr.trim().split("\n")]).toEqual([2, [expect.stringContaining(sentence)]]);
});

it("a Node that cannot load ES modules with require() is refused in one sentence", () => {
  const { status, stderr } = run(process.execPath, ["--no-experimental-require-module", "scripts/start.mjs"], {});
  expect([status, stderr]).toEqual([
    1,
    `Dealflow needs Node 20.19, 22.12 or 24, or newer; this is ${process.version}.\n`,
  ]);
});

it.each(["README.md", "docs/operations.md"])(
  "the administration commands of %s work in their order",
  async (document) => {
    const database = await testDatabase();
    try {
      await inTransaction(database.pool, (client) =>
        insertPerson(client, { email: "ines@ostermark.example", name: "Ines", confirmed: true }, new Date()),
      );
      let count = 0;
      for (const { name, args } of codeBlocks(read(document), "sh").flatMap(findCommands)) {
        const call = name === "admin" ? parseCommand<Command | InstallationCommand>(args, ADMIN) : undefined;
        // Those on a whole installation, such as backups, have tests of their own.
        if (call === undefined || !("run" in call.command)) continue;
        await call.command.run(database.pool, call.options, new Date(), {
          ...{ dashboardUrl: "http://localhost", sendsMail: false, demoAccount: false, makesBackups: false },
        });
        count++;
      }
      expect(count).toBeGreaterThanOrEqual(2);
    } finally {
      await database.drop();
    }
  },
);

it("the imports of the README accept every row of the examples", { timeout: 120_000 }, async () => {
  const database = await testDatabase();
  try {
    const imports = findCommands(read("README.md")).filter(({ name }) => name === "import");
    expect(imports.length).toBeGreaterThan(3);
    for (const { args } of imports) {
      const { status, stdout } = run(process.execPath, [bundleFile("import"), ...args], {
        DATABASE_URL: database.url,
        DATA_DIR: folder,
      });
      expect([status, args], stdout).toEqual([0, args]);
      if (!["list", "undo"].includes(args[0] ?? ""))
        expect(stdout).toMatch(/added +[1-9][\s\S]*conflicting +0 [\s\S]*refused +0\n/);
    }
  } finally {
    await database.drop();
  }
});

function run(program: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  return spawnSync(program, args, { cwd: ROOT, env: { ...process.env, ...env }, encoding: "utf8" });
}

const agents = agentsGuide({
  apiUrl: "http://localhost:4000",
  siteUrl: "http://localhost:3000",
  dashboardUrl: "http://localhost:3000",
});

/** A service in this process answers only while nothing blocks it. */
function runInBackground(
  program: string,
  args: readonly string[],
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const env = { ...process.env, API_URL: service.url, DEALFLOW_API_KEY: account.key, KEY: account.key };
  return new Promise((done) => {
    const child = execFile(program, args, { cwd: folder, env }, (_error, stdout, stderr) =>
      done({ code: child.exitCode, stdout, stderr }),
    );
  });
}

const REQUESTS = [
  ["README.md", read("README.md")],
  ["docs/api.md", read("docs/api.md")],
  ["agents.md", agents],
] as const;
const CURL = REQUESTS.flatMap(([document, text]) =>
  codeBlocks(text, "sh").flatMap((block) =>
    block
      .split(/^(?=curl )/m)
      .filter((one) => one.startsWith("curl "))
      .map((one) => [document, one.trim()] as const),
  ),
);

it.each(CURL)("%s: %s", async (_document, request) => {
  const { code, stdout } = await runInBackground("sh", [
    "-c",
    request.replaceAll("http://localhost:4000", service.url),
  ]);
  expect(code).toBe(0);
  const body = JSON.parse(stdout);
  const records = Array.isArray(body)
    ? body.filter(({ status }) => status === "served")
    : (body.data?.events ?? body.data);
  expect(records, stdout).not.toHaveLength(0);
});

it.each(codeBlocks(agents, "ts").map((code, index) => [index + 1, code] as const))(
  "agents.md: its program %i",
  async (index, code) => {
    const before = await balance();
    const file = join(folder, `program-${index}.mts`);
    writeFileSync(file, code);
    const {
      code: exit,
      stdout,
      stderr,
    } = await runInBackground(process.execPath, ["--import", import.meta.resolve("tsx"), file]);
    expect([exit, stderr]).toEqual([0, ""]);
    expect(stdout.trim().split("\n").length).toBeGreaterThanOrEqual(DEMO_DOMAINS.length);
    expect(stdout).not.toContain("not_found");
    const [, limit = ""] = /const MAX_\w+ = (\d+);/.exec(code) ?? [];
    expect(before - (await balance())).toBeLessThanOrEqual(Number(limit));
  },
);

async function balance(): Promise<number> {
  const { rows } = await service.database.pool.query<{ balance: number }>(
    "select balance from workspaces where id = $1",
    [account.workspaceId],
  );
  return Number(rows[0]?.balance);
}

it("docs/api.md has every error code with its status", () => {
  const rows = [...read("docs/api.md").matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(([, status, code]) => [
    code,
    Number(status),
  ]);
  expect(Object.fromEntries(rows)).toEqual(ERROR_STATUS);
});

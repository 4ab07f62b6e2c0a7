// npm test: types, style, then unit, API, fault and browser tests against a real PostgreSQL and a production build.
// One of "unit", "api", "programs" and "e2e" as an argument: that lane alone; "conformance": the official tests of MCP alone.
// Everything a test writes is in a temporary folder, in memory if there is enough; the data of this clone is never touched.
// --long: all tests, also those tagged @long, and all faults, with every property, crash and walk at full count, and other versions of Node.
import "./install/node-version.mjs";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { bundleFile, ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./install/install.mjs";
import { onStopRequest, startNode, stopProgram } from "./processes/programs.mjs";
import { command, printLine, ROOT, requireNoArguments } from "./project.mjs";
import { ensureBrowser } from "./test-runner/browser.mjs";
import { ensureProgram, NGINX, PGBOUNCER, PROMTOOL, SWIFT } from "./test-runner/system-programs.mjs";
import { readBrowserResults, readFaultResults, readUnitResults } from "./test-runner/test-results.mjs";
import { UNSET_SETTINGS } from "./test-runner/unset-settings.mjs";

const LONG = process.argv.includes("--long");
const LONG_TEST_MS = 30 * 60_000;
/** Projects of vitest, the browser tests, and one file of vitest. */
const LANES = ["unit", "api", "programs", "e2e", "conformance"];
const VITEST = {
  unit: ["--project=unit"],
  api: ["--project=api", "--project=api-isolated"],
  programs: ["--project=programs"],
  conformance: ["--project=api", "scripts/conformance.test.ts"],
};
const LANE = process.argv.slice(2).find((argument) => LANES.includes(argument));
requireNoArguments(
  "npm test",
  process.argv.slice(2).filter((argument) => argument !== "--long" && !LANES.includes(argument)),
);
const runsLane = (lane) => LANE === undefined || LANE === lane;
/** A copy of a database takes 50 ms in memory, and was seen to take 700 ms on a disk. */
const MEMORY = "/dev/shm";
const MEMORY_BYTES = 6 * 1024 ** 3;

const tool = (name, ...path) => join(ROOT, "node_modules", name, ...path);

await command(async () => {
  await ensureInstalled();
  const tools = {
    ...(runsLane("e2e") ? { DEALFLOW_CHROMIUM: await ensureBrowser() } : {}),
    ...(runsLane("e2e") || runsLane("programs") ? { DEALFLOW_NGINX: ensureProgram(NGINX) } : {}),
    ...(runsLane("api") ? { DEALFLOW_PGBOUNCER: ensureProgram(PGBOUNCER) } : {}),
    ...(runsLane("api") && LONG
      ? { DEALFLOW_PROMTOOL: ensureProgram(PROMTOOL), DEALFLOW_SWIFT: ensureProgram(SWIFT) }
      : {}),
  };
  if (LANE !== "unit" && LANE !== "conformance") await ensureBuilt("service", "dashboard");

  const databases = createFolder(hasMemory() ? MEMORY : tmpdir());
  // The files of long tests take gigabytes.
  const folder = LONG ? createFolder(tmpdir()) : databases;
  const env = testEnvironment(folder, { ...tools, DEALFLOW_TEST_DATABASES: databases });
  const results = [];
  const running = new Set();
  let stopped = null;
  onStopRequest((reason) => {
    stopped = reason;
    for (const program of running) void stopProgram(program);
  });
  const start = async (args, streams = {}) => {
    const program = startNode(args, { env, ...streams });
    running.add(program);
    const collected = Promise.all([program.child.stdout, program.child.stderr].map((stream) => stream && text(stream)));
    const { code, signal } = await program.ended;
    running.delete(program);
    return { code: code ?? signal, output: (await collected).join("") };
  };
  const run = async (title, args) => {
    if (stopped !== null) return;
    printLine(`\n${title}`);
    return (await start(args)).code;
  };
  /** Prints when it has ended, because the tests print meanwhile. */
  const check = async (title, args) => {
    const { code, output } = await start(args, { stdout: "pipe", stderr: "pipe" });
    printLine(`\n${title}\n${output.trimEnd()}`);
    results.push(code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [title] });
  };

  try {
    // One core would be idle while tsc ran alone.
    const checks =
      LANE === undefined && !LONG
        ? [
            check("Types (tsc)", [tool("typescript", "bin", "tsc"), "--noEmit"]),
            check("Style (biome)", [tool("@biomejs", "biome", "bin", "biome"), "check", "."]),
          ]
        : [];
    if (LANE !== "e2e") {
      const unitCode = await run("Unit and API tests (vitest)", [
        ...[tool("vitest", "vitest.mjs"), "run", ...(LANE === undefined ? [] : VITEST[LANE])],
        ...["--reporter=default", "--reporter=./scripts/test-runner/vitest-results.mjs"],
        ...(LONG ? [`--testTimeout=${LONG_TEST_MS}`, `--hookTimeout=${LONG_TEST_MS}`] : []),
      ]);
      results.push(readUnitResults(env.VITEST_RESULTS, unitCode));
    }
    await Promise.all(checks);
    if (LANE === undefined) {
      const faults = join(folder, "faults.json");
      const short = LONG ? [] : ["--short"];
      await run("Faults under load (npm run test:faults)", [
        ...["--import", "tsx", join(ROOT, "scripts", "faults", "main.ts"), ...short, `--counts=${faults}`],
      ]);
      results.push(readFaultResults(faults));
    }
    if (LANE === undefined && LONG) {
      const title = "Other versions of Node (npm run test:node)";
      const code = await run(title, ["--import", "tsx", join(ROOT, "scripts", "test-node", "main.ts")]);
      results.push(code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [title] });
    }
    if (runsLane("e2e")) {
      const browserCode = await run("Browser tests (playwright)", [
        ...[tool("@playwright", "test", "cli.js"), "test", "--reporter=line,json"],
      ]);
      results.push(readBrowserResults(env.PLAYWRIGHT_JSON_OUTPUT_NAME, browserCode));
    }
  } finally {
    for (const one of new Set([folder, databases])) await removeLeftovers(one, env);
  }
  if (stopped !== null) {
    printLine(`Stopped by ${stopped}.`);
    process.exit(130);
  }
  const failures = results.flatMap((result) => result.failures);
  for (const failure of failures) printLine(`\nFailed: ${failure}`);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`);
  process.exit(failures.length === 0 ? 0 : 1);
});

function createFolder(parent) {
  const folder = mkdtempSync(join(parent, "dealflow-"));
  // PostgreSQL's user passes through when root runs this.
  chmodSync(folder, 0o755);
  return folder;
}

function hasMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    // Some containers let no program be started there, which tests do.
    const isNoexec = new RegExp(`^\\S+ ${MEMORY} \\S+ \\S*noexec`, "m").test(readFileSync("/proc/mounts", "utf8"));
    return bavail * bsize >= MEMORY_BYTES && !isNoexec;
  } catch {
    return false;
  }
}

function testEnvironment(folder, tools) {
  return {
    ...process.env,
    ...UNSET_SETTINGS,
    // The SDK reads these too.
    ...{ AWS_DEFAULT_REGION: "", AWS_ENDPOINT_URL_S3: "" },
    // Tests may run on the operator's server.
    DATABASE_URL: process.env.DATABASE_URL,
    TMPDIR: folder,
    NEXT_TELEMETRY_DISABLED: "1",
    VITEST_RESULTS: join(folder, "unit.json"),
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, "browser.json"),
    ...tools,
    ...(LONG || LANE === "conformance" ? { DEALFLOW_LONG: "1" } : {}),
  };
}

/** Servers of tests that were killed, and their files. */
async function removeLeftovers(folder, env) {
  const dataDirs = [folder, ...below(folder), ...below(folder).flatMap(below)].filter((path) =>
    existsSync(join(path, "database.password")),
  );
  for (const dataDir of dataDirs) await startNode([bundleFile("stop-idle"), dataDir], { env, stderr: "ignore" }).ended;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function below(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(folder, entry.name));
  } catch {
    return [];
  }
}

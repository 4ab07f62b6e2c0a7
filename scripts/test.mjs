// npm test: types, style, then unit, API, fault and browser tests against a real PostgreSQL and a production build.
// One of "unit", "api" and "e2e" as an argument: that lane alone; "conformance": the official tests of MCP alone. Everything a test writes is in one temporary folder; the
// data of this clone is never touched.
// --long: the unit and API tests, and the browser tests tagged @long, with every property, crash and walk at full count.
import "./node-version.mjs";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { bundleFile, ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";
import { ensureNginx } from "./nginx.mjs";
import { onStopRequest, startNode, stopProgram } from "./programs.mjs";
import { command, printLine, ROOT } from "./project.mjs";

const LONG = process.argv.includes("--long");
const LONG_TEST_MS = 30 * 60_000;
/** Two projects of vitest, the browser tests, and one file of vitest. */
const LANES = ["unit", "api", "e2e", "conformance"];
const VITEST = {
  unit: ["--project=unit"],
  api: ["--project=api"],
  conformance: ["--project=api", "scripts/conformance.test.ts"],
};
const LANE = process.argv.slice(2).find((argument) => LANES.includes(argument));
const runsLane = (lane) => LANE === undefined || LANE === lane;
/** What an operator may have set for this clone; a test sets what it needs itself. Empty, so that .env does not set it either. */
const NOT_FOR_TESTS = [
  ...["API_KEY", "API_URL", "API_INTERNAL_URL", "API_PORT", "DASHBOARD_PORT", "DASHBOARD_URL", "DASHBOARD_PASSWORD"],
  ...["DATABASE_REPLICA_URL", "DATA_DIR", "DEMO", "HOST", "INGEST_PORT", "INGEST_TOKEN", "LOG_LEVEL", "SECRET"],
  ...["SITE_URL", "SMTP_URL", "TRUST_PROXY", "WEBHOOK_ALLOW_CIDRS", "WEBHOOK_CA"],
];

const tool = (name, ...path) => join(ROOT, "node_modules", name, ...path);

await command(async () => {
  await ensureInstalled();
  const tools = runsLane("e2e") ? { DEALFLOW_CHROMIUM: await ensureBrowser(), DEALFLOW_NGINX: ensureNginx() } : {};
  if (LANE !== "unit" && LANE !== "conformance") await ensureBuilt("service", "dashboard");

  const folder = mkdtempSync(join(tmpdir(), "dealflow-"));
  // PostgreSQL's user passes through when root runs this.
  chmodSync(folder, 0o755);
  const env = testEnvironment(folder, tools);
  const counts = { passed: 0, failed: 0 };
  let running = null;
  let stopped = null;
  onStopRequest((reason) => {
    stopped = reason;
    if (running !== null) void stopProgram(running);
  });
  const run = async (title, args) => {
    if (stopped !== null) return;
    printLine(`\n${title}`);
    running = startNode(args, { env });
    const { code } = await running.ended;
    running = null;
    return code ?? 1;
  };
  const check = async (title, args) => add(counts, (await run(title, args)) === 0 ? [1, 0] : [0, 1]);

  try {
    if (LANE === undefined && !LONG) {
      await check("Types (tsc)", [tool("typescript", "bin", "tsc"), "--noEmit"]);
      await check("Style (biome)", [tool("@biomejs", "biome", "bin", "biome"), "check", "."]);
    }
    if (LANE !== "e2e") {
      const unit = join(folder, "unit.json");
      const unitCode = await run("Unit and API tests (vitest)", [
        ...[tool("vitest", "vitest.mjs"), "run", ...(LANE === undefined ? [] : VITEST[LANE])],
        ...["--reporter=default", "--reporter=json", `--outputFile.json=${unit}`],
        ...(LONG ? [`--testTimeout=${LONG_TEST_MS}`, `--hookTimeout=${LONG_TEST_MS}`] : []),
      ]);
      add(counts, unitCounts(unit, unitCode));
    }
    if (LANE === undefined && !LONG) {
      const faults = join(folder, "faults.json");
      await run("Faults under load (npm run test:faults -- --short)", [
        ...["--import", "tsx", join(ROOT, "scripts", "faults", "main.ts"), "--short", `--counts=${faults}`],
      ]);
      const { passed, failed } = read(faults) ?? { passed: 0, failed: 1 };
      add(counts, [passed, failed]);
    }
    if (runsLane("e2e")) {
      const browserCode = await run("Browser tests (playwright)", [
        ...[tool("@playwright", "test", "cli.js"), "test", "--reporter=line,json"],
        ...(LONG ? ["--grep=@long"] : []),
      ]);
      add(counts, browserCounts(env.PLAYWRIGHT_JSON_OUTPUT_NAME, browserCode));
    }
  } finally {
    await removeLeftovers(folder, env);
  }
  if (stopped !== null) {
    printLine(`Stopped by ${stopped}.`);
    process.exit(130);
  }
  process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed\n`);
  process.exit(counts.failed === 0 ? 0 : 1);
});

function testEnvironment(folder, tools) {
  return {
    ...process.env,
    ...Object.fromEntries(NOT_FOR_TESTS.map((name) => [name, ""])),
    TMPDIR: folder,
    NEXT_TELEMETRY_DISABLED: "1",
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, "browser.json"),
    ...tools,
    ...(LONG ? { DEALFLOW_LONG: "1" } : {}),
  };
}

function add(counts, [passed, failed]) {
  counts.passed += passed;
  counts.failed += failed;
}

/** A file that cannot be read as a test, and an error outside all tests, count as one failure each. */
function unitCounts(file, code) {
  const result = read(file);
  if (result === null) return [0, 1];
  const broken = result.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  const failed = result.numFailedTests + broken.length;
  return [result.numPassedTests, failed === 0 && code !== 0 ? 1 : failed];
}

function browserCounts(file, code) {
  const stats = read(file)?.stats;
  if (stats === undefined) return [0, 1];
  return [stats.expected + stats.flaky, stats.unexpected === 0 && code !== 0 ? 1 : stats.unexpected];
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
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

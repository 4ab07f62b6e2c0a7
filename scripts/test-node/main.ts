/**
 * Runs `npm run test:node`: the unit tests, and the built product from its start to a purchase, with each version of Node that is
 * supported next to the one that runs this. Each comes from npm into a temporary folder, and is run by its path.
 */
import assert from "node:assert";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER, CREDITS_USED_HEADER } from "@dealflow/contract/headers";
import { Programs } from "../faults/programs";
import { check, reportChecks } from "../test-runner/checks";
import { freePort } from "../test-runner/free-port";
import { isOk, waitUntil } from "../test-runner/wait-until";

/** The latest of each line with long-term support when this was written. */
const VERSIONS = ["22.23.3", "24.21.0"];
const ROOT = resolve(import.meta.dirname, "../..");
const HOST = "127.0.0.1";
const PATIENCE_MS = 180_000;

const folder = mkdtempSync(join(tmpdir(), "dealflow-node-"));
for (const version of VERSIONS) {
  const node = install(version);
  await check(`Node ${version} passes the unit tests`, () => runUnitTests(node));
  await check(`Node ${version} runs the product: its first page, and a purchase`, () => buyOneRecord(node, version));
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = reportChecks();

/** Installs the package of this platform, which needs no script to be run, and returns the path of its program. */
function install(version: string): string {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const prefix = join(folder, version);
  execFileSync("npm", ["install", "--no-save", "--no-audit", "--no-fund", `--prefix=${prefix}`, `${name}@${version}`], {
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  return join(prefix, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
}

async function runUnitTests(node: string): Promise<void> {
  const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
  const child = spawn(node, [vitest, "run", "--project=unit"], { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`vitest ended with code ${code}`);
}

async function buyOneRecord(node: string, version: string): Promise<void> {
  const [ofService, ofDashboard] = await Promise.all([freePort(), freePort()]);
  const metricsPorts = { METRICS_PORT: String(ofService), DASHBOARD_METRICS_PORT: String(ofDashboard) };
  const programs = await Programs.prepare({ DATA_DIR: join(folder, `data-${version}`), ...metricsPorts }, node);
  let code: number | null;
  try {
    await programs.start();
    const key = /Demo key +(\S+)/.exec(programs.printed)?.[1] ?? "";
    for (const port of [ofService, ofDashboard]) {
      const metrics = await readMetrics(port);
      assert(metrics.includes(`nodejs_version_info{version="v${version}"`), "a program runs with another version");
    }
    const page = await fetch(`${programs.dashboard}/sign-in`);
    assert(
      page.status === 200 && (await page.text()).includes("</html>"),
      `the first page has the status ${page.status}`,
    );
    const headers = { [API_KEY_HEADER]: key };
    const purchase = await fetch(`${programs.service}${FEEDS.funding.path}?limit=1`, { headers });
    assert(purchase.status === 200, `the purchase has the status ${purchase.status}`);
    assert(purchase.headers.get(CREDITS_USED_HEADER) === "1", "the purchase was not charged");
  } finally {
    code = await programs.stop();
  }
  assert(code === 0, `it ended with code ${code}`);
}

/** The dashboard opens the port of its metrics a moment after the one of its pages. */
async function readMetrics(port: number): Promise<string> {
  const address = `http://${HOST}:${port}/metrics`;
  const findProblem = async () =>
    (await isOk(address)) ? undefined : `nothing listens on the port of metrics, ${port}`;
  await waitUntil(findProblem, PATIENCE_MS);
  return (await fetch(address)).text();
}

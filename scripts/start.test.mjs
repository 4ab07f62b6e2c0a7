import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { processStart } from "../service/store/embedded/process-identity.mjs";
import { ensureBuilt } from "./build.mjs";
import { requireFreePort } from "./processes/ports.mjs";
import { ROOT } from "./project.mjs";
import { freePort } from "./test-runner/free-port";

const START_MS = 60_000;
const PATIENCE = { timeout: 20_000, interval: 20 };
let dataDir;
let ports;
const runs = [];

beforeAll(() => ensureBuilt("service", "dashboard"), 300_000);
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "dealflow-start-"));
  chmodSync(dataDir, 0o755);
  // Looked for together they differ: one after the other may be the same.
  const [api, dashboard] = await Promise.all([freePort(), freePort()]);
  ports = { API_PORT: String(api), DASHBOARD_PORT: String(dashboard) };
});
afterEach(async () => {
  // Of a test that failed.
  for (const { child, ended } of runs.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await ended;
  }
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

/** Runs `npm start`'s script; `up` resolves when the addresses are printed. */
function start(extra = {}) {
  const child = spawn(process.execPath, [join(ROOT, "scripts", "start.mjs")], {
    env: { ...process.env, ...ports, DATABASE_URL: "", DATA_DIR: dataDir, DEMO: "0", ...extra },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const run = { child, output: "", ended: once(child, "close").then(([code]) => code) };
  runs.push(run);
  run.up = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        run.output += text;
        if (run.output.includes("Ctrl-C stops everything")) resolve();
      });
    }
    run.ended.then((code) => reject(new Error(`It ended with ${code}:\n${run.output}`)));
  });
  run.up.catch(() => {});
  return run;
}

const postmaster = () =>
  Number(readFileSync(join(dataDir, "postgres", "data", "postmaster.pid"), "utf8").split("\n")[0]);
const request = (port, path) => fetch(`http://localhost:${port}${path}`, { redirect: "manual" });
/** No one is signed in: the page redirects to the sign-in page. */
const expectSignIn = async (path) => {
  const response = await request(ports.DASHBOARD_PORT, path);
  expect(response.status).toBe(307);
  expect(response.headers.get("location")).toBe(`/sign-in?returnTo=${encodeURIComponent(path)}`);
};

/** The first lines of postmaster.pid, of which the fourth is the port. */
const databasePort = () =>
  Number(readFileSync(join(dataDir, "postgres", "data", "postmaster.pid"), "utf8").split("\n")[3]);

const output = (run, sentence) => vi.waitFor(() => expect(run.output).toContain(sentence), PATIENCE);
/** A connection is rejected until the program is there. */
const responses = (port, path) =>
  vi.waitFor(async () => expect((await request(port, path)).status).toBe(200), PATIENCE);

/** As soon as the program that used the port has gone. */
const listenOn = (port) =>
  vi.waitFor(async () => {
    const server = createServer().listen(port, "127.0.0.1");
    await once(server, "listening");
    return server;
  }, PATIENCE);

/** Both ports can be had again, and PostgreSQL is gone. */
async function untilGone(pid) {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const left = await Promise.allSettled(
      Object.entries(ports).map(([name, port]) => requireFreePort("127.0.0.1", Number(port), name)),
    );
    if (left.every(({ status }) => status === "fulfilled") && processStart(pid) === null) return;
    if (Date.now() > deadline) throw new Error("Something still runs after 20 s.");
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

describe("npm start", { timeout: 2 * START_MS }, () => {
  it("starts both programs, a second one names the taken port, and SIGTERM leaves nothing behind", async () => {
    const run = start();
    await run.up;
    expect((await request(ports.API_PORT, "/healthz")).status).toBe(200);
    await expectSignIn("/funding");
    for (const path of ["/healthz", "/readyz"]) expect((await request(ports.DASHBOARD_PORT, path)).status).toBe(200);
    expect(run.output).toContain(`http://localhost:${ports.DASHBOARD_PORT}`);
    expect(run.output).toContain("Sign in     create an account: 50 free credits, no card");

    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.output.trim()).toBe(
      `Port ${ports.API_PORT} on 127.0.0.1 is already in use; set API_PORT to a free port.`,
    );

    const pid = postmaster();
    run.child.kill("SIGTERM");
    expect(await run.ended).toBe(0);
    await untilGone(pid);
  });

  it("starts a killed service and a killed dashboard again, and Ctrl-C while one waits for that stops everything @long", async () => {
    const run = start();
    await run.up;
    const pid = postmaster();
    process.kill(findProgram(run.child.pid, "service.mjs"), "SIGKILL");
    await output(run, "The service exited (SIGKILL); restarting in 0.5 s.");
    await responses(ports.API_PORT, "/healthz");
    expect(postmaster()).toBe(pid);

    process.kill(findProgram(run.child.pid, "next"), "SIGKILL");
    await output(run, "The dashboard exited (SIGKILL); restarting in 0.5 s.");
    await responses(ports.DASHBOARD_PORT, "/sign-in");
    await expectSignIn("/funding");

    process.kill(findProgram(run.child.pid, "service.mjs"), "SIGKILL");
    await output(run, "The service exited (SIGKILL); restarting in 1 s.");
    expect((await request(ports.DASHBOARD_PORT, "/healthz")).status).toBe(200);
    const notReady = await request(ports.DASHBOARD_PORT, "/readyz");
    expect([notReady.status, notReady.headers.get("Cache-Control")]).toEqual([503, "private, no-store"]);
    expect(await notReady.json()).toEqual({ status: "unavailable", reason: "the service cannot be reached" });
    run.child.kill("SIGINT");
    expect(await run.ended).toBe(0);
    await untilGone(pid);
  });

  it("moves PostgreSQL to a free port when its own was taken while it was down @long", async () => {
    const run = start();
    await run.up;
    const pid = postmaster();
    const port = databasePort();
    const service = findProgram(run.child.pid, "service.mjs");
    // Stopped, the service cannot bring its database back before the port is taken.
    process.kill(service, "SIGSTOP");
    process.kill(pid, "SIGKILL");
    const other = await listenOn(port);
    process.kill(service, "SIGCONT");
    await output(run, `PostgreSQL restarted on another port because ${port} is taken; restarting this program.`);
    await output(run, "The service exited (code 1); restarting in 0.5 s.");
    await responses(ports.API_PORT, "/readyz");
    expect(databasePort()).not.toBe(port);
    other.close();
    const moved = postmaster();
    run.child.kill("SIGTERM");
    expect(await run.ended).toBe(0);
    await untilGone(moved);
  });

  it("does not repeat a service that refuses to start", async () => {
    const run = start({ DATABASE_URL: "postgres://nobody@127.0.0.1:9/nothing" });
    expect(await run.ended).toBe(1);
    expect(run.output).toMatch(
      /Cannot use the database at 127\.0\.0\.1:9\/nothing \(DATABASE_URL\): .*\n.*stopping everything/,
    );
    expect(run.output).not.toContain("restarting");
  });

  it("can be started again immediately after it was killed with -9 @long", async () => {
    const killed = start();
    await killed.up;
    const pid = postmaster();
    killed.child.kill("SIGKILL");
    await killed.ended;
    const run = start();
    await run.up;
    expect((await request(ports.API_PORT, "/healthz")).status).toBe(200);
    run.child.kill("SIGINT");
    expect(await run.ended).toBe(0);
    await untilGone(pid);
  });

  it("starts no service when another host is named @long", async () => {
    const run = start({ API_KEY: "df_live_foreign", API_URL: "http://127.0.0.1:9" });
    await run.up;
    await expect(request(ports.API_PORT, "/healthz")).rejects.toThrow();
    for (const path of ["/funding", "/readyz"]) expect((await request(ports.DASHBOARD_PORT, path)).status).toBe(200);
    expect(existsSync(join(dataDir, "postgres"))).toBe(false);
    run.child.kill("SIGTERM");
    expect(await run.ended).toBe(0);
  });
});

/** The process that a run noted for the program with this file. */
function findProgram(startPid, file) {
  const { programs } = JSON.parse(readFileSync(join(ROOT, "dist", `.run-${startPid}`), "utf8"));
  const found = programs.find(({ pid }) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(file));
  return found.pid;
}

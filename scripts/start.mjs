// npm start: installs, builds, starts the service and the dashboard, prints their addresses, and stops everything together.
import "./node-version.mjs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { bundleFile, ensureBuilt } from "./build.mjs";
import { readEnvironment } from "./environment.mjs";
import { ensureInstalled } from "./install.mjs";
import { requireFreePort } from "./ports.mjs";
import { onStopRequest, SERVER_FLAGS, startNode, stopProgram } from "./programs.mjs";
import { command, Refusal, ROOT, say } from "./project.mjs";
import { awaitEndingRuns, noteRun } from "./runs.mjs";
import { oneAtATime } from "./tasks.mjs";

/** Requests under way at the dashboard still need the service, so it goes first; together they have ten seconds. */
const DASHBOARD_GRACE_MS = 4_000;
const SERVICE_GRACE_MS = 6_000;

await command(async () => {
  const environment = readEnvironment();
  await awaitEndingRuns();
  await requirePorts(environment);
  await ensureInstalled();
  await ensureBuilt("service", "dashboard");
  process.exit(await runPrograms(environment));
});

async function requirePorts({ host, foreign, apiPort, dashboardPort }) {
  if (!foreign) await requireFreePort(host, apiPort, "API_PORT");
  await requireFreePort(host, dashboardPort, "DASHBOARD_PORT");
}

/** Answers the exit code: 0 when it was asked to stop, 1 when a program ended by itself. */
async function runPrograms(environment) {
  const running = new Map();
  let forget = noteRun([]);
  let finish;
  const finished = new Promise((resolve) => {
    finish = resolve;
  });
  onStopRequest(
    () => finish(0),
    () => {
      for (const { child } of running.values()) child.kill("SIGKILL");
    },
  );

  const start = (name, args, options) => {
    const program = startNode([...SERVER_FLAGS, ...args], { env: environment.forPrograms, ...options });
    running.set(name, program);
    forget = noteRun([...running.values()]);
    program.ended.then(({ code, signal }) => {
      running.delete(name);
      finish(`The ${name} ended (${signal ?? `code ${code}`}), so everything stops.`);
    });
    return program;
  };

  // Of two that start at once, the second finds the ports taken and says so in one sentence.
  oneAtATime("start", async () => {
    await requirePorts(environment);
    await startAll(environment, start);
  }).catch((error) => finish(error instanceof Refusal ? error.message : String(error.stack)));
  const outcome = await finished;
  if (typeof outcome === "string") say(outcome);
  await stopAll(running, environment);
  forget();
  return outcome === 0 ? 0 : 1;
}

async function startAll(environment, start) {
  const report = environment.foreign ? null : await startService(start);
  const dashboard = start("dashboard", nextProgram(environment), { stdout: "pipe" });
  const startPassing = passOn(dashboard.child.stdout);
  await answering(environment.host, environment.dashboardPort, dashboard.child);
  printAddresses(environment, report);
  startPassing();
}

function startService(start) {
  const service = start("service", [bundleFile("service"), "--demo-account"]);
  // Never answered when it ends before: that stops everything.
  return new Promise((resolve) => {
    service.child.on("message", (message) => {
      if (message?.type === "ready") resolve(message);
    });
  });
}

function nextProgram({ host, dashboardPort }) {
  return [join(ROOT, "node_modules", "next", "dist", "bin", "next"), "start", "-H", host, "-p", String(dashboardPort)];
}

/** Next first prints addresses of its own, which are not the public ones; what comes after our own is passed on. */
function passOn(stdout) {
  let pass = false;
  stdout.setEncoding("utf8").on("data", (text) => {
    if (pass) process.stdout.write(text);
  });
  return () => {
    pass = true;
  };
}

/** Next opens its port before it knows whether it can serve: only an answer counts. */
async function answering(host, port, child) {
  const address = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  while (child.exitCode === null && child.signalCode === null) {
    const answered = await new Promise((resolve) => {
      const question = request({ host: address, port, path: "/_next/static/none", method: "HEAD", timeout: 5_000 });
      question.once("response", (response) => resolve(response.resume() !== null));
      question.once("timeout", () => question.destroy());
      question.once("error", () => resolve(false));
      question.end();
    });
    if (answered) return;
    await delay(50);
  }
  // It ended: that stops everything, and nothing more is to be said here.
  await new Promise(() => {});
}

function printAddresses(environment, report) {
  const lines = ["", `  Dashboard   ${environment.dashboardUrl}`];
  lines.push(
    `  API         ${environment.foreign ? `${environment.apiUrl} (API_KEY is set: not ours)` : environment.apiUrl}`,
  );
  if (report?.place) lines.push(`  Database    ${report.place}`);
  if (report?.demo) lines.push(`  Demo data   ${demoSummary(report.demo)}`);
  if (report !== null) {
    const free = "create an account there: 50 credits, no card";
    lines.push(`  Sign in     ${report.demoAccount ? `"Use the demo account" on the dashboard, or ${free}` : free}`);
  }
  if (report?.demoKey) lines.push(`  Demo key    ${report.demoKey}  (shown only this once)`);
  lines.push("", "  Ctrl-C stops everything.", "");
  process.stdout.write(`${lines.join("\n")}\n`);
}

function demoSummary({ ms, ...counts }) {
  const parts = Object.entries(counts)
    .filter(([, count]) => typeof count === "number")
    .map(([name, count]) => `${count.toLocaleString("en-US")} ${name}`);
  return `${parts.join(", ")}${typeof ms === "number" ? ` in ${(ms / 1000).toFixed(1)} s` : ""}`;
}

async function stopAll(running, environment) {
  const dashboard = running.get("dashboard");
  if (dashboard !== undefined) await stopProgram(dashboard, DASHBOARD_GRACE_MS);
  const service = running.get("service");
  if (service !== undefined) await stopProgram(service, SERVICE_GRACE_MS);
  if (environment.foreign || environment.forPrograms.DATABASE_URL) return;
  // A service that was killed could not stop its PostgreSQL; when it did, this finds nothing to do.
  const cleaner = startNode([bundleFile("stop-idle"), environment.dataDir], { env: environment.forPrograms });
  await cleaner.ended;
}

// npm start: installs, builds, starts the service and the dashboard, prints their addresses, and stops everything
// together.
import "./install/node-version.mjs";
import { setTimeout as delay } from "node:timers/promises";
import { bundleFile, ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./install/install.mjs";
import { readEnvironment } from "./processes/environment.mjs";
import { getStatus, requireFreePort } from "./processes/ports.mjs";
import { dashboardProgram, onStopRequest, SERVER_FLAGS, startNode, stopProgram } from "./processes/programs.mjs";
import { awaitEndingRuns, noteRun } from "./processes/runs.mjs";
import { createSupervisor } from "./processes/supervisor.mjs";
import { oneAtATime } from "./processes/tasks.mjs";
import { CommandError, command, printLine, requireNoArguments } from "./project.mjs";

/** Requests in progress at the dashboard still need the service, so it goes first; together they have ten seconds. */
const DASHBOARD_GRACE_MS = 4_000;
const SERVICE_GRACE_MS = 6_000;

requireNoArguments("npm start", process.argv.slice(2));
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

/** Returns the exit code: 0 when it was signaled to stop, 1 when a program could not be kept running. */
async function runPrograms(environment) {
  let removeRun = noteRun([]);
  let finish;
  const finished = new Promise((resolve) => {
    finish = resolve;
  });
  const supervisor = createSupervisor({
    changed: (programs) => {
      removeRun = noteRun(programs);
    },
    giveUp: finish,
    print: printLine,
  });
  onStopRequest(
    () => finish(0),
    () => {
      for (const { child } of supervisor.running.values()) child.kill("SIGKILL");
    },
  );

  // Of two that start together, the second finds the ports taken and reports it in one sentence.
  oneAtATime("start", async () => {
    await requirePorts(environment);
    await startAll(environment, supervisor);
  }).catch((error) => finish(error instanceof CommandError ? error.message : String(error.stack)));
  const outcome = await finished;
  supervisor.stop();
  if (typeof outcome === "string") printLine(outcome);
  await stopAll(supervisor.running, environment);
  removeRun();
  return outcome === 0 ? 0 : 1;
}

/**
 * The dashboard starts while the service opens its database, but only when the settings are valid, so that a mistake in them
 * is reported once. Never resolves when a program ends before it was ready for the first time: that stops everything.
 */
async function startAll(environment, supervisor) {
  let service = null;
  if (!environment.foreign) {
    await new Promise((configured) => {
      service = supervisor.keepRunning("service", () => startService(environment, configured));
    });
  }
  await supervisor.keepRunning("dashboard", () => startDashboard(environment));
  printAddresses(environment, await service);
}

/** @param configured called when the service has read its settings */
function startService({ forPrograms }, configured) {
  const program = startNode([...SERVER_FLAGS, bundleFile("service"), "--with-dashboard"], {
    env: forPrograms,
    stderr: "pipe",
  });
  const ready = new Promise((resolve) => {
    program.child.on("message", (message) => {
      if (message?.type === "configured") configured();
      if (message?.type === "ready") resolve(message);
    });
  });
  return { ...program, ready };
}

function startDashboard(environment) {
  const { args, env } = dashboardProgram(environment);
  const program = startNode(args, { env, stdout: "pipe", stderr: "pipe" });
  const ready = waitUntilReady(environment.host, environment.dashboardPort, program.child);
  // Next first prints its own addresses, which are not the public ones.
  const stdout = program.child.stdout.resume();
  ready.then(() => stdout.pipe(process.stdout));
  return { ...program, ready };
}

/**
 * Next opens its port before it knows whether it can serve: only a response counts. Never resolves for one that ended.
 */
async function waitUntilReady(host, port, child) {
  while (child.exitCode === null && child.signalCode === null) {
    if ((await getStatus(host, port, "/_next/static/none")) !== null) return;
    await delay(50);
  }
  await new Promise(() => {});
}

function printAddresses(environment, report) {
  const lines = ["", `  Dashboard   ${environment.dashboardUrl}`];
  lines.push(
    `  API         ${environment.foreign ? `${environment.apiUrl} (another host, from API_KEY)` : environment.apiUrl}`,
  );
  if (report?.location) lines.push(`  Database    ${report.location}`);
  if (report?.demo) lines.push(`  Demo data   ${demoSummary(report.demo)}`);
  if (report !== null) {
    const free = "create an account: 50 free credits, no card";
    lines.push(`  Sign in     ${report.demoAccount ? `"Use the demo account" on the dashboard, or ${free}` : free}`);
  }
  if (report?.demoKey) lines.push(`  Demo key    ${report.demoKey}  (shown only once)`);
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

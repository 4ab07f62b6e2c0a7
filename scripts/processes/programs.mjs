// Starts programs that end with us, and ends them: politely first.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { commandLine, getParentPid, processStart } from "../../service/store/embedded/process-identity.mjs";
import { PACKAGED, PACKAGED_DASHBOARD, ROOT } from "../project.mjs";

const GUARD = pathToFileURL(join(ROOT, "scripts", "processes", "child-guard.mjs")).href;
const GRACE_MS = 10_000;
/** A service with 1,000,000 events took 30 MB more with glibc's arena for each thread. */
const MEMORY = { MALLOC_ARENA_MAX: "2" };
const WATCH_MS = 500;

/** The headers of a request may repeat an address of up to 64 kB several times. */
export const SERVER_FLAGS = ["--max-http-header-size=262144"];

/**
 * Returns the arguments and the variables that Node runs the dashboard with.
 * @param mode "start" for what was built, "dev" for the sources
 */
export function dashboardProgram({ host, dashboardPort, forPrograms }, mode = "start") {
  if (PACKAGED) {
    const env = { ...forPrograms, HOSTNAME: host, PORT: String(dashboardPort) };
    return { args: [...SERVER_FLAGS, PACKAGED_DASHBOARD], env };
  }
  const next = join(ROOT, "node_modules", "next", "dist", "bin", "next");
  return { args: [...SERVER_FLAGS, next, mode, "-H", host, "-p", String(dashboardPort)], env: forPrograms };
}

/**
 * Starts `node <args>` with a channel whose loss ends it. It is detached, so Ctrl-C in a terminal reaches this process
 * alone, which then stops the programs in order.
 */
export function startNode(args, { env = process.env, stdin = "ignore", stdout = "inherit", stderr = "inherit" } = {}) {
  const child = spawn(process.execPath, ["--import", GUARD, ...args], {
    cwd: ROOT,
    env: { ...MEMORY, ...env, DEALFLOW_STARTED_BY: String(process.pid) },
    detached: process.platform !== "win32",
    windowsHide: true,
    stdio: [stdin, stdout, stderr, "ipc"],
  });
  const ended = once(child, "exit").then(([code, signal]) => ({ code, signal }));
  return { child, ended, identity: processIdentity(child.pid) };
}

/**
 * Signals the program to stop and waits; kills it when it does not. Returns true when it ended without being killed.
 */
export async function stopProgram(program, graceMs = GRACE_MS) {
  const { child, ended } = program;
  if (child.exitCode !== null || child.signalCode !== null) return true;
  child.kill("SIGTERM");
  const late = (await Promise.race([ended, delay(graceMs, "late", { ref: false })])) === "late";
  if (late) {
    child.kill("SIGKILL");
    await ended;
  }
  // A busy test worker, for one.
  killGroup(child.pid);
  return !late;
}

/** Ends what a dead program started itself and left behind. */
export function killGroup(pid) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // No one is left.
  }
}

// Both are read now, because npm may die while packages are being installed.
const PARENT = process.ppid;
/** npm may have a shell between itself and us, which lives on when npm is killed. */
const GRANDPARENT = commandLine(PARENT)?.[1] === "-c" ? getParentPid(PARENT) : null;
/** Run without npm, a script may well outlive the shell that started it. */
const UNDER_NPM = process.env.npm_lifecycle_event !== undefined;

/**
 * Calls `stop` at Ctrl-C, SIGTERM, a closed terminal, and the death of npm, which no signal announces; `again` when it
 * is requested a second time. Returns how to stop listening.
 */
export function onStopRequest(stop, again = () => {}) {
  let stopRequested = false;
  const requestStop = (reason) => {
    if (stopRequested) return again(reason);
    stopRequested = true;
    stop(reason);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, requestStop);
  const watch = setInterval(() => {
    if (UNDER_NPM && !stopRequested && isOrphaned()) requestStop("the death of npm");
  }, WATCH_MS);
  watch.unref();
  return () => {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, requestStop);
  };
}

/** npm and the shell below it, whose death ends this run; none without npm. */
export function forebears() {
  if (!UNDER_NPM) return [];
  return [PARENT, ...(GRANDPARENT === null ? [] : [GRANDPARENT])].map(processIdentity);
}

function processIdentity(pid) {
  return { pid, startedAt: processStart(pid) ?? "ended" };
}

function isOrphaned() {
  return process.ppid !== PARENT || (GRANDPARENT !== null && getParentPid(PARENT) !== GRANDPARENT);
}

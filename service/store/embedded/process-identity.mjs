// Identifies processes, as distinct from a later one that was given the same number. Plain JavaScript, because
// scripts/start.mjs needs it before anything is installed.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const UNKNOWN = "unknown";

/** Returns when the process began, as a text unique for that number; null when it is dead or a zombie. */
export function processStart(pid) {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  if (process.platform === "linux") {
    const stat = readProc(pid, "stat");
    // Some systems hide it from other users (hidepid), so only the signal test is left.
    if (stat === null) return signalReaches(pid) ? UNKNOWN : null;
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, started] = [fields[0], fields[19]];
    if (state === "Z" || state === "X" || state === "x") return null;
    return `${bootId()}:${started}`;
  }
  if (process.platform === "win32") return signalReaches(pid) ? UNKNOWN : null;
  try {
    const line = execFileSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
    return line === "" || line.startsWith("Z") ? null : line.slice(line.indexOf(" ") + 1).trim();
  } catch {
    return null;
  }
}

let own;

/** Returns the identity of this process, to be written into lock and registry files. */
export function thisProcess() {
  own ??= { pid: process.pid, startedAt: processStart(process.pid) ?? UNKNOWN };
  return own;
}

/** Tells whether the process that wrote this identity still runs. */
export function isAlive(identity) {
  const started = processStart(identity.pid);
  if (started === null) return false;
  return started === identity.startedAt || started === UNKNOWN || identity.startedAt === UNKNOWN;
}

/** Returns the arguments of a living process; null where the system does not report them. */
export function commandLine(pid) {
  if (process.platform !== "linux") return null;
  const text = readProc(pid, "cmdline");
  return text === null ? null : text.split("\0");
}

/** Returns the parent of a living process; null where the system does not report it. */
export function getParentPid(pid) {
  if (process.platform !== "linux") return null;
  const stat = readProc(pid, "stat");
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

function signalReaches(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function readProc(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return null;
  }
}

let boot;

function bootId() {
  try {
    boot ??= readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    boot = "boot";
  }
  return boot;
}

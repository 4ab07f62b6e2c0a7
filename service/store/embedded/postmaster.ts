// Finds, starts and stops the one PostgreSQL of a location. Call everything here under the lock of the data directory.
import { closeSync, fstatSync, openSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { DatabaseLocation } from "./location";
import { commandLine, processStart } from "./process-identity.mjs";
import { spawnServerBinary } from "./server-process";
import { type ServerOptions, serverSettings } from "./settings";

type Postmaster = { pid: number; port: number };
type Log = (sentence: string) => void;

const POLL_MS = 25;
/** The children of a killed server need a moment to notice; only then its shared memory is free. */
const RETRY_MS = 10_000;
const STOP_MS = 60_000;
const LOG_LIMIT_BYTES = 5 * 1024 ** 2;

/** Returns the running server of this location; null when there is none, even if a stale postmaster.pid names one. */
export function findPostmaster(location: DatabaseLocation): (Postmaster & { ready: boolean }) | null {
  let lines: string[];
  try {
    lines = readFileSync(join(location.dataFolder, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  if (!isPostmaster(pid, location)) return null;
  return { pid, port: Number(lines[3] ?? 0), ready: lines[7]?.trim() === "ready" };
}

/** Tells whether the process is our server, and not a zombie, or another program that was given the number since. */
function isPostmaster(pid: number, location: DatabaseLocation): boolean {
  if (processStart(pid) === null) return false;
  const args = commandLine(pid);
  return args === null || (args[0]?.includes("postgres") === true && args.includes(location.dataFolder));
}

/** Returns the running server, waiting for one that is still starting, or starts it on `preferredPort` if that is free. */
export async function findOrStart(
  location: DatabaseLocation,
  serverFolder: string,
  preferredPort: number,
  options: ServerOptions,
  log: Log,
): Promise<Postmaster> {
  const deadline = Date.now() + RETRY_MS;
  let port = 0;
  for (;;) {
    const found = await waitUntilReady(location, log);
    if (found !== null) return found;
    port ||= await freePort(preferredPort);
    const late = Date.now() > deadline;
    removeStaleFile(location, late);
    const attempt = await start(location, serverFolder, serverSettings(port, options), log);
    if ("pid" in attempt) return attempt;
    if (/could not bind|address already in use/i.test(attempt.failure)) {
      port = await freePort(0);
    } else if (!/lock file|shared memory block|is another postmaster/i.test(attempt.failure)) {
      throw new Error(`PostgreSQL does not start: ${attempt.failure} (see ${logFile(location)})`);
    } else if (late) {
      throw new Error(
        `PostgreSQL does not start: another process still uses ${location.dataFolder}. ${attempt.failure}`,
      );
    }
    await delay(POLL_MS * 4);
  }
}

/**
 * Removes a postmaster.pid whose server is gone. PostgreSQL takes any living process of the number and user in its file
 * for itself, zombies too, and refuses to start. Its shared memory still keeps two servers from one directory. A
 * half-written file belongs to one that is starting right now, until it is `late`.
 */
function removeStaleFile(location: DatabaseLocation, late: boolean): void {
  const file = join(location.dataFolder, "postmaster.pid");
  try {
    const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
    if ((pid > 0 || late) && findPostmaster(location) === null) rmSync(file, { force: true });
  } catch {
    // The file is gone.
  }
}

async function start(
  location: DatabaseLocation,
  serverFolder: string,
  settings: readonly string[],
  log: Log,
): Promise<Postmaster | { failure: string }> {
  rotateLog(location);
  const output = openSync(logFile(location), "a", 0o600);
  const from = fstatSync(output).size;
  const child = spawnServerBinary(location, serverFolder, "postgres", ["-D", location.dataFolder, ...settings], output);
  closeSync(output);
  let exit: string | null = null;
  child.on("error", (error) => {
    exit = error.message;
  });
  child.on("exit", (code, signal) => {
    exit ??= signal ?? `code ${code}`;
  });
  child.unref();
  while (exit === null) {
    const found = await waitUntilReady(location, log, child.pid);
    if (found !== null) return found;
    await delay(POLL_MS);
  }
  return { failure: lastLines(location, from) || `it ended with ${exit}.` };
}

/** Returns null when no server of this location is alive, or, given a pid, when it has not written its file yet. */
async function waitUntilReady(location: DatabaseLocation, log: Log, pid?: number): Promise<Postmaster | null> {
  const startedAt = Date.now();
  let reported = 0;
  for (;;) {
    const found = findPostmaster(location);
    if (found === null || (pid !== undefined && found.pid !== pid)) return null;
    if (found.ready) return { pid: found.pid, port: found.port };
    const waited = Math.floor((Date.now() - startedAt) / 10_000);
    if (waited > reported) {
      reported = waited;
      log("PostgreSQL is still starting; it is recovering from a crash.");
    }
    await delay(POLL_MS);
  }
}

/** Requests a fast shutdown: open transactions are rolled back, and the server has ended on return. */
export async function stopPostmaster(location: DatabaseLocation, serverFolder: string): Promise<void> {
  const found = findPostmaster(location);
  if (found === null) return;
  if (process.platform === "win32") {
    spawnServerBinary(location, serverFolder, "pg_ctl", ["stop", "-m", "fast", "-D", location.dataFolder], "ignore");
  } else {
    signal(found.pid, "SIGINT");
  }
  if (await waitUntilExited(found.pid, location, STOP_MS)) return;
  // An immediate shutdown loses nothing, because the next start reads the log again.
  signal(found.pid, "SIGQUIT");
  if (await waitUntilExited(found.pid, location, RETRY_MS)) return;
  throw new Error(`PostgreSQL (process ${found.pid}) does not stop; its data is in ${location.folder}.`);
}

async function waitUntilExited(pid: number, location: DatabaseLocation, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isPostmaster(pid, location)) {
    if (Date.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The server has just ended.
  }
}

/** Returns the given port of 127.0.0.1 if it is free, otherwise one that the system picks. */
async function freePort(preferred: number): Promise<number> {
  for (const port of preferred > 0 ? [preferred, 0] : [0]) {
    const available = await new Promise<number | null>((resolve) => {
      const server = createServer();
      server.once("error", () => resolve(null));
      server.listen(port, "127.0.0.1", () => {
        const address = server.address();
        const actual = typeof address === "object" && address !== null ? address.port : null;
        server.close(() => resolve(actual));
      });
    });
    if (available !== null) return available;
  }
  throw new Error("No port of 127.0.0.1 is free for PostgreSQL.");
}

function logFile(location: DatabaseLocation): string {
  return join(location.folder, "postgres.log");
}

function rotateLog(location: DatabaseLocation): void {
  try {
    if (statSync(logFile(location)).size > LOG_LIMIT_BYTES) renameSync(logFile(location), `${logFile(location)}.1`);
  } catch {
    // There is no file yet.
  }
}

function lastLines(location: DatabaseLocation, from: number): string {
  const written = readFileSync(logFile(location)).subarray(from, from + 8_192);
  const lines = written.toString("utf8").trim().split("\n");
  return lines.map((line) => line.replace(/^.*?(FATAL|LOG|HINT|DETAIL|ERROR): */, "")).join(" ");
}

// Locks a path between processes, so that a kill -9 of the holder leaves no lock. The file names its holder; the file
// of a dead holder is removed by one contender at a time, who holds a second file meanwhile. Plain JavaScript, because
// scripts/start.mjs needs it before anything is installed.
import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { isAlive, thisProcess } from "./process-identity.mjs";

const POLL_MS = 40;
/** A holder writes its file and links it in microseconds; an unreadable one this old was left by a crash. */
const UNREADABLE_MS = 5_000;

/**
 * Runs `work` while no other process holds `path`. Waits up to `timeoutMs`, calling `onWait` once when it has to wait.
 * Throws a sentence naming the holder when the time is over.
 */
export async function withProcessLock(path, { timeoutMs = 300_000, onWait = () => {} }, work) {
  const deadline = Date.now() + timeoutMs;
  let waited = false;
  for (;;) {
    const holder = readHolder(path);
    if (holder === "absent") {
      if (take(path)) break;
      continue;
    }
    if (holder === "unreadable" ? ageMs(path) > UNREADABLE_MS : !isAlive(holder)) {
      removeDead(path);
    } else if (!waited) {
      waited = true;
      onWait(holder === "unreadable" ? 0 : holder.pid);
    }
    if (Date.now() > deadline) {
      const who = holder === "unreadable" ? "another process" : `process ${holder.pid}`;
      const seconds = Math.round(timeoutMs / 1000);
      throw new Error(`${path} has been locked by ${who} for ${seconds} s; end that process and try again.`);
    }
    await delay(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** Creates the file with its whole content in one step, or returns false when it exists. */
function take(path) {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, JSON.stringify(thisProcess()), { mode: 0o644 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    // Some file systems have no hard links.
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(error.code)) throw error;
    return takeWithoutLinks(path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function takeWithoutLinks(path) {
  try {
    writeFileSync(path, JSON.stringify(thisProcess()), { flag: "wx", mode: 0o644 });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function readHolder(path) {
  try {
    const holder = JSON.parse(readFileSync(path, "utf8"));
    return typeof holder?.pid === "number" && typeof holder.startedAt === "string" ? holder : "unreadable";
  } catch (error) {
    return error.code === "ENOENT" ? "absent" : "unreadable";
  }
}

function removeDead(path) {
  const removal = `${path}.removal`;
  if (!take(removal)) {
    const remover = readHolder(removal);
    const dead = remover !== "absent" && (remover === "unreadable" || !isAlive(remover));
    if (dead && ageMs(removal) > UNREADABLE_MS) rmSync(removal, { force: true });
    return;
  }
  try {
    const holder = readHolder(path);
    const dead = holder === "unreadable" ? ageMs(path) > UNREADABLE_MS : holder !== "absent" && !isAlive(holder);
    if (dead) rmSync(path, { force: true });
  } finally {
    rmSync(removal, { force: true });
  }
}

function ageMs(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

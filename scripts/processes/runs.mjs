// Notes every run of `npm start`, so that a new one knows the leftovers of one that was killed a moment ago.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isAlive, thisProcess } from "../../service/store/embedded/process-identity.mjs";
import { NOTES, noteFile } from "../project.mjs";
import { forebears } from "./programs.mjs";

const PREFIX = ".run-";
/** Programs that still can end by this time have done so: it is their grace and a little more. */
const ENDING_MS = 12_000;

/** Notes this run and its programs; call it again for every program that starts. */
export function noteRun(programs) {
  const file = noteFile(`run-${process.pid}`);
  const run = { start: thisProcess(), above: forebears(), programs: programs.map(({ identity }) => identity) };
  try {
    writeFileSync(file, JSON.stringify(run));
  } catch {
    // A full disk must not keep a program from being started again; only a run right after a kill would miss the note.
  }
  return () => rmSync(file, { force: true });
}

/** Waits for runs that are ending because they, or the npm above them, were killed; ends what does not end itself. */
export async function awaitEndingRuns() {
  const deadline = Date.now() + ENDING_MS;
  for (;;) {
    const ending = endingProcesses();
    if (ending.length === 0) return;
    if (Date.now() > deadline) for (const { pid } of ending) killQuietly(pid);
    await delay(50);
  }
}

function endingProcesses() {
  if (!existsSync(NOTES)) return [];
  return readdirSync(NOTES)
    .filter((name) => name.startsWith(PREFIX))
    .flatMap((name) => {
      const run = readRun(join(NOTES, name));
      if (run === null) return [];
      const dying = ![run.start, ...run.above].every(isAlive);
      if (!dying) return [];
      const left = [run.start, ...run.programs].filter(isAlive);
      if (left.length === 0) rmSync(join(NOTES, name), { force: true });
      return left;
    });
}

function readRun(file) {
  try {
    const run = JSON.parse(readFileSync(file, "utf8"));
    // Another version of this script may have written it.
    return run.start && Array.isArray(run.above) && Array.isArray(run.programs) ? run : null;
  } catch {
    return null;
  }
}

function killQuietly(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}

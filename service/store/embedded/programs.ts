// Registers the programs that use one embedded server, which the last one stops; a dead one does not count.
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { isAlive, thisProcess } from "./process-identity.mjs";

const programEntry = z.object({ pid: z.number(), startedAt: z.string(), program: z.string() });
export type Program = z.infer<typeof programEntry>;

/** Enters this process and returns how to take it out again. Call both under the lock of the data directory. */
export function enterProgram(databaseFolder: string, program: string): { leave: () => void } {
  const folder = join(databaseFolder, "programs");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}-${randomUUID()}.json`);
  writeFileSync(file, JSON.stringify({ program, ...thisProcess() }));
  return { leave: () => rmSync(file, { force: true }) };
}

/** Returns the programs that still run; the entries of dead ones are removed where this user may. */
export function liveProgramsIn(databaseFolder: string): Program[] {
  const folder = join(databaseFolder, "programs");
  const living: Program[] = [];
  for (const name of namesIn(folder)) {
    const program = readProgram(join(folder, name));
    if (program !== null && isAlive(program)) living.push(program);
    else removeQuietly(join(folder, name));
  }
  return living;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readProgram(file: string): Program | null {
  try {
    return programEntry.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Another user's dead entry is ignored too.
  }
}

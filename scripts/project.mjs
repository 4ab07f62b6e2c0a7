// Knows where things are in the project, and lets a command end with one sentence.
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..");
export const DIST = join(ROOT, "dist");

/** The operator can correct this mistake or condition, so it is printed without a stack. */
export class CommandError extends Error {}

/** The file of a lock or of a note between runs. They are in dist, since node_modules is replaced by installs. */
export function noteFile(name) {
  mkdirSync(DIST, { recursive: true });
  return join(DIST, `.${name}`);
}

export function sha256(...parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex");
}

/** Progress goes to stderr: stdout belongs to the response of a command. */
export function printLine(line) {
  process.stderr.write(`${line}\n`);
}

/** Commands without arguments refuse any: an ignored one would look like one that worked. */
export function requireNoArguments(name, args) {
  if (args.length === 0) return;
  printLine(`${name} takes no arguments, but got "${args[0]}"; settings are environment variables (see .env.example).`);
  process.exit(2);
}

/** Runs a command's main function; a rejection is one sentence and exit code 1. */
export async function command(main) {
  try {
    await main();
  } catch (error) {
    printLine(sentence(error));
    process.exit(1);
  }
}

function sentence(error) {
  if (error instanceof CommandError) return error.message;
  if (["EACCES", "EPERM", "EROFS"].includes(error?.code) && error.path) {
    return `This user cannot write to ${error.path}; run the command as the owner of ${ROOT}.`;
  }
  return String(error?.stack ?? error);
}

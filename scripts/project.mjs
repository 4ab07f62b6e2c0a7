// Knows where things are in the project, and lets a command end with one sentence.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..");
export const DIST = join(ROOT, "dist");

/** The dashboard's program in an image, where Next's build put it; a clone has none. */
export const PACKAGED_DASHBOARD = join(ROOT, "server.js");
/** An image holds what was built and nothing to build it from, and its files are read-only. */
export const PACKAGED = existsSync(PACKAGED_DASHBOARD);
/** Locks, and notes between runs. In a clone they are in dist, since node_modules is replaced by installs. */
export const NOTES = PACKAGED ? join(tmpdir(), "dealflow") : DIST;

/** The operator can correct this mistake or condition, so it is printed without a stack. */
export class CommandError extends Error {}

/** The file of a lock or of a note between runs. */
export function noteFile(name) {
  mkdirSync(NOTES, { recursive: true });
  return join(NOTES, `.${name}`);
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

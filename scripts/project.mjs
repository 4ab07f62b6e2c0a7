// Where things lie in the project, and how a command ends with one sentence.
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..");
export const DIST = join(ROOT, "dist");

/** A mistake or a condition that the operator can change: printed without a stack. */
export class Refusal extends Error {}

/** The file of a lock or of a note between runs. They lie in dist, since node_modules is replaced by installs. */
export function noteFile(name) {
  mkdirSync(DIST, { recursive: true });
  return join(DIST, `.${name}`);
}

export function sha256(...parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex");
}

/** Progress goes to stderr: stdout belongs to the answer of a command. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Runs a command's main function; a refusal is one sentence and exit code 1. */
export async function command(main) {
  try {
    await main();
  } catch (error) {
    say(sentence(error));
    process.exit(1);
  }
}

function sentence(error) {
  if (error instanceof Refusal) return error.message;
  if (["EACCES", "EPERM", "EROFS"].includes(error?.code) && error.path) {
    return `This user cannot write ${error.path}; run the command as the owner of ${ROOT}.`;
  }
  return String(error?.stack ?? error);
}

/** Checks out and builds an earlier version of the service in a folder of its own. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
/** The service is built from these folders. */
const SOURCES = ["service", "lib", "packages"] as const;
/** An archive of the repository may have this many bytes. */
const MAX_ARCHIVE_BYTES = 2 ** 29;

/**
 * Returns the newest commit whose service differs from the one in this folder, or the commit of the reference. Throws one
 * sentence where Git or the commit is missing.
 */
export function findPreviousCommit(reference?: string): string {
  if (reference !== undefined) return git("rev-parse", "--verify", `${reference}^{commit}`);
  const isChanged = git("status", "--porcelain", "--", ...SOURCES) !== "";
  if (isChanged) return git("rev-parse", "HEAD");
  const lastChange = git("rev-list", "-1", "HEAD", "--", ...SOURCES);
  return git("rev-parse", "--verify", `${lastChange}^`);
}

/** Builds the service of the commit with the packages of its lockfile. */
export function buildPreviousVersion(commit: string, folder: string): void {
  mkdirSync(folder);
  const archive = execFileSync("git", ["archive", commit], { cwd: ROOT, maxBuffer: MAX_ARCHIVE_BYTES });
  execFileSync("tar", ["-x"], { cwd: folder, input: archive });
  const lockfile = (root: string) => readFileSync(join(root, "package-lock.json"), "utf8");
  if (lockfile(folder) === lockfile(ROOT)) symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  else execFileSync("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], { cwd: folder, stdio: "ignore" });
  runIn(folder, `await (await import("./scripts/build.mjs")).ensureBuilt("service")`);
}

/** Runs a module of that version, whose imports are its own, and returns the JSON that it writes. */
export function runIn(folder: string, source: string, ...args: readonly string[]): string {
  const node = ["--import", "tsx", "--input-type=module", "--eval", source, "--", ...args];
  return execFileSync(process.execPath, node, { cwd: folder, encoding: "utf8" });
}

function git(...args: readonly string[]): string {
  try {
    return execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
  } catch (error) {
    const reason = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new Error(`git ${args.join(" ")} failed: ${reason}`);
  }
}

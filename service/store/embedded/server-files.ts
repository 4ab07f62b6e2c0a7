// Copies the server's binaries to the folder of the data: node_modules may be closed to the user PostgreSQL runs as,
// belong to another user, or be replaced by an install while the server runs; and its libraries lack their links
// without install scripts.
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { ServerPackage } from "./platform";

/** These files are for building against PostgreSQL, and take a third of the package. */
const NOT_NEEDED = [".a", ".h"];

/** Returns the folder with bin, lib and share of this version. Call it under the lock of the data directory. */
export function installServerFiles(databaseFolder: string, source: ServerPackage): string {
  const name = `server-${source.version}`;
  const target = join(databaseFolder, name);
  if (existsSync(target)) return target;
  const draft = join(databaseFolder, "server.draft");
  rmSync(draft, { recursive: true, force: true });
  installTree(join(source.folder, "native"), draft);
  linkLibraries(draft);
  renameSync(draft, target);
  for (const other of readdirSync(databaseFolder)) {
    if (other.startsWith("server-") && other !== name)
      rmSync(join(databaseFolder, other), { recursive: true, force: true });
  }
  return target;
}

/** Creates the links that the package lists for its install script: npm packages cannot hold symbolic links. */
function linkLibraries(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: unknown = JSON.parse(readFileSync(list, "utf8"));
  if (!Array.isArray(links)) throw new Error(`${list} is not a list of links.`);
  for (const link of links) {
    if (typeof link?.source !== "string" || typeof link.target !== "string") continue;
    const from = insideNative(native, link.source);
    const to = insideNative(native, link.target);
    if (dirname(from) !== dirname(to)) throw new Error(`${list} links ${link.target} out of its folder.`);
    rmSync(to, { force: true });
    symlinkSync(basename(from), to);
  }
}

function insideNative(native: string, listed: string): string {
  const path = resolve(native, listed.replace(/^native\//, ""));
  if (!path.startsWith(native + sep)) throw new Error(`pg-symlinks.json names ${listed}, outside the package.`);
  return path;
}

function installTree(from: string, to: string): void {
  mkdirSync(to);
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) installTree(source, target);
    else if (entry.isFile() && !NOT_NEEDED.some((ending) => entry.name.endsWith(ending))) installFile(source, target);
  }
}

/**
 * Links a file, or copies it: links are made five times as fast, and npm replaces files instead of writing into one.
 */
function installFile(source: string, target: string): void {
  const mode = basename(dirname(source)) === "bin" ? 0o755 : 0o644;
  // A narrow umask at install time would keep PostgreSQL's user from reading them.
  if ((statSync(source).mode & mode) === mode && isLinked(source, target)) return;
  copyFileSync(source, target, constants.COPYFILE_FICLONE);
  chmodSync(target, mode);
}

/** Returns false on another file system, for another owner, or without links at all: then the file has to be copied. */
function isLinked(source: string, target: string): boolean {
  try {
    linkSync(source, target);
    return true;
  } catch {
    return false;
  }
}

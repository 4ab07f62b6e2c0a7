// Copies the server's binaries beside the data: node_modules may be closed to the user PostgreSQL runs as, belong to
// somebody else, or be replaced by an install while the server runs; and its libraries lack their links without install scripts.
import {
  chmodSync,
  constants,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { ServerPackage } from "./platform";

/** Files for building against PostgreSQL, a third of the package. */
const NOT_NEEDED = [".a", ".h"];

/** The folder with bin, lib and share of this version, complete and linked. Call it under the lock of the data directory. */
export function installServerFiles(placeFolder: string, source: ServerPackage): string {
  const name = `server-${source.version}`;
  const target = join(placeFolder, name);
  if (existsSync(target)) return target;
  const draft = join(placeFolder, "server.draft");
  rmSync(draft, { recursive: true, force: true });
  cpSync(join(source.folder, "native"), draft, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    verbatimSymlinks: true,
    filter: (file) => !NOT_NEEDED.some((ending) => file.endsWith(ending)),
  });
  linkLibraries(draft);
  openToOthers(draft);
  renameSync(draft, target);
  for (const other of readdirSync(placeFolder)) {
    if (other.startsWith("server-") && other !== name)
      rmSync(join(placeFolder, other), { recursive: true, force: true });
  }
  return target;
}

/** The package lists the links that its install script would make: npm packages cannot hold symbolic links. */
export function linkLibraries(native: string): number {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return 0;
  const links: unknown = JSON.parse(readFileSync(list, "utf8"));
  if (!Array.isArray(links)) throw new Error(`${list} is not a list of links.`);
  let made = 0;
  for (const link of links) {
    if (typeof link?.source !== "string" || typeof link.target !== "string") continue;
    const from = insideNative(native, link.source);
    const to = insideNative(native, link.target);
    if (dirname(from) !== dirname(to)) throw new Error(`${list} links ${link.target} out of its folder.`);
    rmSync(to, { force: true });
    symlinkSync(basename(from), to);
    made += 1;
  }
  return made;
}

function insideNative(native: string, listed: string): string {
  const path = resolve(native, listed.replace(/^native\//, ""));
  if (!path.startsWith(native + sep)) throw new Error(`pg-symlinks.json names ${listed}, outside the package.`);
  return path;
}

/** A narrow umask at install time would keep `nobody` from reading them. */
function openToOthers(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToOthers(path);
    else if (entry.isFile()) chmodSync(path, basename(folder) === "bin" ? 0o755 : 0o644);
  }
}

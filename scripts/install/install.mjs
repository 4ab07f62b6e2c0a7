// Installs the packages of the lockfile when they are not the ones that are in node_modules.
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { oneAtATime, runTask } from "../processes/tasks.mjs";
import { CommandError, PACKAGED, printLine, ROOT, sha256 } from "../project.mjs";

const MODULES = join(ROOT, "node_modules");
const STAMP = join(MODULES, ".dealflow-installed");

/**
 * Installs what is missing. Two commands that run together install once; an installation that was killed is done again.
 */
export async function ensureInstalled() {
  if (PACKAGED || isInstalled()) return;
  await oneAtATime("install", async () => {
    if (isInstalled()) return;
    printLine("Installing packages (npm ci) …");
    const startedAt = Date.now();
    // npm ci empties node_modules in no particular order: without its marks a half-emptied one is not taken for whole.
    rmSync(STAMP, { force: true });
    rmSync(join(MODULES, ".package-lock.json"), { force: true });
    const { code, output } = await runTask(
      "install",
      [npmProgram(), "ci", "--include=dev", "--no-audit", "--no-fund"],
      { ...process.env, ...npmCache() },
    );
    if (code !== 0) throw new CommandError(`npm ci failed with code ${code}:\n${output.trim()}`);
    writeFileSync(STAMP, wanted());
    printLine(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
  });
}

function wanted() {
  return sha256(readFileSync(join(ROOT, "package-lock.json")), process.platform, process.arch);
}

function isInstalled() {
  if (existsSync(STAMP)) return readFileSync(STAMP, "utf8") === wanted();
  return isInstalledByHand();
}

/** npm writes its own list last: anyone who ran `npm ci` before us need not wait for another. */
function isInstalledByHand() {
  let listed;
  try {
    listed = JSON.parse(readFileSync(join(MODULES, ".package-lock.json"), "utf8")).packages;
  } catch {
    return false;
  }
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  return Object.entries(packages).every(([path, entry]) => {
    if (path === "") return true;
    // Packages for other systems are absent; those for this one must be whole.
    if (listed[path] === undefined) return entry.optional === true;
    return listed[path].version === entry.version && existsSync(join(ROOT, path, "package.json"));
  });
}

/** npm's own program, so that it runs under our guard and not behind a shell. */
export function npmProgram() {
  const given = process.env.npm_execpath;
  const nodeFolder = dirname(process.execPath);
  const candidates = [
    ...(given?.endsWith("npm-cli.js") ? [given] : []),
    join(nodeFolder, "..", "lib", "node_modules", "npm", "bin", "npm-cli.js"),
    join(nodeFolder, "node_modules", "npm", "bin", "npm-cli.js"),
    "/usr/share/nodejs/npm/bin/npm-cli.js",
  ];
  const found = candidates.find((file) => existsSync(file));
  if (found === undefined) throw new CommandError("npm was not found next to Node; run this command through npm.");
  return found;
}

/** A user without a home cannot write npm's cache there. */
export function npmCache() {
  try {
    accessSync(homedir(), constants.W_OK);
    return {};
  } catch {
    return { npm_config_cache: mkdtempSync(join(tmpdir(), "dealflow-npm-")) };
  }
}

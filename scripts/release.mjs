// npm run release -- <version> [--dry-run]: sets the version, dates the changelog, commits and tags, and makes the files of a release: an
// archive of the sources, its list of components, and their checksums.
import "./install/node-version.mjs";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { npmProgram } from "./install/install.mjs";
import { CommandError, command, printLine, ROOT } from "./project.mjs";

const USAGE = "Usage: npm run release -- <version> [--dry-run], where the version is three numbers such as 1.2.0.";
const UNRELEASED = "## [Unreleased]";

/** Returns the changelog with the entries of its Unreleased section below a heading of this version. */
export function dateChangelog(text, version, day) {
  const [before, after] = text.split(`${UNRELEASED}\n`, 2);
  if (after === undefined) throw new CommandError(`CHANGELOG.md has no section ${UNRELEASED}.`);
  const [entries] = after.split(/^## /m);
  if (!/^- /m.test(entries)) throw new CommandError(`The section ${UNRELEASED} of CHANGELOG.md has no entries.`);
  return `${before}${UNRELEASED}\n\n## [${version}] - ${day}\n${after}`;
}

/** Tells whether a version of three numbers is after another one. */
export function isLater(version, other) {
  const [a, b] = [version, other].map((text) => text.split(".").map(Number));
  const index = a.findIndex((number, at) => number !== b[at]);
  return index !== -1 && a[index] > b[index];
}

/** Makes the release in the clone at `root`, whose files it writes to `release/`. */
export function release(root, version, day) {
  const run = (program, ...args) => execFileSync(program, args, { cwd: root, encoding: "utf8" }).trim();
  const npm = (...args) => runNpm(root, ...args);
  const current = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
  if (!isLater(version, current)) throw new CommandError(`The version ${version} is not after ${current}.`);
  const changed = run("git", "status", "--porcelain");
  if (changed !== "") throw new CommandError(`Commit or remove these changes first:\n${changed}`);

  edit(root, "CHANGELOG.md", (text) => dateChangelog(text, version, day));
  npm("version", version, "--no-git-tag-version", "--workspaces", "--include-workspace-root", "--no-workspaces-update");
  // The lockfile names the versions of the workspaces too.
  npm("install", "--package-lock-only", "--ignore-scripts", "--offline");
  edit(root, "deploy/chart/Chart.yaml", (text) => text.replaceAll(/^(version|appVersion): .*$/gm, `$1: ${version}`));
  run("git", "commit", "--all", "--quiet", "--message", `Release ${version}`);
  run("git", "tag", "--annotate", "--message", `Dealflow ${version}`, `v${version}`);

  const folder = join(root, "release");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const name = `dealflow-${version}`;
  const archive = join(folder, `${name}.tar.gz`);
  run("git", "archive", `--prefix=${name}/`, `--output=${archive}`, `v${version}`);
  const components = join(folder, `${name}.cdx.json`);
  writeFileSync(components, listComponents(root));
  const sums = [archive, components].map((file) => `${sha256(file)}  ${basename(file)}\n`).join("");
  writeFileSync(join(folder, "SHA256SUMS"), sums);
  return sums;
}

/** `npm sbom --omit=dev` also leaves out what any package has as a development dependency, such as zod, so there are none here. */
function listComponents(root) {
  const folder = mkdtempSync(join(tmpdir(), "dealflow-components-"));
  try {
    for (const name of [".npmrc", "package.json", "package-lock.json", "packages"])
      cpSync(join(root, name), join(folder, name), { recursive: true });
    runNpm(folder, "pkg", "delete", "devDependencies");
    runNpm(folder, "install", "--package-lock-only", "--ignore-scripts", "--offline");
    return runNpm(folder, "sbom", "--sbom-format=cyclonedx", "--package-lock-only");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runNpm(cwd, ...args) {
  return execFileSync(process.execPath, [npmProgram(), ...args], { cwd, encoding: "utf8" }).trim();
}

function edit(root, path, change) {
  const file = join(root, path);
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

function sha256(file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

/** Makes the release in a copy of the clone, which is deleted. */
function rehearse(version, day) {
  const copy = mkdtempSync(join(tmpdir(), "dealflow-release-"));
  try {
    const changed = execFileSync("git", ["status", "--porcelain"], { cwd: ROOT, encoding: "utf8" });
    if (changed !== "") throw new CommandError(`Commit or remove these changes first:\n${changed.trimEnd()}`);
    execFileSync("git", ["clone", "--quiet", "--shared", ROOT, copy]);
    const sums = release(copy, version, day);
    return `${execFileSync("git", ["show", "--stat", "--oneline"], { cwd: copy, encoding: "utf8" })}${sums}`;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  await command(async () => {
    const args = process.argv.slice(2);
    const isRehearsal = args.includes("--dry-run");
    const [version, ...others] = args.filter((argument) => argument !== "--dry-run");
    if (!/^\d+\.\d+\.\d+$/.test(version ?? "") || others.length > 0) throw new CommandError(USAGE);
    const day = new Date().toISOString().slice(0, 10);
    if (isRehearsal) printLine(`${rehearse(version, day)}Nothing was changed.`);
    else
      printLine(
        `${release(ROOT, version, day)}Publish it: git push --follow-tags, and the files in release/ with the tag v${version}.`,
      );
  });
}

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ROOT } from "./project.mjs";
import { dateChangelog, isLater, release } from "./release.mjs";

const CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Lists.\n\n## [0.1.0] - 2026-01-02\n\n- Rows.\n";

it("a release dates the entries that were not released, and keeps the earlier ones", () => {
  expect(dateChangelog(CHANGELOG, "0.2.0", "2026-12-01")).toBe(
    CHANGELOG.replace("## [Unreleased]\n", "## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n"),
  );
  const empty = CHANGELOG.replace("- Lists.", "");
  expect(() => dateChangelog(empty, "0.2.0", "2026-12-01")).toThrow("has no entries");
});

it.each([
  ["0.2.0", "0.1.9", true],
  ["0.10.0", "0.9.0", true],
  ["1.0.0", "1.0.0", false],
  ["0.9.9", "1.0.0", false],
])("%s is after %s: %s", (version, other, expected) => {
  expect(isLater(version, other)).toBe(expected);
});

describe("in a clone", () => {
  let clone;
  const git = (...args) => execFileSync("git", args, { cwd: clone, encoding: "utf8" }).trim();
  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), "dealflow-release-"));
    execFileSync("git", ["clone", "--quiet", "--shared", ROOT, clone]);
    git("config", "user.name", "Ines");
    git("config", "user.email", "ines@ostermark.example");
  });
  afterEach(() => rmSync(clone, { recursive: true, force: true }));

  it("a release is refused while there are changes", () => {
    writeFileSync(join(clone, "notes.txt"), "");
    expect(() => release(clone, "99.0.0", "2026-12-01")).toThrow("notes.txt");
  });

  it("a release has its version everywhere, a tag, and files with their checksums @long", () => {
    release(clone, "99.0.0", "2026-12-01");
    const version = (path) => JSON.parse(readFileSync(join(clone, path), "utf8")).version;
    for (const path of ["package.json", "package-lock.json", "packages/client/package.json"])
      expect([path, version(path)]).toEqual([path, "99.0.0"]);
    expect(readFileSync(join(clone, "deploy/chart/Chart.yaml"), "utf8").match(/99\.0\.0/g)).toHaveLength(2);
    expect(git("describe", "--tags")).toBe("v99.0.0");
    expect(git("status", "--porcelain")).toBe("");
    const folder = join(clone, "release");
    expect(readdirSync(folder)).toEqual(["SHA256SUMS", "dealflow-99.0.0.cdx.json", "dealflow-99.0.0.tar.gz"]);
    execFileSync("sha256sum", ["--check", "SHA256SUMS"], { cwd: folder });
    const { bomFormat, components, metadata } = JSON.parse(
      readFileSync(join(folder, "dealflow-99.0.0.cdx.json"), "utf8"),
    );
    expect([bomFormat, metadata.component.version]).toEqual(["CycloneDX", "99.0.0"]);
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["next", "hono", "pg", "zod"]));
    expect(names).not.toContain("vitest");
  });
});

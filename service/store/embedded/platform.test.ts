import { expect, it } from "vitest";
import { findServerPackage, unsupportedReason } from "./platform";

it("finds the package of this machine", () => {
  const found = findServerPackage();
  expect(found.version).toMatch(/^18\.4\./);
  expect(found.name).toContain(process.arch);
});

it("requests DATABASE_URL in one sentence where there is no package", () => {
  expect(unsupportedReason("linux", "x64", true)).toMatch(/Alpine.*DATABASE_URL/);
  expect(unsupportedReason("freebsd", "x64", false)).toMatch(/freebsd on x64.*DATABASE_URL/);
  expect(unsupportedReason("linux", "s390x", false)).toMatch(/linux on s390x.*DATABASE_URL/);
  for (const [platform, arch] of [
    ["linux", "x64"],
    ["linux", "arm64"],
    ["darwin", "arm64"],
    ["win32", "x64"],
  ] as const) {
    expect(unsupportedReason(platform, arch, false)).toBeNull();
  }
});

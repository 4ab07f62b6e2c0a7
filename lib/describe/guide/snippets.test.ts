import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { agentsGuide } from "./agents-guide";

const PACKAGES = resolve(import.meta.dirname, "../../../node_modules");
const folder = mkdtempSync(join(tmpdir(), "dealflow-snippets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function checked(pieces: readonly string[]): { status: number | null; output: string } {
  const files = pieces.map((code, index) => {
    const file = join(folder, `piece-${index}.mts`);
    writeFileSync(file, code);
    return file;
  });
  const options = "--noEmit --strict --noUncheckedIndexedAccess --target es2023 --module nodenext --types node".split(
    " ",
  );
  const compiler = [join(PACKAGES, "typescript/bin/tsc"), ...options, "--typeRoots", join(PACKAGES, "@types")];
  const { status, stdout } = spawnSync(process.execPath, [...compiler, ...files], { cwd: folder, encoding: "utf8" });
  return { status, output: stdout };
}

it("the guide's TypeScript compiles in strict mode without any package", () => {
  const here = "http://localhost:4000";
  const guide = agentsGuide({ apiUrl: here, siteUrl: here, dashboardUrl: here });
  const pieces = [...guide.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
  expect(pieces.length).toBeGreaterThan(0);
  expect(checked(pieces)).toEqual({ status: 0, output: "" });
  // This snippet proves that the check can fail.
  expect(checked([...pieces, "export const wrong: number = process.env.API_URL;"]).output).toContain("TS2322");
});

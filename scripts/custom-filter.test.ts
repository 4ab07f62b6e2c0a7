/**
 * Adding a parameter to a feed touches one descriptor and one SQL clause: here one is made up, in a copy of the sources,
 * by exactly these two edits, and everything else follows.
 */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const SOURCES = [
  ...["app", "components", "lib", "packages", "scripts", "service"],
  ...["package.json", "instrumentation.ts", "proxy.ts", "tailwind.config.ts", "tsconfig.json", "vitest.config.ts"],
];

interface Edit {
  readonly file: string;
  /** A text that the file has once. */
  readonly before: string;
  readonly after: string;
}

const DESCRIPTOR: Edit = {
  file: "packages/contract/src/feed-filters.ts",
  before: "export const FUNDING_FILTERS = [\n  announced,\n",
  after: `export const FUNDING_FILTERS = [
  announced,
  {
    kind: "dates",
    since: "discoveredSince",
    label: "Discovered since",
    help: "Rounds found on or after this date (YYYY-MM-DD) or ISO-8601 timestamp.",
    facts: ["discoveredAt"],
  },
`,
};

const CLAUSE: Edit = {
  file: "service/feed/sources/event-sources.ts",
  before: "  return clauses;\n",
  after: `  const { discoveredSince } = query;
  if (typeof discoveredSince === "string")
    clauses.push((values) => \`discovered_at >= \${values.add(discoveredSince)}::timestamptz\`);
  return clauses;
`,
};

const run = promisify(execFile);
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "dealflow-made-up-"));
  for (const source of SOURCES) cpSync(join(ROOT, source), join(copy, source), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  for (const { file, before, after } of [DESCRIPTOR, CLAUSE]) {
    const text = readFileSync(join(copy, file), "utf8");
    expect(text.split(before), `${file} has one place for it`).toHaveLength(2);
    writeFileSync(
      join(copy, file),
      text.replace(before, () => after),
    );
  }
  // Under a name that the runner looks for.
  cpSync(join(ROOT, "scripts/custom-filter.test-program.ts"), join(copy, "lib/custom-filter.test.ts"));
  rmSync(join(copy, "scripts/custom-filter.test.ts"));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe("one more parameter", () => {
  it("needs one descriptor and one clause @long", { timeout: 120_000 }, async () => {
    const vitest = join(copy, "node_modules/vitest/vitest.mjs");
    const { stdout } = await run(process.execPath, [vitest, "run", "lib/custom-filter.test.ts", "--reporter=json"], {
      cwd: copy,
      env: { ...process.env, DATABASE_URL: inject("postgresUrl") },
    });
    const report: unknown = JSON.parse(stdout.slice(stdout.indexOf("{")));
    expect(report).toMatchObject({ success: true, numPassedTests: 6 });
  });

  it("breaks no type @long", async () => {
    await run(process.execPath, [join(copy, "node_modules/typescript/bin/tsc"), "--noEmit"], { cwd: copy });
  }, 120_000);
});

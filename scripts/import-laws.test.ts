import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { inspectCodebase, readSources } from "./codebase";
import { MOST_IMPORTS, type Violation } from "./import-laws";

const ROOT = resolve(import.meta.dirname, "..");

it("the codebase follows every import rule, and every module was read", async () => {
  const codebase = await inspectCodebase(ROOT);
  expect(codebase.violations).toEqual([]);
  // A parser that cannot read the files reads none and finds nothing.
  expect(codebase.modules).toBe(readSources(ROOT).length);
  expect(codebase.modules).toBeGreaterThan(150);
});

/** A small codebase that follows the rules. */
const CLEAN = {
  "packages/contract/src/records.ts":
    'import * as z from "zod";\nexport const record = z.object({});\nexport type Row = { id: string };',
  "packages/contract/src/keys.ts": 'import * as z from "zod/mini";\nexport const key = z.object({});',
  "packages/contract/src/account/account.ts": 'import { key } from "../keys";\nexport const ACCOUNT = { key };',
  "packages/contract/src/filters.ts": "export const filters = [];",
  "lib/describe/words.ts":
    'import { record } from "@dealflow/contract/records";\nexport const words = record;\nexport type Words = { text: string };',
  "components/reference/page.tsx":
    'import type { Words } from "@/lib/describe/words";\nexport const Page = (words: Words) => <p>{words.text}</p>;',
  "lib/filters/codec.ts": 'import { filters } from "@dealflow/contract/filters";\nexport const codec = filters;',
  "lib/format/money.ts": 'export const money = 1;\nexport const at = (text: string) => text.indexOf(".");',
  "lib/client/rows.ts": 'import type { Row } from "@dealflow/contract/records";\nexport const rows: Row[] = [];',
  "lib/queries/keys.ts": 'import { key } from "@dealflow/contract/keys";\nexport const keys = key;',
  "lib/server/environment.ts": "export const port = process.env.PORT;",
  "components/ui/button.tsx": "export const Button = () => <button type='button' />;",
  "components/funding/page.tsx":
    'import { Button } from "@/components/ui/button";\nexport const Page = () => <Button />;',
  "components/moves/page.tsx": "export const page = 1;",
  "e2e/page.spec.ts": `await page.locator('a[href="/x.css"]').getByText("v1.x").click();`,
  "app/page.tsx": 'import { port } from "@/lib/server/environment";\nexport default () => <p>{port}</p>;',
  "service/store/pool.ts": 'import { readFileSync } from "node:fs";\nexport const pool = readFileSync;',
  "service/feed/page.ts": 'import { pool } from "../store/pool";\nexport const page = pool;',
};

async function breachesWith(planted: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), "dealflow-planted-"));
  try {
    for (const [path, text] of Object.entries({ ...CLEAN, ...planted })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const codebase = await inspectCodebase(root);
    expect(codebase.modules).toBe(readSources(root).length);
    return codebase.violations;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** A file that imports so many others, some for their types alone. */
function importing(number: number): string {
  const names = Object.keys(FILES_TO_IMPORT).slice(0, number);
  return names.map((path, at) => `import ${at % 2 ? "type " : ""}{ n${at} } from "@/${path.slice(0, -3)}";`).join("\n");
}

const FILES_TO_IMPORT = Object.fromEntries(
  Array.from({ length: MOST_IMPORTS + 1 }, (_, at) => [`lib/format/n${at}.ts`, `export const n${at} = ${at};`]),
);

it("finds nothing in a conforming codebase", async () => {
  expect(await breachesWith({ ...FILES_TO_IMPORT, "app/many.ts": importing(MOST_IMPORTS) })).toEqual([]);
});

describe("a planted breach is found:", () => {
  const plants: [rule: string, path: string, text: string][] = [
    [
      "contract-imports-only-zod",
      "packages/contract/src/a.ts",
      'import { money } from "@/lib/format/money";\nexport const a = money;',
    ],
    [
      "contract-imports-only-zod",
      "packages/contract/src/b.ts",
      'import { LRUCache } from "lru-cache";\nexport const b = LRUCache;',
    ],
    [
      "contract-imports-only-zod",
      "packages/contract/src/c.ts",
      'import { readFileSync } from "node:fs";\nexport const c = readFileSync;',
    ],
    ["folder-table", "components/ui/a.tsx", 'import { codec } from "@/lib/filters/codec";\nexport const a = codec;'],
    [
      "folder-table",
      "components/ui/types.tsx",
      'import type { Row } from "@dealflow/contract/records";\nexport type A = Row;',
    ],
    [
      "folder-table",
      "components/funding/a.tsx",
      'import { port } from "@/lib/server/environment";\nexport const a = port;',
    ],
    ["folder-table", "service/store/a.ts", 'import { page } from "../feed/page";\nexport const a = page;'],
    ["folder-table", "service/backup/a.ts", 'import { page } from "../feed/page";\nexport const a = page;'],
    ["folder-table", "service/credits/a.ts", 'export { page } from "../feed/page";'],
    ["folder-table", "service/net/a.ts", 'export const a = () => import("../store/pool");'],
    [
      "folder-table",
      "lib/limits/a.ts",
      'import { filters } from "@dealflow/contract/filters";\nexport const a = filters;',
    ],
    ["folder-table", "lib/format/a.ts", 'import { codec } from "@/lib/filters/codec";\nexport const a = codec;'],
    [
      "folder-table",
      "components/funding/b.tsx",
      'import type { Words } from "@/lib/describe/words";\nexport type B = Words;',
    ],
    [
      "folder-table",
      "components/reference/a.tsx",
      'import { port } from "@/lib/server/environment";\nexport const a = port;',
    ],
    ["folder-table", "components/reference/a.tsx", 'import { page } from "../moves/page";\nexport const a = page;'],
    [
      "browser-reaches-no-schemas",
      "components/reference/a.tsx",
      'import { words } from "@/lib/describe/words";\nexport const a = words;',
    ],
    ["folder-table", "components/funding/a.tsx", 'import { page } from "../moves/page";\nexport const a = page;'],
    ["folder-table", "components/data-table/a.tsx", 'import { page } from "../moves/page";\nexport const a = page;'],
    ["caches-are-bounded", "lib/server/a.ts", 'import { LRUCache } from "lru-cache";\nexport const a = LRUCache;'],
    ["caches-are-bounded", "service/feed/a.ts", 'export const a = () => import("lru-cache");'],
    ["folder-table", "lib/cache/a.ts", 'import { money } from "@/lib/format/money";\nexport const a = money;'],
    [
      "service-takes-nothing-of-the-dashboard",
      "service/http/a.ts",
      'import { money } from "@/lib/format/money";\nexport const a = money;',
    ],
    [
      "only-the-service-takes-from-the-service",
      "app/a.ts",
      'import { pool } from "@/service/store/pool";\nexport const a = pool;',
    ],
    [
      "only-the-service-takes-from-the-service",
      "proxy.ts",
      'import { pool } from "@/service/store/pool";\nexport const a = pool;',
    ],
    [
      "only-the-service-takes-from-the-service",
      "instrumentation.ts",
      'import { pool } from "@/service/store/pool";\nexport const a = pool;',
    ],
    [
      "browser-reaches-no-server-code",
      "app/a.tsx",
      '// Shown.\n"use client";\nimport { port } from "@/lib/server/environment";\nexport const a = port;',
    ],
    [
      "browser-reaches-no-schemas",
      "lib/client/a.ts",
      'import { record } from "@dealflow/contract/records";\nexport const a = record;',
    ],
    [
      "browser-reaches-no-schemas",
      "lib/queries/a.ts",
      'import { record } from "@dealflow/contract/records";\nexport const a = record;',
    ],
    [
      "browser-reaches-no-schemas",
      "lib/filters/a.ts",
      'import { b } from "@dealflow/contract/through";\nexport const a = b;',
    ],
    [
      "browser-reaches-no-list-readers",
      "lib/filters/a.ts",
      'import { getListReader } from "@dealflow/contract/query/list-readers";\nexport const a = getListReader;',
    ],
    [
      "browser-loads-schemas-by-subject",
      "components/funding/a.tsx",
      'import { ACCOUNT } from "@dealflow/contract/account/account";\nexport const a = ACCOUNT;',
    ],
    ["no-cycles", "lib/format/a.ts", 'import { money } from "./through";\nexport const a = money;'],
    ["environment-is-read-once", "service/http/a.ts", "export const a = process.env.PORT;"],
    ["environment-is-read-once", "app/a.ts", 'import { env } from "node:process";\nexport const a = env.PORT;'],
    ["identifiers-are-written-once", "lib/client/a.ts", "export const a = '/v1/funding-events';"],
    ["identifiers-are-written-once", "service/http/a.ts", 'export const a = "funding_events.list";'],
    ["no-function-name-ends-in-of", "lib/format/b.ts", "export function yearOf(date: string): string {}"],
    ["no-function-name-ends-in-of", "lib/format/c.ts", "const yearOf = (date: string) => date;\nyearOf(today);"],
    ["no-function-name-ends-in-of", "service/store/b.ts", "class Dates {\n  #yearOf(date: string) {}\n}"],
    ["locators-name-no-classes", "e2e/a.spec.ts", 'await page.locator("main .row").click();'],
    ["locators-name-no-classes", "e2e/support/a.ts", 'export const WITHIN = ".popover:popover-open";'],
    ["locators-name-no-classes", "scripts/bench/web/a.ts", "document.querySelector('[class^=row]');"],
    ["locators-name-no-classes", "e2e/b.spec.ts", "await expect(row).toHaveClass(/open/);"],
    ["at-most-twenty-imports", "app/many.ts", importing(MOST_IMPORTS + 1)],
    ["every-import-is-found", "lib/format/a.ts", 'import { nowhere } from "./nowhere";\nexport const a = nowhere;'],
  ];

  /** Reading a tree takes a second, so plants of different files share one. */
  const trees: Map<string, string>[] = [];
  const planted = plants.map(([rule, path, text]) => {
    const tree = trees.find((one) => !one.has(path)) ?? new Map<string, string>();
    if (!trees.includes(tree)) trees.push(tree);
    tree.set(path, text);
    if (rule === "no-cycles") tree.set("lib/format/through.ts", 'import { a } from "./a";\nexport const money = a;');
    return { rule, path, tree };
  });
  const found = new Map<Map<string, string>, Promise<Violation[]>>();
  const inspect = (tree: Map<string, string>): Promise<Violation[]> => {
    const inspection =
      found.get(tree) ??
      breachesWith({
        "packages/contract/src/query/list-readers.ts": "export const getListReader = 1;",
        "packages/contract/src/through.ts": 'import { record } from "./records";\nexport const b = record;',
        ...FILES_TO_IMPORT,
        ...Object.fromEntries(tree),
      });
    found.set(tree, inspection);
    return inspection;
  };

  it.each(planted)("$rule, in $path", async ({ rule, path, tree }) => {
    const violations = await inspect(tree);
    expect(violations.map((breach) => `${breach.rule} in ${breach.from}`)).toContain(`${rule} in ${path}`);
  });
});

it("the two files that read the environment are where the rule expects them", () => {
  for (const path of ["service/config.ts", "lib/server/environment.ts"]) {
    expect(readFileSync(join(ROOT, path), "utf8")).toContain("process.env");
  }
});

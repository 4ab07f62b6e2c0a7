import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ROW_HEIGHTS } from "@/components/data-table/window/row-height";
import config from "../tailwind.config";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

/** The declarations between the braces that follow a selector. */
function declarations(selector: string): Map<string, string> {
  const start = css.indexOf("{", css.indexOf(selector));
  const body = css.slice(start + 1, css.indexOf("}", start)).replaceAll(/\/\*.*?\*\//gs, "");
  return new Map(
    body
      .split(";")
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
      }),
  );
}

function leaves(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(leaves) : [];
}

const light = declarations(":root {");
const chosen = declarations('[data-theme="dark"] {');
const preferred = declarations(":root:not(");

describe("design tokens", () => {
  it("have the same dark values whether chosen by the person or by the system", () => {
    expect(chosen.size).toBeGreaterThan(40);
    expect([...preferred]).toEqual([...chosen]);
  });

  it("have a light value for every dark one", () => {
    expect([...chosen.keys()].filter((name) => !light.has(name))).toEqual([]);
  });

  it("back every name in the Tailwind configuration, which has no other values", () => {
    const { screens, ...named } = config.theme.extend;
    expect(Object.keys(screens).length).toBeGreaterThan(0);
    const names = leaves(named).map((text) => /^var\((--[a-z0-9-]+)\)$/.exec(text)?.[1]);
    expect(names.length).toBeGreaterThan(60);
    expect(names).not.toContain(undefined);
    expect(names.filter((name) => name !== undefined && !light.has(name))).toEqual([]);
  });
});

describe("row heights", () => {
  it("are the same in the style sheet and in the code that counts rows", () => {
    const globals = readFileSync(new URL("./globals.css", import.meta.url), "utf8");
    expect(light.get("--row-compact")).toBe(`${ROW_HEIGHTS.compact}px`);
    expect(light.get("--row-comfortable")).toBe(`${ROW_HEIGHTS.comfortable}px`);
    expect(globals).toContain(`--row-card: ${ROW_HEIGHTS.card}px;`);
    expect(globals).toMatch(/@media \(max-width: 767px\) \{[^}]*--row: var\(--row-card\)/);
  });
});

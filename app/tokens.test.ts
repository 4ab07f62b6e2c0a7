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
const dark = declarations("@variant dark {");

describe("design tokens", () => {
  it("have a light value for every dark one", () => {
    expect(dark.size).toBeGreaterThan(40);
    expect([...dark.keys()].filter((name) => !light.has(name))).toEqual([]);
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

/** The linear red, green and blue of a colour of six hexadecimal digits. */
function channels(colour: string): number[] {
  const values = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255);
  return values.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
}

function weigh(values: readonly number[], ...weights: readonly number[]): number {
  return values.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0);
}

/** The relative luminance by WCAG 2.2. */
function luminance(colour: string): number {
  return weigh(channels(colour), 0.2126, 0.7152, 0.0722);
}

/** The difference that people see between two colours: their distance in OKLab. */
function difference(one: string, other: string): number {
  const [a = [], b = []] = [one, other].map((colour) => {
    const linear = channels(colour);
    const cones = [
      weigh(linear, 0.4122214708, 0.5363325363, 0.0514459929),
      weigh(linear, 0.2119034982, 0.6806995451, 0.1073969566),
      weigh(linear, 0.0883024619, 0.2817188376, 0.6299787005),
    ].map(Math.cbrt);
    return [
      weigh(cones, 0.2104542553, 0.793617785, -0.0040720468),
      weigh(cones, 1.9779984951, -2.428592205, 0.4505937099),
      weigh(cones, 0.0259040371, 0.7827717662, -0.808675766),
    ];
  });
  return Math.hypot(...a.map((value, index) => value - (b[index] ?? 0)));
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

describe("contrast", () => {
  const SURFACES = ["surface", "surface-side", "surface-well", "surface-pop", "surface-hover", "surface-selected"];
  const TEXTS = ["text-1", "text-2", "text-3", "accent-text"];
  /** Texts, what they stand on, and the contrast that WCAG's level AA demands of them; 3 of marks and control outlines. */
  const PAIRS: readonly (readonly [text: readonly string[], on: readonly string[], least: number])[] = [
    [TEXTS, SURFACES, 4.5],
    [["text-1", "text-2", "accent-text"], ["accent-soft"], 4.5],
    [["text-1", "text-2", "warn-text"], ["warn-soft"], 4.5],
    [["text-1", "bad-text"], ["bad-soft"], 4.5],
    [["ok-text", "warn-text", "bad-text"], ["surface", "surface-side", "surface-pop"], 4.5],
    [["text-invert"], ["surface-invert"], 4.5],
    [["accent-on"], ["accent", "accent-hover"], 4.5],
    [["line-control", "focus", "ok-mark", "warn-mark", "bad-mark"], ["surface", "surface-pop"], 3],
    [["chart-1", "chart-2", "chart-3", "chart-4", "chart-5", "chart-6", "chart-axis"], ["surface"], 3],
  ];

  it.each([
    ["light", light],
    ["dark", dark],
  ])("of texts, marks and outlines is enough in %s", (_theme, values) => {
    const colour = (name: string) => values.get(`--${name}`)?.split(" ")[0] ?? `no ${name}`;
    const weak = PAIRS.flatMap(([texts, surfaces, least]) =>
      texts.flatMap((text) =>
        surfaces
          .filter((surface) => !(contrast(colour(text), colour(surface)) >= least))
          .map((surface) => `${text} on ${surface}: ${contrast(colour(text), colour(surface)).toFixed(2)}`),
      ),
    );
    expect(weak).toEqual([]);
  });
});

describe("the colours of a chart", () => {
  // The axis' colour is also that of the series of all others.
  const SERIES = ["chart-1", "chart-2", "chart-3", "chart-4", "chart-5", "chart-6", "chart-axis"];

  it.each([
    ["light", light],
    ["dark", dark],
  ])("can be told apart in %s", (_theme, values) => {
    const colour = (name: string) => values.get(`--${name}`) ?? `no ${name}`;
    const alike = SERIES.flatMap((one, index) =>
      SERIES.slice(index + 1)
        .filter((other) => !(difference(colour(one), colour(other)) >= 0.12))
        .map((other) => `${one} and ${other}: ${difference(colour(one), colour(other)).toFixed(3)}`),
    );
    expect(alike).toEqual([]);
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

import { COUNTRIES } from "@dealflow/contract/values/countries";
import { geoNaturalEarth1 } from "d3-geo";
import { describe, expect, it } from "vitest";
import { countries, drawOutlines, FIT, WORLD } from "./world";

const outlines = await drawOutlines();
const drawn = new Set(outlines.flatMap(({ code }) => (code === undefined ? [] : [code])));

describe("the atlas", () => {
  it("draws every listed country but nine, which it has within another country or not at all", () => {
    const missing = COUNTRIES.filter(({ value }) => !drawn.has(value)).map(({ title }) => title);
    expect(missing.sort()).toEqual([
      "Caribbean Netherlands",
      "French Guiana",
      "Gibraltar",
      "Guadeloupe",
      "Martinique",
      "Mayotte",
      "Réunion",
      "Tokelau",
      "Tuvalu",
    ]);
  });

  it("draws no country under a code that is not listed", () => {
    const listed = new Set<string>(COUNTRIES.map(({ value }) => value));
    expect([...drawn].filter((code) => !listed.has(code))).toEqual([]);
  });

  it("has the small ones that markets are in, with dots to be seen by", () => {
    for (const code of ["SG", "HK", "LU"]) {
      const outline = outlines.find((one) => one.code === code);
      expect(outline?.path, code).not.toBe("");
      expect(outline?.dot, code).toBeDefined();
    }
    expect(outlines.find((one) => one.code === "US")?.dot).toBeUndefined();
  });

  it("fills the sheet with what is on it", () => {
    const fitted = geoNaturalEarth1().fitSize([WORLD.width, WORLD.height], countries());
    expect(FIT.scale).toBeCloseTo(fitted.scale(), 6);
    expect(FIT.translate[1]).toBeCloseTo(fitted.translate()[1], 6);
  });
});

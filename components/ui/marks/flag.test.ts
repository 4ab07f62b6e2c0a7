import { readdirSync, readFileSync } from "node:fs";
import { COUNTRIES } from "@dealflow/contract/values/countries";
import { describe, expect, it } from "vitest";

const flags = new URL("../../../public/flags/", import.meta.url);
const originals = new URL("../../../node_modules/country-flag-icons/3x2/", import.meta.url);

describe("flags", () => {
  it("are there for every country and for no other, as their package has them", () => {
    const expected = COUNTRIES.map((country) => `${country.value}.svg`).sort();
    expect(
      readdirSync(flags)
        .filter((name) => name.endsWith(".svg"))
        .sort(),
    ).toEqual(expected);
    for (const name of expected)
      expect(readFileSync(new URL(name, flags), "utf8"), name).toBe(readFileSync(new URL(name, originals), "utf8"));
  });
});

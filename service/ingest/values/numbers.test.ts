import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AUTO_NUMBERS, minorUnits, PLAIN_NUMBERS, readDecimal, shiftPoint } from "./numbers";

const GERMAN = { grouping: ".", decimal: "," };

describe("readDecimal", () => {
  it.each([
    ["1234567", "1234567"],
    ["1.234", "1234"],
    ["1,234", "1234"],
    ["1.23", "1.23"],
    ["2,3", "2.3"],
    ["0,500", "0.500"],
    ["1.234.567", "1234567"],
    ["1,234,567.89", "1234567.89"],
    ["1.234.567,89", "1234567.89"],
    ["1 234 567,89", "1234567.89"],
    ["1’234’567.50", "1234567.50"],
    ["20,00,00,000", "200000000"],
  ])("reads %j as %s when the number alone tells", (text, plain) => {
    expect(readDecimal(text, AUTO_NUMBERS)).toBe(plain);
  });

  it.each(["1.2.3", "1,23,4", ",5", "5,", "1 2", "1-2", "a", ""])("finds no number in %j", (text) => {
    expect(readDecimal(text, AUTO_NUMBERS)).toBeUndefined();
  });

  it("follows the format where it decides", () => {
    expect(readDecimal("1.234", PLAIN_NUMBERS)).toBe("1.234");
    expect(readDecimal("1,234", PLAIN_NUMBERS)).toBe("1234");
    expect(readDecimal("1.234", GERMAN)).toBe("1234");
    expect(readDecimal("1,234", GERMAN)).toBe("1.234");
    expect(readDecimal("12.34", GERMAN)).toBeUndefined();
  });

  it("takes digits before a word such as million for decimals", () => {
    expect(readDecimal("1.234", AUTO_NUMBERS, true)).toBe("1.234");
    expect(readDecimal("2.3", GERMAN, true)).toBe("2.3");
  });
});

describe("shiftPoint", () => {
  it("multiplies by a power of ten without rounding", () => {
    expect([shiftPoint("2.3", 6), shiftPoint("0.0005", 3), shiftPoint("12", 2)]).toEqual(["2300000", "0.5", "1200"]);
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 6 }), (number, places) => {
        expect(shiftPoint(String(number), places)).toBe(String(BigInt(number) * 10n ** BigInt(places)));
      }),
    );
  });
});

describe("minorUnits", () => {
  it("rounds to whole units, and knows what is too large", () => {
    expect([minorUnits("1234.565", 2), minorUnits("0.5", 0), minorUnits("99999999999999999", 2)]).toEqual([
      123_457,
      1,
      undefined,
    ]);
  });
});

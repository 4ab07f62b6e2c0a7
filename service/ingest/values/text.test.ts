import { describe, expect, it } from "vitest";
import { decodeEscapes, normalName, tidy } from "./text";

describe("decodeEscapes", () => {
  it("reads bytes as UTF-8, with one or two backslashes", () => {
    expect(decodeEscapes(String.raw`Let\xe2\x80\x99s Barter`)).toBe("Let’s Barter");
    expect(decodeEscapes(String.raw`Women\\xe2\\x80\\x99s`)).toBe("Women’s");
    expect(decodeEscapes(String.raw`Caf\\xc3\\xa9\\xe2\\x80\\x99s`)).toBe("Café’s");
  });

  it("reads bytes that are not UTF-8 as Latin-1", () => {
    expect(decodeEscapes(String.raw`Caf\xe9`)).toBe("Café");
  });

  it("reads line breaks as spaces and code units as characters", () => {
    expect(decodeEscapes(String.raw`Seed\\nFunding \u20ac`)).toBe("Seed Funding €");
  });

  it("leaves other backslashes alone", () => {
    expect(decodeEscapes(String.raw`a\b \x4`)).toBe(String.raw`a\b \x4`);
  });
});

describe("tidy", () => {
  it("makes one line of single spaces", () => {
    expect(tidy("\u00a0 a\t\n b\u0000c ")).toBe("a b c");
  });
});

describe("normalName", () => {
  it("is the same for spellings of one name", () => {
    expect(normalName("Ah! Ventures")).toBe(normalName("ah  ventures"));
    expect(normalName("Crédit & Co.")).toBe(normalName("CREDIT CO"));
  });

  it("distinguishes other names, also those without letters", () => {
    expect(normalName("Hollin Growth")).not.toBe(normalName("Hollin Capital"));
    expect(normalName("!!!")).not.toBe(normalName("???"));
  });
});

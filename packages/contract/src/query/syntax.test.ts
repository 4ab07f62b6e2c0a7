import { describe, expect, it } from "vitest";
import { naicsAncestry, naicsLevel, resolveNaics } from "./naics";
import { isNaicsParameter, isUuid, normalizeInstant, parseDecimal, parseInstant, reduceDomain } from "./syntax";

describe("parseInstant", () => {
  it.each([
    ["2026-03-01", "start", "2026-03-01T00:00:00.000Z"],
    ["2026-03-01", "end", "2026-03-01T23:59:59.999Z"],
    ["2024-02-29", "start", "2024-02-29T00:00:00.000Z"],
    ["2026-03-01T10:00:00Z", "end", "2026-03-01T10:00:00.000Z"],
    ["2026-03-01T10:00:00.123456Z", "start", "2026-03-01T10:00:00.123Z"],
    ["2026-03-01T10:00+02:30", "start", "2026-03-01T07:30:00.000Z"],
    ["2026-03-01T10:00 02:30", "start", "2026-03-01T07:30:00.000Z"],
    ["2026-03-01T23:30:00-0100", "start", "2026-03-02T00:30:00.000Z"],
    ["2026-03-01T10:00:00", "start", "2026-03-01T10:00:00.000Z"],
    ["0000-01-01", "start", "0001-01-01T00:00:00.000Z"],
    ["20261101", "end", "2026-11-01T23:59:59.999Z"],
    ["2026-305", "start", "2026-11-01T00:00:00.000Z"],
    ["2024366", "end", "2024-12-31T23:59:59.999Z"],
    ["2026-W45-1", "start", "2026-11-02T00:00:00.000Z"],
    ["2026W457", "end", "2026-11-08T23:59:59.999Z"],
    ["2026-W01-1", "start", "2025-12-29T00:00:00.000Z"],
    ["2026-W53-7", "start", "2027-01-03T00:00:00.000Z"],
    ["20261101T000000Z", "start", "2026-11-01T00:00:00.000Z"],
    ["20261101T1030+0230", "start", "2026-11-01T08:00:00.000Z"],
    ["2026-11-01T00Z", "start", "2026-11-01T00:00:00.000Z"],
    ["2026-11-01T10-05", "start", "2026-11-01T15:00:00.000Z"],
    ["2026-11-01T10\u221205:00", "start", "2026-11-01T15:00:00.000Z"],
    ["2026-11-01T00:00:00,5Z", "start", "2026-11-01T00:00:00.500Z"],
    ["2026-11-01T00:00:00.29Z", "start", "2026-11-01T00:00:00.290Z"],
    ["2026-11-01T10,25", "start", "2026-11-01T10:15:00.000Z"],
    ["2026-11-01T10:30.5Z", "start", "2026-11-01T10:30:30.000Z"],
    ["2026-11-01T24:00:00Z", "start", "2026-11-02T00:00:00.000Z"],
    ["2026-W45-1T24Z", "start", "2026-11-03T00:00:00.000Z"],
    ["2016-12-31T23:59:60Z", "start", "2017-01-01T00:00:00.000Z"],
    ["2026-01-01 00:00:00", "start", "2026-01-01T00:00:00.000Z"],
    ["2026-01-01 10:00:00.5+02:00", "start", "2026-01-01T08:00:00.500Z"],
    ["2026-01-01t10:00z", "start", "2026-01-01T10:00:00.000Z"],
  ] as const)("parses %s at its %s as %s", (text, edge, expected) => {
    expect(new Date(parseInstant(text, edge) ?? Number.NaN).toISOString()).toBe(expected);
  });

  it.each([
    "2026-02-30",
    "2026-13-01",
    "2026-1-1",
    "26-01-01",
    "2026-01-01T24:00:01Z",
    "2026-01-01T24:00:00.001Z",
    "2026-01-01T25Z",
    "2026-01-01T10:60Z",
    "2026-01-01T10:00:60Z",
    "2026-01-01T10:00+24:00",
    "2026-01-01T",
    "2026-01-01 10:00",
    "2026-01-01 02",
    "2026-0101",
    "202601-01",
    "2026-01",
    "2026",
    "2026-000",
    "2025-366",
    "2025-W53-1",
    "2026-W00-1",
    "2026-W01-8",
    "2026-W45",
    "1767225600",
    "today",
    "",
    "2026-01-01Z",
  ])("rejects %s", (text) => expect(parseInstant(text, "start")).toBeUndefined());
});

describe("normalizeInstant", () => {
  it.each([
    ["2026-11-01", "2026-11-01"],
    ["2026-11-01T10:00:00.5+05:30", "2026-11-01T10:00:00.5+05:30"],
    ["20261101", "2026-11-01"],
    ["2026-W45-1", "2026-11-02"],
    ["2026-305T10Z", "2026-11-01T10:00:00.000Z"],
    ["2026-11-01T24:00:00Z", "2026-11-02T00:00:00.000Z"],
    ["2026-01-01 00:00:00", "2026-01-01T00:00:00.000Z"],
  ])("spells %s as %s", (text, expected) => expect(normalizeInstant(text)).toBe(expected));
});

describe("parseDecimal", () => {
  it.each([
    ["0", 0],
    ["12.5", 12.5],
    ["007", 7],
    ["1e6", 1_000_000],
    ["2.5E+3", 2_500],
    ["5e-1", 0.5],
  ])("parses %s", (text, expected) => expect(parseDecimal(text)).toBe(expected));
  it.each([
    "",
    "-0",
    "-1",
    "1e",
    "e3",
    "1e999",
    "1e1.5",
    "٣",
    "0x10",
    ".5",
    "5.",
    "1,000",
    " 1",
    "NaN",
    "Infinity",
    "9".repeat(400),
  ])("rejects %s", (text) => expect(parseDecimal(text)).toBeUndefined());
});

describe("reduceDomain", () => {
  it.each([
    ["example.com", "example.com"],
    ["https://www.Example.com:8080/a?b#c", "example.com"],
    ["HTTP://user:pass@sub.example.co.uk/", "sub.example.co.uk"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["example.com.", "example.com"],
    ["www.com", "www.com"],
  ])("reduces %s to %s", (text, expected) => expect(reduceDomain(text)).toBe(expected));
  it.each(["", "localhost", "1.2.3.4", "not a domain", "http://", "-a.example", "a..b"])("rejects %s", (text) =>
    expect(reduceDomain(text)).toBeUndefined(),
  );
});

describe("NAICS", () => {
  it.each([
    ["51", "51"],
    ["541511", "5415"],
    ["517111", "51"],
    ["3262", "31-33"],
    ["326", "326"],
    ["31", "31"],
    ["31-33", "31-33"],
    ["55", "55"],
    ["62", "62"],
    ["5173", "5173"],
    ["99", undefined],
    ["10", undefined],
  ])("%s includes %s", (code, expected) => expect(resolveNaics(code)).toBe(expected));

  it("returns the ancestors of a code", () => {
    expect(naicsAncestry("5132")).toEqual(["51", "513", "5132"]);
    expect(naicsAncestry("325")).toEqual(["31-33", "32", "325"]);
    expect(naicsAncestry("44-45")).toEqual(["44-45"]);
    expect(naicsLevel("44-45")).toBe(2);
    expect(naicsLevel("5132")).toBe(4);
  });

  it("accepts 2 to 6 digits, a listed range or unknown", () => {
    expect(["51", "541511", "31-33", "unknown"].every(isNaicsParameter)).toBe(true);
    expect(["5", "5415111", "51-52", "5a", "", "Unknown", "51\n"].some(isNaicsParameter)).toBe(false);
    expect(["constructor", "toString", "__proto__"].some(isNaicsParameter)).toBe(false);
  });
});

it("recognises UUIDs", () => {
  expect(isUuid("01A1F8B7-b960-7664-8a43-3f871809dc0d")).toBe(true);
  expect(isUuid("01a1f8b7b96076648a433f871809dc0d")).toBe(false);
});

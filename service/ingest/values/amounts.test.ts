import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isUndisclosed, type NumberFormat, parseAmount, parseCurrency, usdCents } from "./amounts";
import { parseRates } from "./rates";

const COMMAS: NumberFormat = { grouping: ",", decimal: "." };
const cents = (text: string, format = COMMAS) => parseAmount(text, format, 2, "amount");

describe("parseAmount", () => {
  it("reads Indian and Western grouping", () => {
    expect(cents("20,00,00,000")).toBe(20_000_000_000);
    expect(cents("1,47,000")).toBe(14_700_000);
    expect(cents("19,350,000")).toBe(1_935_000_000);
    expect(cents("500")).toBe(50_000);
  });

  it("reads fractions and rounds to whole minor units", () => {
    expect(cents("1,234.5")).toBe(123_450);
    expect(cents("0.005")).toBe(1);
    expect(cents("1.234,56", { grouping: ".", decimal: "," })).toBe(123_456);
  });

  it("counts in the currency's own minor unit", () => {
    expect(parseAmount("70,00,000", COMMAS, 0, "amount")).toBe(7_000_000);
    expect(parseAmount("1.5", COMMAS, 3, "amount")).toBe(1_500);
  });

  it.each(["1,2", "12,34", ",500", "1,,000", "-5", "5 million", "1e6", "1.2.3", "٣"])("refuses %s", (text) => {
    expect(() => cents(text)).toThrow(`amount ${JSON.stringify(text)} is not an amount of 0 or more.`);
  });

  it("rejects what no database number can hold", () => {
    expect(() => cents("99999999999999999")).toThrow("is too large for an amount");
  });

  it("reads every grouped whole number back", () => {
    fc.assert(
      fc.property(fc.nat({ max: 2_000_000_000 }), (number) => {
        expect(cents(number.toLocaleString("en-US"))).toBe(number * 100);
        expect(cents(number.toLocaleString("en-IN"))).toBe(number * 100);
      }),
    );
  });
});

describe("isUndisclosed", () => {
  it.each(["N/A", "undisclosed", "Undisclosed", "Undisclosed Amount", "unknown", "nan", "-", ""])(
    "%j states nothing",
    (text) => {
      expect(isUndisclosed(text)).toBe(true);
    },
  );
  it.each(["0", "5,000", "some"])("%j states something", (text) => {
    expect(isUndisclosed(text)).toBe(false);
  });
});

describe("parseCurrency", () => {
  it("knows the codes of ISO 4217", () => {
    expect(parseCurrency("eur", "currency")).toBe("EUR");
    expect(() => parseCurrency("US$", "currency")).toThrow(
      'currency "US$" is not an ISO 4217 currency code such as USD.',
    );
  });
});

describe("usdCents", () => {
  const rates = parseRates(
    "Date,USD,JPY,GBP,CYP,\n2026-11-20,1.16,180,0.88,N/A,\n2026-11-18,1.15,179,0.87,N/A,\n2007-12-31,1.47,164,0.73,0.585,\n",
  );
  const on = (day: string) => new Date(`${day}T15:00:00.000Z`);

  it("is the amount itself for dollars", () => {
    expect(usdCents("USD", 12_345, on("2026-11-20"), null)).toBe(12_345);
  });

  it("takes the rate of the day, or of the nearest earlier day", () => {
    expect(usdCents("EUR", 10_000, on("2026-11-20"), rates)).toBe(11_600);
    expect(usdCents("EUR", 10_000, on("2026-11-19"), rates)).toBe(11_500);
    expect(usdCents("GBP", 8_700, on("2026-11-19"), rates)).toBe(11_500);
    expect(usdCents("JPY", 18_000, on("2030-01-01"), rates)).toBe(11_600);
  });

  it("knows nothing before the first day, of other currencies, or without a table", () => {
    expect(usdCents("EUR", 10_000, on("1998-01-01"), rates)).toBeNull();
    expect(usdCents("INR", 10_000, on("2026-11-20"), rates)).toBeNull();
    expect(usdCents("CYP", 10_000, on("2026-11-20"), rates)).toBeNull();
    expect(usdCents("EUR", 10_000, on("2026-11-20"), null)).toBeNull();
  });
});

describe("parseRates", () => {
  it.each([
    ["", "must begin with a line of column names"],
    ["Datum,USD\n2026-01-01,1.1", "must begin with a line of column names"],
    ["Date,USD\n", "has no rates"],
    ["Date,USD\n1.1.2026,1.1", 'has "1.1.2026" instead of a date (YYYY-MM-DD) in line 2'],
    ["Date,USD\n2026-01-01,high", 'has "high" instead of a rate for USD in line 2'],
  ])("reports what is wrong with %j", (text, sentence) => {
    expect(() => parseRates(text)).toThrow(sentence);
  });
});

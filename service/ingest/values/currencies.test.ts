import { describe, expect, it } from "vitest";
import { combineCurrencies, readCurrency } from "./currencies";

describe("readCurrency", () => {
  it("reads every code of ISO 4217, whatever the case", () => {
    for (const code of Intl.supportedValuesOf("currency"))
      expect(readCurrency(code.toLowerCase())?.code, code).toBe(code);
  });

  it.each([
    ["US$", "USD"],
    ["$", "USD"],
    ["US Dollars", "USD"],
    ["€", "EUR"],
    ["euros", "EUR"],
    ["£", "GBP"],
    ["Rs.", "INR"],
    ["₹", "INR"],
    ["RMB", "CNY"],
    ["A$", "AUD"],
    ["zł", "PLN"],
    ["Euro (EUR)", "EUR"],
    ["svenska kronor", "SEK"],
    ["Kč", "CZK"],
    ["Ft", "HUF"],
    ["lei", "RON"],
    ["руб.", "RUB"],
    ["人民币", "CNY"],
    ["米ドル", "USD"],
    ["원", "KRW"],
  ])("reads %j as %s", (text, code) => {
    expect(readCurrency(text)?.code).toBe(code);
  });

  it("knows that several countries share a symbol", () => {
    expect(readCurrency("kr")?.code).toBeNull();
  });

  it.each(["", "XYZ9", "million", "dollarz"])("knows no currency %j", (text) => {
    expect(readCurrency(text)).toBeUndefined();
  });
});

describe("combineCurrencies", () => {
  const of = (text: string) => readCurrency(text) ?? null;

  it("takes the currency of the cell, made precise by the stated one", () => {
    expect(combineCurrencies(of("$"), of("CAD"))).toBe("CAD");
    expect(combineCurrencies(of("$"), of("EUR"))).toBe("USD");
    expect(combineCurrencies(of("kr"), of("SEK"))).toBe("SEK");
    expect(combineCurrencies(of("元"), of("TWD"))).toBe("TWD");
    expect(combineCurrencies(of("EUR"), of("USD"))).toBe("EUR");
    expect(combineCurrencies(null, of("GBP"))).toBe("GBP");
    expect(combineCurrencies(of("kr"), null)).toBeNull();
    expect(combineCurrencies(null, null)).toBeNull();
  });

  it.each([
    ["¥", null, "CN", "CNY"],
    ["¥", "JPY", "CN", "JPY"],
    ["¥", null, "US", "JPY"],
    ["kr", null, "DK", "DKK"],
    ["kr", "EUR", "NO", "NOK"],
    ["Rs", null, "PK", "PKR"],
    ["$", null, "MX", "USD"],
  ])("reads %s with the currency %s of a company in %s as %s", (symbol, stated, country, code) => {
    expect(combineCurrencies(of(symbol), stated === null ? null : of(stated), country)).toBe(code);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isUndisclosed, parseAmount, readAmount, usdCents } from "./amounts";
import { AUTO_NUMBERS, type NumberFormat, PLAIN_NUMBERS } from "./numbers";
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
  it.each([
    "N/A",
    "undisclosed",
    "Undisclosed",
    "Undisclosed Amount",
    "unknown",
    "nan",
    "-",
    "non communiqué",
    "k.A.",
    "Sin definir",
    "No desvelado",
    "Amount undisclosed",
    "an undisclosed amount",
    "金额未知",
    "",
  ])("%j states nothing", (text) => {
    expect(isUndisclosed(text)).toBe(true);
  });
  it.each(["0", "5,000", "some"])("%j states something", (text) => {
    expect(isUndisclosed(text)).toBe(false);
  });
});

describe("readAmount", () => {
  const read = (text: string, format = AUTO_NUMBERS) => {
    const amount = readAmount(text, format);
    return amount === undefined ? undefined : `${amount.plain} ${amount.currency?.code ?? "?"}`;
  };

  it("does not guess what three digits after the point mean where commas group others", () => {
    expect(readAmount("10.000 USD", COMMAS)).toBeUndefined();
    expect(readAmount("10.000 million USD", COMMAS)?.plain).toBe("10000000");
    expect(readAmount("10.00 USD", COMMAS)?.plain).toBe("10.00");
    expect(readAmount("30,000 USD", COMMAS)?.plain).toBe("30000");
    expect(readAmount("10.125", PLAIN_NUMBERS)?.plain).toBe("10.125");
  });

  it.each([
    ["1500000", "1500000 ?"],
    ["15k€", "15000 EUR"],
    ["2,3M€", "2300000 EUR"],
    ["$5m", "5000000 USD"],
    ["$5 milion", "5000000 USD"],
    ["CAD$5M", "5000000 CAD"],
    ["CA$2.3 million", "2300000 CAD"],
    ["ca $5M", "5000000 USD"],
    ["US$ 1.2 bn", "1200000000 USD"],
    ["20,00,00,000", "200000000 ?"],
    ["1 234 567,89", "1234567.89 ?"],
    ["1.234.567", "1234567 ?"],
    ["£3.4 million", "3400000 GBP"],
    ["5 Mio. €", "5000000 EUR"],
    ["1,5 Mrd EUR", "1500000000 EUR"],
    ["2 crore", "20000000 ?"],
    ["Rs 5 lakh", "500000 INR"],
    ["R$ 900 mil", "900000 BRL"],
    ["900 mil reais", "900000 BRL"],
    ["R$ 0,4 bilhão", "400000000 BRL"],
    ["R$ 45 mi", "45000000 BRL"],
    ["Rs. 2.5 Cr", "25000000 INR"],
    ["€500k", "500000 EUR"],
    ["PLN4.6m", "4600000 PLN"],
    ["CHF 750'000", "750000 CHF"],
    ["MEUR 5", "5000000 EUR"],
    ["5 MUSD", "5000000 USD"],
    ["10 MSEK", "10000000 SEK"],
    ["3 millions d’euros", "3000000 EUR"],
    ["3 millones de euros", "3000000 EUR"],
    ["100.000,-", "100000 ?"],
    ["5 kr", "5 ?"],
    ["3億円", "300000000 JPY"],
    ["3億5,000万円", "350000000 JPY"],
    ["500百万円", "500000000 JPY"],
    ["約5億円", "500000000 JPY"],
    ["12,5 mln zł", "12500000 PLN"],
    ["38,5 mln", "38500000 ?"],
    ["£32 million ($42.6 million)", "32000000 GBP"],
    ["~€500m (reported)", "500000000 EUR"],
    ["~$1.6bn (reported, undisclosed)", "1600000000 USD"],
    ["5 Mio. € (geschätzt)", "5000000 EUR"],
    ["850 tys.", "850000 ?"],
    ["1,2 mld zł", "1200000000 PLN"],
    ["ok. 230 mln", "230000000 ?"],
    ["25 mkr", "25000000 ?"],
    ["120 MSEK", "120000000 SEK"],
    ["4 MNOK", "4000000 NOK"],
    ["3 miljoner kronor", "3000000 ?"],
    ["2,5 milj. €", "2500000 EUR"],
    ["1 miljardia euroa", "1000000000 EUR"],
    ["15 mio. kr.", "15000000 ?"],
    ["20 mil. Kč", "20000000 CZK"],
    ["500 M Ft", "500000000 HUF"],
    ["2 milioane de lei", "2000000 RON"],
    ["5 milyon TL", "5000000 TRY"],
    ["1,5 milyar dolar", "1500000000 USD"],
    ["₺750 bin", "750000 TRY"],
    ["300 млн руб.", "300000000 RUB"],
    ["50 тыс. долларов", "50000 USD"],
    ["2 млрд ₽", "2000000000 RUB"],
    ["10 млн гривень", "10000000 UAH"],
    ["630万人民币", "6300000 CNY"],
    ["1亿元人民币", "100000000 CNY"],
    ["2000万美元", "20000000 USD"],
    ["1.5亿元", "150000000 CNY"],
    ["9.1亿", "910000000 ?"],
    ["100억원", "10000000000 KRW"],
    ["5천만원", "50000000 KRW"],
    ["Rp 5 miliar", "5000000000 IDR"],
    ["3 juta dolar", "3000000 USD"],
    ["~5M", "5000000 ?"],
    ["> $10M", "10000000 USD"],
    ["approx. €2m", "2000000 EUR"],
    ["$10M+", "10000000 USD"],
    ["1.5E+07", "15000000 ?"],
    ["USD 1,000,000.50", "1000000.50 USD"],
    ["$1,000 USD", "1000 USD"],
    ["$5 million CAD", "5000000 CAD"],
  ])("reads %j as %s", (text, amount) => {
    expect(read(text)).toBe(amount);
  });

  it.each([
    "5-10M",
    "$5M - $10M",
    "-5",
    "(5,000)",
    "5%",
    "a lot",
    "5 tonnes",
    "2 offices",
    "$5m (valuation)",
    "1.2.3",
    "٣",
  ])("finds no amount in %j", (text) => {
    expect(read(text)).toBeUndefined();
  });

  it("follows the format of the map", () => {
    expect(read("€1.234", PLAIN_NUMBERS)).toBe("1.234 EUR");
    expect(read("€1.234", { grouping: ".", decimal: "," })).toBe("1234 EUR");
    expect(read("€1,234", PLAIN_NUMBERS)).toBe("1234 EUR");
  });

  it("reads every whole number back", () => {
    fc.assert(
      fc.property(fc.nat({ max: 2_000_000_000 }), (number) => {
        for (const locale of ["en-US", "en-IN", "de-DE", "fr-FR"])
          expect(read(number.toLocaleString(locale))).toBe(`${number} ?`);
      }),
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

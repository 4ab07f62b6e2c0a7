import { describe, expect, it } from "vitest";
import { bandUsd, compactMoney, compactUsd, exactMinor, exactUsd, parseAmount, shortAmount } from "./money";

describe("compact dollars", () => {
  it.each([
    [42_000_000, "$42.0m"],
    [118_000_000, "$118.0m"],
    [800_000, "$0.8m"],
    [1_860_000_000, "$1.86bn"],
    [999_949_999, "$999.9m"],
    [999_950_000, "$1.00bn"],
    [999_995_000_000, "$1.00tn"],
    [100_000, "$0.1m"],
    [99_500, "$0.1m"],
    [99_499, "$99k"],
    [25_000, "$25k"],
    [999, "$999"],
    [0, "$0"],
    [-5_000_000, "−$5.0m"],
  ])("writes %d as %s", (dollars, text) => {
    expect(compactUsd(dollars)).toBe(text);
  });
});

it("an amount without dollars is written in its own currency", () => {
  const stated = (originalCents: number | null, originalCurrency: string | null, usd: number | null = null) =>
    compactMoney({ usd, originalCents, originalCurrency });
  expect(stated(1_300_000_000, "EUR")).toBe("€13.0m");
  expect(stated(500_000_000, "CHF")).toBe("CHF 5.0m");
  expect(stated(1_500_000_000, "JPY")).toBe("¥1.50bn");
  expect(stated(100, "no code")).toBe("no code 1");
  expect(stated(1_300_000_000, "EUR", 14_000_000)).toBe("$14.0m");
  expect(stated(null, null)).toBeUndefined();
});

describe("bands of amounts", () => {
  it.each([
    [0, 100_000, "under $100k"],
    [250_000, 500_000, "$250k–500k"],
    [5_000_000, 10_000_000, "$5m–10m"],
    [500_000_000, 1_000_000_000, "$500m–1bn"],
    [5_000_000_000, null, "over $5bn"],
  ])("%d to %d is %s", (min, max, text) => {
    expect(bandUsd(min, max)).toBe(text);
  });
});

describe("exact amounts", () => {
  it("groups dollars and shows cents only where there are some", () => {
    expect(exactUsd(118_000_000)).toBe("$118,000,000");
    expect(exactUsd(1_234_567.5)).toBe("$1,234,567.50");
    expect(exactUsd(-3)).toBe("−$3");
  });

  it.each([
    [10_150_000_000, "EUR", "€101,500,000"],
    [2_000_000_050, "INR", "₹20,000,000.50"],
    [5_000_000, "JPY", "¥5,000,000"],
    [10_000_000, "HUF", "HUF\u00a0100,000"],
    [660_000_000, "CAD", "CA$6,600,000"],
    [100, "QQ", "QQ 1"],
  ])("formats %d minor units of %s as %s", (minor, code, text) => {
    expect(exactMinor(minor, code)).toBe(text);
  });
});

describe("typed amounts", () => {
  it.each([
    ["5m", 5_000_000],
    ["1.2bn", 1_200_000_000],
    [" $750K ", 750_000],
    ["1,000,000", 1_000_000],
    ["1 000 000", 1_000_000],
    ["2 million", 2_000_000],
    ["us$3b", 3_000_000_000],
    [".5m", 500_000],
    ["0", 0],
    ["1.006", 1.01],
    ["1,5m", 1_500_000],
  ])("reads %j as %d", (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it.each(["", "m", "-5m", "5x", "1e9", "1,00", "5 m m", "0x10", "٣", "9999999999999bn", "NaN"])(
    "rejects %j",
    (text) => {
      expect(parseAmount(text)).toBeUndefined();
    },
  );

  it("round-trips formatted amounts", () => {
    expect([5_000_000, 1_200_000_000, 750_000, 20_000_000, 1e9].map(shortAmount)).toEqual([
      "5m",
      "1.2bn",
      "750k",
      "20m",
      "1bn",
    ]);
    for (const amount of [0, 1, 999, 1234, 1_234_567, 5_250_000, 99_999_999, 1_010_000_000, 3e12])
      expect(parseAmount(shortAmount(amount))).toBe(amount);
  });
});

import { expect, test } from "vitest";
import { AMOUNT_BANDS_USD, amountBand, bandMiddleUsd } from "./amount-bands";

test("an amount is in the band whose lower end it has reached", () => {
  expect(amountBand(null)).toBeNull();
  expect(amountBand(0)).toEqual({ minUsd: 0, maxUsd: 100_000 });
  expect(amountBand(9_999_999.99)).toEqual({ minUsd: 5_000_000, maxUsd: 10_000_000 });
  expect(amountBand(10_000_000)).toEqual({ minUsd: 10_000_000, maxUsd: 25_000_000 });
  expect(amountBand(9e15)).toEqual({ minUsd: 5_000_000_000, maxUsd: null });
});

test("the middle of a band is geometric, in whole cents and within the band", () => {
  expect(bandMiddleUsd({ minUsd: 0, maxUsd: 100_000 })).toBe(50_000);
  expect(bandMiddleUsd({ minUsd: 10_000_000, maxUsd: 25_000_000 })).toBe(15_811_388.3);
  expect(bandMiddleUsd({ minUsd: 5_000_000_000, maxUsd: null })).toBe(7_071_067_811.87);
  for (const edge of AMOUNT_BANDS_USD) {
    const band = amountBand(edge);
    expect(band && amountBand(bandMiddleUsd(band))).toEqual(band);
  }
});

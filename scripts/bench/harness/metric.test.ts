import { describe, expect, it } from "vitest";
import { median, quantile, toRow } from "./metric";

describe("a metric", () => {
  it("is within its budget or over it, and what was not measured is over", () => {
    const verdict = (what: string, value: number, budget: { most: number } | { least: number }) =>
      toRow({ what, value, budget }).verdict;
    expect(verdict("ms", 50, { most: 50 })).toBe("within");
    expect(verdict("ms", 51, { most: 50 })).toBe("over");
    expect(verdict("frames/s", 54, { least: 55 })).toBe("over");
    expect(verdict("ms", Number.NaN, { most: 50 })).toBe("over");
    expect(toRow({ what: "ms", value: 1_000 })).toEqual({ what: "ms", value: 1_000 });
  });

  it("is in its table next to its budget", () => {
    const row = { what: "mount, ms", value: 79, budget: "≤ 100", verdict: "within" };
    expect(toRow({ what: "mount, ms", value: 79, budget: { most: 100 } })).toEqual(row);
  });
});

describe("a share of numbers", () => {
  it("is the number below which it lies", () => {
    const numbers = Array.from({ length: 20 }, (_, index) => 20 - index);
    expect(quantile(numbers, 0.5)).toBe(11);
    expect(quantile(numbers, 0.95)).toBe(20);
    expect(quantile([], 0.5)).toBeNaN();
  });
});

it("the median of an even number of values is between the two in the middle", () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 9])]).toEqual([2, 3]);
});

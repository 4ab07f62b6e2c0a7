import { describe, expect, it } from "vitest";
import { formatTable, getVerdict, quantile } from "./metric";

describe("a metric", () => {
  it("is within its budget or over it, and what was not measured is over", () => {
    expect(getVerdict({ what: "ms", value: 50, budget: { most: 50 } })).toBe("within");
    expect(getVerdict({ what: "ms", value: 51, budget: { most: 50 } })).toBe("over");
    expect(getVerdict({ what: "frames/s", value: 54, budget: { least: 55 } })).toBe("over");
    expect(getVerdict({ what: "ms", value: Number.NaN, budget: { most: 50 } })).toBe("over");
    expect(getVerdict({ what: "ms", value: 1_000 })).toBe("");
  });

  it("is in its table beside its budget", () => {
    const [head, , line] = formatTable([{ what: "mount, ms", value: 79, budget: { most: 100 } }]).split("\n");
    expect(head?.split(/\s{2,}/)).toEqual(["what", "value", "budget"]);
    expect(line?.split(/\s{2,}/)).toEqual(["mount, ms", "79", "≤ 100", "within"]);
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

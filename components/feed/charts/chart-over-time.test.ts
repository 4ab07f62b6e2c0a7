import { expect, it } from "vitest";
import { valueSteps } from "./chart-over-time";

it.each([
  [298_000_000, false, 150_000_000],
  [301_000_000, false, 200_000_000],
  [1_900_000_000, false, 1_000_000_000],
  [7, true, 4],
  [3, true, 2],
  [1, true, 1],
  [0, true, 1],
  [0, false, 1],
  [0.4, false, 0.2],
  [26, true, 15],
])("%d in two steps", (largest, whole, step) => {
  const [, one, two] = valueSteps(largest, whole);
  expect([one, two]).toEqual([step, 2 * step]);
});

it("reaches the largest value of any size", () => {
  for (let value = 1; value < 1e13; value = Math.ceil(value * 1.37)) {
    expect(valueSteps(value, true)[2]).toBeGreaterThanOrEqual(value);
    expect(valueSteps(value, false)[2] / value).toBeLessThanOrEqual(2);
  }
});

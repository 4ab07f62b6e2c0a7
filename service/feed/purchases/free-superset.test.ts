import { expect, it } from "vitest";
import { toFreeSuperset } from "./free-superset";

it.each([
  [
    { minAmountUsd: 7_300_000, maxAmountUsd: 12_000_000 },
    { minAmountUsd: 5_000_000, maxAmountUsd: 24_999_999.99 },
  ],
  [{ maxAmountUsd: 10_000_000, domain: "acme.example" }, { maxAmountUsd: 24_999_999.99 }],
  [{ maxAmountUsd: 0 }, { maxAmountUsd: 99_999.99 }],
  [{ round: ["seed"] }, { round: ["seed"] }],
])("holds all that %j may find", (query, superset) => {
  expect(toFreeSuperset("funding", query)).toEqual(superset);
});

import { expect, it } from "vitest";
import { compareDates, periodStart } from "./periods";

it("orders dates of any precision by their first day, unknown ones first", () => {
  const ordered = [null, "2019", "2019-05", "2019-05-17", "2024-06-30T00:00:00.000Z", "2024-Q3", "2024-08", "2024-Q4"];
  expect(ordered.toReversed().sort(compareDates)).toEqual(ordered);
  expect(["2024-Q3", "2024-08", "2024", "soon", "2024-Q5"].map(periodStart)).toEqual([
    "2024-07-01",
    "2024-08-01",
    "2024-01-01",
    "soon",
    "2024-Q5",
  ]);
});

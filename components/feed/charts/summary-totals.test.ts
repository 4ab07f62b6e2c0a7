import { describe, expect, it } from "vitest";
import { formatSum } from "./chart-measure";
import { periodsOfSummary } from "./summary-totals";

const COUNTED = { about: false, owned: 0, ownedSumUsd: 0 };
const SERIES = {
  interval: "month" as const,
  split: "round",
  periods: [
    { start: "2026-01-01", ...COUNTED, count: 3, sumUsd: 900, values: { seed: { ...COUNTED, count: 3, sumUsd: 900 } } },
    {
      start: "2026-03-01",
      ...COUNTED,
      count: 2,
      sumUsd: null,
      values: { seed: { ...COUNTED, count: 2, sumUsd: null } },
    },
  ],
};

describe("the periods of a summary", () => {
  it("have no gaps, and count how many of their matches are owned", () => {
    const { periods } = periodsOfSummary(SERIES, { since: undefined, until: undefined }, [
      "2026-01-05",
      "2026-01-31T23:00:00Z",
      "2026-03-02",
    ]);
    expect(periods.map(({ since, rows, owned }) => [since, rows, owned])).toEqual([
      ["2026-01-01", 3, 2],
      ["2026-02-01", 0, 0],
      ["2026-03-01", 2, 1],
    ]);
    expect(periods.map((period) => formatSum(period, true, "matching row"))).toEqual([
      "$900 in 3 matching rows (2 owned)",
      "0 matching rows",
      "2 matching rows (1 owned), too few amounts to show their sum",
    ]);
  });

  it("begin and end with the query's own days", () => {
    const { periods } = periodsOfSummary(SERIES, { since: "2026-01-10", until: "2026-03-05T10:00:00Z" }, []);
    expect([periods[0]?.since, periods.at(-1)?.until]).toEqual(["2026-01-10", "2026-03-05"]);
  });
});

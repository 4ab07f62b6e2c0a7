import type { Counted, Summary } from "@dealflow/contract/account/summaries";
import { FEEDS } from "@dealflow/contract/feeds";
import { describe, expect, it } from "vitest";
import { listDimensions } from "./chart-dimensions";
import { entriesOfSummary } from "./chart-entries";
import { amountText, chartCaption, formatShares, formatSum, measuredBy, ownedBy } from "./chart-measure";
import { periodsOfSummary } from "./chart-periods";
import { addSums, sumSummary } from "./chart-sums";

const counted = (count: number, sumUsd: number | null, owned: number, ownedSumUsd: number): Counted => ({
  count,
  sumUsd,
  about: sumUsd !== null && sumUsd !== ownedSumUsd,
  owned,
  ownedSumUsd,
});

const JANUARY = counted(7, 27_000_000, 2, 18_250_000);
const MARCH = counted(2, 9_400_000, 2, 9_400_000);
const MAY = counted(3, null, 0, 0);
const SERIES = {
  interval: "month" as const,
  split: "round",
  periods: [
    { start: "2026-01-01", ...JANUARY, values: { seed: JANUARY } },
    { start: "2026-03-01", ...MARCH, values: { seed: MARCH } },
    { start: "2026-05-01", ...MAY, values: { seed: MAY } },
  ],
};
const ALL = { since: undefined, until: undefined, today: "2026-07-10" };
const SUMMARY: Summary = {
  total: 12,
  owned: 4,
  counting: false,
  amounts: { count: 9, sumUsd: 36_000_000, medianUsd: 3_500_000, about: true },
  facets: {},
  series: SERIES,
};

describe("the periods of a summary", () => {
  it("have no gaps, and say of how many of their matches the amount is exact", () => {
    const { periods } = periodsOfSummary(SERIES, ALL);
    expect(periods.map((period) => formatSum(period, true, "matching row"))).toEqual([
      "about $27m in 7 matching rows (2 owned)",
      "0 matching rows",
      "$9.4m in 2 matching rows (2 owned)",
      "0 matching rows",
      "3 matching rows, no $ amounts",
    ]);
    expect(periods.map((period) => formatShares(period, "amount"))).toEqual([
      { owned: "$18.3m", rest: "about $8.8m" },
      ...[undefined, undefined, undefined, undefined],
    ]);
  });

  it("have a part for the rows that state no value", () => {
    const periods = [{ start: "2026-01-01", ...JANUARY, values: { seed: MARCH } }];
    const [january] = periodsOfSummary({ ...SERIES, periods }, ALL).periods;
    expect(january?.parts.unknown).toMatchObject({ rows: 5, usd: 17_600_000, owned: { rows: 0, usd: 8_850_000 } });
    const whole = periodsOfSummary(SERIES, ALL).periods.map(({ parts }) => Object.keys(parts));
    expect(whole).toEqual([["seed"], [], ["seed"], [], ["seed"]]);
  });

  it("are drawn as high as their total, with their owned part", () => {
    const [january, , march, , may] = periodsOfSummary(SERIES, ALL).periods.map(({ parts }) => parts.seed);
    const drawn = (sum: typeof january) => sum && [measuredBy(sum, "amount"), ownedBy(sum, "amount")];
    expect([january, march, may].map(drawn)).toEqual([
      [27_000_000, 18_250_000],
      [9_400_000, 9_400_000],
      [0, 0],
    ]);
    expect(january && [measuredBy(january, "count"), ownedBy(january, "count")]).toEqual([7, 2]);
    expect(january && formatShares(january, "count")).toEqual({ owned: "2", rest: "5" });
  });

  it("are never drawn lower than what is owned of them, whose sum is not rounded", () => {
    const values = { seed: { ...counted(3, 120_000_000, 2, 124_000_000), about: true } };
    const { periods } = periodsOfSummary({ ...SERIES, periods: [{ start: "2026-01-01", ...JANUARY, values }] }, ALL);
    expect(periods[0]?.parts.seed?.usd).toBe(124_000_000);
  });

  it("begin and end with the query's own days", () => {
    const { periods } = periodsOfSummary(SERIES, { ...ALL, since: "2026-01-10", until: "2026-05-05T10:00:00Z" });
    expect([periods[0]?.since, periods.at(-1)?.until]).toEqual(["2026-01-10", "2026-05-05"]);
    // Also after the last match; without a first day they end with that.
    const last = (since: string | undefined) => periodsOfSummary(SERIES, { ...ALL, since }).periods.at(-1);
    expect(last("2026-01-10")).toMatchObject({ until: "2026-07-10", rows: 0 });
    expect(last(undefined)?.until).toBe("2026-05-31");
  });
});

it("the caption of a summary counts what is owned among all matches", () => {
  const sum = sumSummary(SUMMARY);
  expect(chartCaption(sum, "amount", "matching row")).toBe(
    "12 matching rows · 4 owned · about $36m, 3 without $ amount",
  );
  expect(chartCaption(sum, "count", "matching row")).toBe("12 matching rows · 4 owned");
  expect(sum.owned).toEqual({ rows: 4, usd: 27_650_000 });
  expect(amountText(sumSummary({ ...SUMMARY, amounts: null }))).toBe("no $ amounts");
});

it("numbers that a sample estimates are written as such, but not what is owned", () => {
  const estimated: Counted = { ...counted(1_248, 27_000_000, 2, 18_250_000), approximate: true };
  const amounts = { count: 1_100, approximate: true, sumUsd: 36_000_000, medianUsd: 3_500_000, about: true };
  const periods = [{ start: "2026-01-01", ...estimated, values: { seed: estimated } }];
  const summary: Summary = { ...SUMMARY, total: 1_248, approximate: true, amounts, series: { ...SERIES, periods } };
  expect(chartCaption(sumSummary(summary), "amount", "matching row")).toBe(
    "about 1,200 matching rows · 4 owned · about $36m, about 150 without $ amount",
  );
  // Without filters the total is exact.
  expect(chartCaption(sumSummary({ ...summary, approximate: undefined }), "amount", "matching row")).toBe(
    "1,248 matching rows · 4 owned · about $36m, about 150 without $ amount",
  );
  const [january] = periodsOfSummary({ ...SERIES, periods }, ALL).periods;
  expect(january && formatSum(january, true, "matching row")).toBe("about $27m in about 1,200 matching rows (2 owned)");
  expect(january && formatShares(january, "count")).toEqual({ owned: "2", rest: "about 1,200" });
  expect(january?.parts.seed?.approximate).toBe(true);
  expect(formatSum(addSums(january ? [january] : []), false, "matching row")).toBe(
    "about 1,200 matching rows (2 owned)",
  );
});

it("the entries of a facet have its sums, without the values that its own filter leaves out", () => {
  const dimension = listDimensions(FEEDS.funding).find(({ key }) => key === "round");
  if (dimension?.kind !== "list") throw new Error("funding has rounds");
  const summary = { ...SUMMARY, facets: { round: { seed: JANUARY, "series-a": MAY } } };
  const entries = (...chosen: string[]) =>
    entriesOfSummary(summary, dimension, [], chosen).map((entry) => [
      entry.title,
      formatSum(entry, true, "matching row"),
    ]);
  expect(entries()).toEqual([
    ["Seed", "about $27m in 7 matching rows (2 owned)"],
    ["Series A", "3 matching rows, no $ amounts"],
    ["Not stated", "about $9m in 2 matching rows (2 owned)"],
  ]);
  expect(entries("series-a")).toEqual([["Series A", "3 matching rows, no $ amounts"]]);
});

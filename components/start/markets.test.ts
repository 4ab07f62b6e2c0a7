import type { Summary } from "@dealflow/contract/account/summaries";
import { expect, it } from "vitest";
import { findMarket, marketPeriod, marketQuery, marketStages, marketWeeks } from "./markets";

const PERIOD = marketPeriod(new Date("2026-11-26T10:00:00Z"));

it("takes the countries and industries of all searches, each once", () => {
  const market = findMarket([
    { feed: "funding", query: "countries=DE&countries=FR&round=seed" },
    { feed: "execMoves", query: "countries=FR&moveType=departure" },
    { feed: "acquisitions", query: "industryGroups=Software+Development" },
  ]);
  expect(market).toEqual({ countries: ["DE", "FR"], industries: ["Software Development"] });
  expect(marketQuery(market, PERIOD)).toBe(
    "since=2026-10-28&countries=DE&countries=FR&industryGroups=Software+Development",
  );
  expect(marketQuery(findMarket([{ feed: "funding", query: "round=seed" }]), PERIOD)).toBe("since=2026-10-28");
});

it("sums a series of days by week and by stage", () => {
  const part = (count: number, usd: number, owned = 0, ownedSumUsd = 0) => ({
    count,
    sumUsd: usd,
    about: owned < count,
    owned,
    ownedSumUsd,
    ...(usd === 20 && { approximate: true }),
  });
  const periods = [
    { start: "2026-10-28", ...part(1, 5, 1, 5), values: { seed: part(1, 5, 1, 5) } },
    { start: "2026-11-25", ...part(2, 30), values: { seed: part(1, 10), debt: part(1, 20) } },
    { start: "2026-11-26", ...part(1, 7), values: { seed: part(1, 7) } },
  ];
  const summary = { series: { interval: "day", split: "round", periods } } as unknown as Summary;
  const weeks = marketWeeks(summary, PERIOD);
  expect(weeks.map(({ since, usd, owned, rows }) => [since, usd, owned?.usd, rows])).toEqual([
    ["2026-10-28", 5, 5, 1],
    ["2026-11-02", 0, undefined, 0],
    ["2026-11-09", 0, undefined, 0],
    ["2026-11-16", 0, undefined, 0],
    ["2026-11-23", 37, 0, 3],
  ]);
  expect(
    marketStages(summary, 5).map(({ value, rows, owned, approximate }) => [value, rows, owned?.rows, approximate]),
  ).toEqual([
    ["seed", 3, 1, undefined],
    ["debt", 1, 0, true],
  ]);
  expect(marketStages(summary, 1).map(({ value, rows, usd, owned }) => [value, rows, usd, owned?.rows])).toEqual([
    ["seed", 3, 22, 1],
    [undefined, 1, 20, 0],
  ]);
});

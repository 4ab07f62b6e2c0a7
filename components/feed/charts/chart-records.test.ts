import { FEEDS } from "@dealflow/contract/feeds";
import { describe, expect, it } from "vitest";
import { amountPath, listDimensions } from "./chart-dimensions";
import { entriesOfRecords } from "./chart-entries";
import { periodsOfRecords, recentPeriods, type Window } from "./chart-periods";
import { addSums, sumRecord } from "./chart-sums";

function round(announcedAt: string, amountUsd: number | null, country: string | null = "US") {
  const hqCountry = country === null ? null : { code: country, name: `The land ${country}` };
  return {
    round: "series_a",
    announcedAt: `${announcedAt}T06:12:00.000Z`,
    amountUsd,
    investors: [{ id: "i-1", name: "Ardholt" }],
    company: { hqCountry },
  };
}

const ROUNDS = [round("2026-11-18", 40), round("2026-11-02", null, "GB"), round("2026-09-30", 2, null)];
const ALL = { since: undefined, until: undefined, hasMore: false, today: "2026-11-20" };
const TIME = { path: "announcedAt" };

function dimension(feed: keyof typeof FEEDS, key: string) {
  const found = listDimensions(FEEDS[feed]).find((one) => one.key === key);
  if (found === undefined || found.kind === "time") throw new Error(`${feed} has no ${key}`);
  return found;
}

describe("what a feed is drawn by", () => {
  it.each([
    ["funding", ["Time", "Round", "Country", "Industry", "Investors"], "amountUsd"],
    ["acquisitions", ["Time", "Payment", "Target country", "Target industry"], "dealAmountUsd"],
    ["execMoves", ["Time", "Move", "Seniority", "Country"], undefined],
    ["companies", ["Country", "Industry"], undefined],
    ["investors", ["Type", "Country"], undefined],
  ] as const)("%s", (feed, titles, amount) => {
    expect(listDimensions(FEEDS[feed]).map((one) => one.title)).toEqual(titles);
    expect(amountPath(FEEDS[feed])).toBe(amount);
  });
});

describe("sums over time", () => {
  const shown = (window: Partial<Window>, records = ROUNDS) => {
    const { grain, periods, missing } = periodsOfRecords(records, TIME, "amountUsd", { ...ALL, ...window });
    return { grain, missing, sums: periods.map(({ name, usd, rows }) => [name, usd, rows]) };
  };

  it("begin at the oldest row when all is loaded", () => {
    const { grain, missing, sums } = shown({});
    expect([grain, missing]).toEqual(["day", undefined]);
    expect([sums.length, sums[0], sums[48]]).toEqual([52, ["30 Sep 2026", 2, 1], ["17 Nov 2026", 0, 0]]);
  });

  it("leave room for what is not loaded, and mark where it ends", () => {
    const { grain, missing, sums } = shown({ hasMore: true });
    expect([grain, missing]).toEqual(["month", { periods: 9, before: "2026-09-30" }]);
    expect([sums[0], ...sums.slice(9)]).toEqual([
      ["Dec 2025", 0, 0],
      ["Sep 2026", 2, 1],
      ["Oct 2026", 0, 0],
      ["Nov 2026", 40, 2],
    ]);
    const old = shown({ hasMore: true }, [...ROUNDS, round("2023-06-01", 1)]);
    expect([old.grain, old.missing]).toEqual(["quarter", { periods: 2, before: "2023-06-01" }]);
  });

  it("are limited to the days of the query", () => {
    const { missing, sums } = shown({ since: "2026-08-15", until: "2026-11-19T00:00:00.000Z", hasMore: true });
    expect(missing).toEqual({ periods: 1, before: "2026-09-30" });
    expect([sums[0], sums.length]).toEqual([["Aug 2026", 0, 0], 4]);
    expect(shown({ since: "2026-11-18", until: "2026-11-18" }, ROUNDS.slice(0, 1)).sums).toEqual([
      ["18 Nov 2026", 40, 1],
    ]);
  });

  it("survive dates that are none", () => {
    expect(shown({}, [{ ...round("2026-11-18", 1), announcedAt: "soon" }]).sums).toHaveLength(12);
  });
});

describe("sums by value", () => {
  it("count amounts that are known and report how many are not", () => {
    const sum = (amount?: string) => addSums(ROUNDS.map((one) => sumRecord(one, amount)));
    expect(sum("amountUsd")).toEqual({ rows: 3, usd: 42, undisclosed: 1 });
    expect(sum()).toEqual({ rows: 3, usd: 0, undisclosed: 3 });
  });

  it("name values as their filter expects them", () => {
    const of = (key: string) =>
      entriesOfRecords(ROUNDS, dimension("funding", key), "amountUsd").map(({ value, title, usd }) => [
        value,
        title,
        usd,
      ]);
    expect(of("countries")).toEqual([
      ["US", "The land US", 40],
      ["GB", "The land GB", 0],
      ["unknown", "Unknown", 2],
    ]);
    expect(of("round")).toEqual([["series-a", "Series A", 42]]);
    expect(of("investors")).toEqual([["i-1", "Ardholt", 42]]);
  });
});

describe("the recent periods", () => {
  const years = (...rows: number[]) => {
    const records = rows.flatMap((many, index) =>
      Array.from({ length: many }, () => round(`${2001 + index}-06-01`, 1)),
    );
    return periodsOfRecords(records, TIME, undefined, { ...ALL, today: `${2000 + rows.length}-12-31` });
  };

  it("are the last ones that have 95 % of the rows, with their own labels", () => {
    const rows = [1, 0, 2, 0, 0, 0, 0, 0, 0, 40, 40, 17];
    const recent = recentPeriods(years(...rows));
    expect(recent.map(({ text, rows }) => [text, rows])).toEqual([
      ["2010", 40],
      ["2011", 40],
      ["2012", 17],
    ]);
  });

  it("are all of them where the first ones have more than the rest of the share, and where there are none", () => {
    expect(recentPeriods(years(10, 0, 0, 0, 0, 0, 0, 0, 0, 30, 40, 20))).toHaveLength(12);
    expect(recentPeriods({ grain: "year", periods: [] })).toEqual([]);
  });
});

it("adds up a brushed part with its owned records, where each period knows them", () => {
  const known = { rows: 3, usd: 40, undisclosed: 1, about: true, owned: { rows: 1, usd: 10 } };
  const exact = { rows: 2, usd: 5, undisclosed: 0, owned: { rows: 2, usd: 5 } };
  expect(addSums([known, exact])).toEqual({
    rows: 5,
    usd: 45,
    undisclosed: 1,
    about: true,
    owned: { rows: 3, usd: 15 },
  });
  expect(addSums([exact, { rows: 1, usd: 1, undisclosed: 0 }]).owned).toBeUndefined();
});

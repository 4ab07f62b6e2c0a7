import { expect, it } from "vitest";
import { formatTimeTick, timeSpan, timeTicks } from "./time-axis";

const texts = (from: string, to: string) => timeTicks([Date.parse(from), Date.parse(to)]).map(formatTimeTick);

it("marks months, with the year where one starts and in the first tick", () => {
  expect(texts("2025-11-20", "2026-04-02")).toEqual(["Dec 25", "2026", "Feb", "Mar", "Apr"]);
  expect(texts("2024-12-02", "2026-05-20")).toEqual(["2025", "Apr", "Jul", "Oct", "2026", "Apr"]);
});

it("marks years over years, not more than can be read", () => {
  expect(texts("2018-02-01", "2023-11-20")).toEqual(["2019", "2020", "2021", "2022", "2023"]);
  expect(texts("1999-06-01", "2026-11-20").length).toBeLessThanOrEqual(12);
});

it("spans all instants, and no less than requested", () => {
  const dates = (span: ReturnType<typeof timeSpan>) => span?.map((at) => new Date(at).toISOString().slice(0, 10));
  expect(dates(timeSpan([Date.parse("2026-11-20"), Date.parse("2026-11-10")], 30))).toEqual([
    "2026-10-31",
    "2026-11-30",
  ]);
  const now = new Date("2026-12-01");
  expect(dates(timeSpan([Date.parse("2026-11-20")], 30, now))).toEqual(["2026-11-01", "2026-12-01"]);
  expect(timeSpan([], 30, now)).toBeUndefined();
});

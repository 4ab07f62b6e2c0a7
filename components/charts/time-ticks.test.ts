import { expect, it } from "vitest";
import { spanOf, timeTicks } from "./time-ticks";

const texts = (from: string, to: string, most: number) =>
  timeTicks(new Date(from), new Date(to), most).map((tick) => tick.text);

it("names years over years", () => {
  expect(texts("2018-02-01", "2026-11-20", 9)).toEqual([
    "2019",
    "2020",
    "2021",
    "2022",
    "2023",
    "2024",
    "2025",
    "2026",
  ]);
});

it("names months over months, with the year where one starts", () => {
  expect(texts("2025-11-20", "2026-04-02", 5)).toEqual(["Dec", "Jan 26", "Feb", "Mar", "Apr"]);
});

it("names days over days and never hours", () => {
  expect(texts("2026-11-17", "2026-11-20", 4)).toEqual(["17 Nov", "18 Nov", "19 Nov", "20 Nov"]);
  expect(texts("2026-11-19", "2026-11-20", 12)).toEqual(["19 Nov", "20 Nov"]);
});

it("spans all instants, and no less than requested", () => {
  const [from, to] = spanOf([Date.parse("2026-11-20"), Number.NaN, Date.parse("2026-11-10")], 30) ?? [];
  expect([from?.toISOString().slice(0, 10), to?.toISOString().slice(0, 10)]).toEqual(["2026-10-31", "2026-11-30"]);
  const now = new Date("2026-12-01");
  expect(spanOf([Date.parse("2026-11-20")], 30, now)).toEqual([new Date("2026-11-01"), now]);
  expect(spanOf([Number.NaN], 30)).toBeUndefined();
  expect(spanOf([], 30, now)).toBeUndefined();
});

import { expect, it } from "vitest";
import { limitSeries, shownParts } from "./series";

const series = (...keys: string[]) => keys.map((key) => ({ key, title: key.toUpperCase() }));

it("gives each series that is used a colour by its place, with its sum over all columns", () => {
  const limited = limitSeries([{ b: 5, a: 20 }, { a: 1 }], series("a", "none", "b"));
  expect(limited.map(({ title, color, sum }) => [title, color, sum])).toEqual([
    ["A", "var(--chart-1)", 21],
    ["B", "var(--chart-2)", 5],
  ]);
  expect(shownParts({ b: 5, a: 20, unknown: 7 }, limited)).toEqual([20, 5]);
});

it("keeps the colour of a series with a place of its own next to any others", () => {
  const placed = series("a", "b", "c").map((one, place) => ({ ...one, place }));
  const getColors = (parts: Record<string, number>) => limitSeries([parts], placed).map(({ color }) => color);
  expect(getColors({ a: 1, c: 2 })).toEqual(["var(--chart-1)", "var(--chart-3)"]);
  expect(getColors({ c: 2 })).toEqual(["var(--chart-3)"]);
});

it("makes one series of all but the five largest when there are more series than colours", () => {
  const parts = { a: 1, b: 70, c: 60, d: 50, e: 2, f: 40, g: 30 };
  const limited = limitSeries([parts], series("a", "b", "c", "d", "e", "f", "g"));
  expect(limited.map(({ title, color, sum }) => [title, color, sum])).toEqual([
    ["B", "var(--chart-1)", 70],
    ["C", "var(--chart-2)", 60],
    ["D", "var(--chart-3)", 50],
    ["F", "var(--chart-4)", 40],
    ["G", "var(--chart-5)", 30],
    ["2 others", "var(--chart-axis)", 3],
  ]);
  expect(shownParts(parts, limited)).toEqual([70, 60, 50, 40, 30, 3]);
});

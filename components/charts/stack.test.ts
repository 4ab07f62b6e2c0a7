import { expect, it } from "vitest";
import { stacked } from "./stack";

const series = (...keys: string[]) => keys.map((key) => ({ key, title: key.toUpperCase() }));

it("stacks the parts of a day in the order of the series and leaves out what is nothing", () => {
  const { days, series: sums } = stacked(
    [{ day: "2026-11-20", parts: { b: 5, a: 20, unknown: 7 } }],
    series("a", "none", "b"),
  );
  expect(days).toEqual([
    {
      day: "2026-11-20",
      sum: 25,
      parts: [
        { key: "a", title: "A", colour: 1, from: 0, to: 20 },
        { key: "b", title: "B", colour: 3, from: 20, to: 25 },
      ],
    },
  ]);
  expect(sums.map(({ title, sum }) => [title, sum])).toEqual([
    ["A", 20],
    ["NONE", 0],
    ["B", 5],
  ]);
});

it("fills in the days on which nothing was used", () => {
  const { days } = stacked(
    [
      { day: "2026-03-01", parts: { a: 2 } },
      { day: "2026-02-27", parts: { a: 1 } },
    ],
    series("a"),
  );
  expect(days.map(({ day, sum }) => [day, sum])).toEqual([
    ["2026-02-27", 1],
    ["2026-02-28", 0],
    ["2026-03-01", 2],
  ]);
});

it("makes one part of all but the five largest when there are more series than colours", () => {
  const parts = { a: 1, b: 70, c: 60, d: 50, e: 2, f: 40, g: 30 };
  const { days, series: sums } = stacked([{ day: "2026-11-20", parts }], series("a", "b", "c", "d", "e", "f", "g"));
  expect(sums.map(({ title, sum, colour }) => [title, sum, colour])).toEqual([
    ["B", 70, 1],
    ["C", 60, 2],
    ["D", 50, 3],
    ["F", 40, 4],
    ["G", 30, 5],
    ["2 others", 3, 0],
  ]);
  expect(days[0]?.parts.at(-1)).toMatchObject({ title: "2 others", from: 250, to: 253 });
});

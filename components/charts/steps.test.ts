import { expect, it } from "vitest";
import { stepsOf } from "./steps";

it("adds rounds up in the order of their dates, whatever order they are given in", () => {
  const steps = stepsOf([
    { date: "2023-07-20T00:00:00.000Z", usd: 14_000_000, label: "Series A" },
    { date: "2018-03-01T00:00:00.000Z", usd: 3_200_000, label: "Seed" },
  ]);
  expect(steps.map(({ label, from, to }) => [label, from, to])).toEqual([
    ["Seed", 0, 3_200_000],
    ["Series A", 3_200_000, 17_200_000],
  ]);
});

it("keeps an undisclosed round as a step of no height and omits what has no date", () => {
  const steps = stepsOf([
    { date: "soon", usd: 1, label: "Series B" },
    { date: "2020-01-01", usd: 5, label: "Seed" },
    { date: "2021-01-01", usd: null, label: "Series A" },
  ]);
  expect(steps.map(({ label, from, to }) => [label, from, to])).toEqual([
    ["Seed", 0, 5],
    ["Series A", 5, 5],
  ]);
});

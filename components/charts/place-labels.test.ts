import { expect, it } from "vitest";
import { CHARACTER } from "@/components/ui/chart";
import { placeLabels } from "./place-labels";

const PLOT = { left: 0, top: 0, right: 400, bottom: 150 };
const label = (x: number, y: number, weight = 1) => ({ x, y, text: "Seed $3.2m", weight });

it("writes above the point to the right where nothing is in the way", () => {
  expect(placeLabels([label(50, 100)], [], PLOT)).toEqual([{ x: 51, y: 85, anchor: "start" }]);
});

it("moves left of the point at the right edge", () => {
  expect(placeLabels([label(390, 100)], [], PLOT)).toEqual([{ x: 380, y: 100, anchor: "end" }]);
});

it("avoids lines", () => {
  const rise = { left: 89, right: 91, top: 20, bottom: 140 };
  const before = { left: 0, right: 50, top: 99, bottom: 101 };
  expect(placeLabels([label(50, 100)], [rise], PLOT)).toEqual([undefined]);
  expect(placeLabels([label(80, 100)], [rise], PLOT)).toEqual([{ x: 70, y: 100, anchor: "end" }]);
  expect(placeLabels([label(70, 100)], [rise, before], PLOT)).toEqual([{ x: 68, y: 85, anchor: "end" }]);
});

it("leaves a gap between labels of one line", () => {
  const width = "Seed $3.2m".length * CHARACTER;
  const [light] = placeLabels([label(197 - width, 100, 1), label(200, 100, 2)], [], PLOT);
  expect(light?.anchor).toBe("end");
});

it("places the label of more weight first", () => {
  const [light, heavy] = placeLabels([label(100, 100, 1), label(110, 100, 2)], [], PLOT);
  expect(heavy).toEqual({ x: 111, y: 85, anchor: "start" });
  expect(light).toEqual({ x: 90, y: 100, anchor: "end" });
});

import { expect, it } from "vitest";
import { clusterMarks } from "./cluster-marks";

const mark = (x: number, event: string, y = 0) => ({ x, y, event });

it("joins what is less than a target apart, in order of time", () => {
  const clusters = clusterMarks([mark(110, "c"), mark(100, "a"), mark(105, "b"), mark(124, "d")]);
  expect(clusters).toEqual([
    { x: 105, y: 0, events: ["a", "b", "c"] },
    { x: 124, y: 0, events: ["d"] },
  ]);
});

it("joins clusters whose circles would overlap", () => {
  const clusters = clusterMarks([mark(100, "a"), mark(120, "b"), mark(122, "c"), mark(125, "d"), mark(200, "e")]);
  expect(clusters.map(({ x, events }) => [x, events.join("")])).toEqual([
    [116.75, "abcd"],
    [200, "e"],
  ]);
});

it("keeps what is in another lane apart", () => {
  expect(clusterMarks([mark(100, "a"), mark(100, "b", 32)])).toHaveLength(2);
});

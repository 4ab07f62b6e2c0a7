import { expect, it } from "vitest";
import { LARGEST_ZOOM, panned, WHOLE_WORLD, zoomed } from "./map-view";
import { WORLD } from "./world";

it("zooms around a point, which stays where it is", () => {
  const at = [300, 200] as const;
  const view = zoomed(WHOLE_WORLD, 2, at);
  expect(view).toEqual({ zoom: 2, x: -300, y: -200 });
  const further = zoomed(view, 1.5, at);
  // The same point of the sheet is under `at` before and after.
  expect((at[0] - further.x) / further.zoom).toBeCloseTo((at[0] - view.x) / view.zoom);
});

it("stays between the whole world and the largest zoom", () => {
  expect(zoomed(WHOLE_WORLD, 0.5)).toEqual(WHOLE_WORLD);
  expect(zoomed(WHOLE_WORLD, 1_000).zoom).toBe(LARGEST_ZOOM);
});

it("pans within the sheet and no further", () => {
  expect(panned(WHOLE_WORLD, 50, -50)).toEqual(WHOLE_WORLD);
  const view = zoomed(WHOLE_WORLD, 2);
  expect(panned(view, 10, -20)).toEqual({ zoom: 2, x: view.x + 10, y: view.y - 20 });
  expect(panned(view, 9_999, -9_999)).toEqual({ zoom: 2, x: 0, y: -WORLD.height });
});

import { expect, it } from "vitest";
import { AT_START, getPlacement, getScrollScale } from "./scroll-scale";

const VIEWPORT = 500;

it("leaves tables that a browser can draw as they are", () => {
  expect(getScrollScale(500_000, 28, VIEWPORT)).toEqual({ height: 14_000_000, factor: 1 });
  expect(getPlacement(400_000, 400_000 * 28, 28, 1)).toBe(AT_START);
});

it.each([
  [1_000_000, 28],
  [1_000_000, 87],
  [15_000_000, 36],
])(
  "reaches the first and the last of %i lines of %i px, and draws those in the window at their places",
  (count, rowHeight) => {
    const { height, factor } = getScrollScale(count, rowHeight, VIEWPORT);
    for (const scrolled of [0, 1_234_567, height - VIEWPORT]) {
      const top = scrolled * factor;
      const first = Math.floor(top / rowHeight);
      const { base, shift } = getPlacement(first, top, rowHeight, factor);
      // Where a line is drawn in the window is where it is among the lines above the window.
      expect(shift + (first - base) * rowHeight - scrolled).toBeCloseTo(first * rowHeight - top, 2);
    }
    expect((height - VIEWPORT) * factor + VIEWPORT).toBeCloseTo(count * rowHeight, 2);
  },
);

/**
 * A scale from 0 in two even steps of a round size. The scales of d3 do this and much more, and are 8 kB of every feed's
 * page; here a page draws columns before anybody has asked for a chart.
 */

const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10];

/** The values at the lines, from 0 up; the last one is at least the largest value. */
export function valueSteps(largest: number, whole: boolean): [0, number, number] {
  const least = largest <= 0 || whole ? Math.max(1, largest / 2) : largest / 2;
  const power = 10 ** Math.floor(Math.log10(least));
  const sizes = ROUND.map((size) => size * power).filter((size) => !whole || Number.isInteger(size));
  const step = sizes.find((size) => size >= least) ?? 10 * power;
  return [0, step, 2 * step];
}

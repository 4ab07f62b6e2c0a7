/**
 * Which values of a list are shown before all of them are requested: always the same ones and what is chosen, so that the hand
 * finds a value where it was.
 */
import type { ListName, ManyFilter, OneFilter } from "@/lib/contract/filters";
import { isLong, type Listed, lengthOf, POPULAR } from "./value-lists";

export type ListFilter = ManyFilter | OneFilter;

/** More chosen values than this wait behind "more" with the rest. */
const MOST_SELECTED = 20;
/** Lists of at most this many values are shown whole and need no search. */
const SHORT_ENOUGH = 10;
const TOP = 8;

/** How many values of a list are shown at first, if none is chosen. */
export function topSize(name: ListName): number {
  if (isLong(name)) return POPULAR[name].length;
  return lengthOf(name) <= SHORT_ENOUGH ? SHORT_ENOUGH : TOP;
}

/** A short list begins at its beginning, a long one with its popular values; then come the chosen ones, in their order. */
export function firstValues(name: ListName, values: readonly Listed[], chosen: readonly string[]): ReadonlySet<string> {
  const usual = isLong(name) ? POPULAR[name] : values.slice(0, topSize(name)).map(({ value }) => value);
  const others = values.filter(({ value }) => chosen.includes(value) && !usual.includes(value));
  return new Set([...usual, ...others.slice(0, MOST_SELECTED).map(({ value }) => value)]);
}

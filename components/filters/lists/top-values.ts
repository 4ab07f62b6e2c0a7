/** Selects the values of a list that are shown before all of them are requested. */
import type { ListName, ManyFilter, OneFilter } from "@dealflow/contract/filters";
import { isLong, type Listed, listLength, POPULAR } from "./value-lists";

export type ListFilter = ManyFilter | OneFilter;

/** More chosen values than this are shown behind "more" with the rest. */
const MOST_SELECTED = 20;
/** Lists of at most this many values are shown whole and need no search. */
const SHORT_ENOUGH = 10;
const TOP = 8;
/** The order of these lists means something, such as stages and sizes. */
const ORDERED: ReadonlySet<ListName> = new Set(["rounds", "employeeBuckets", "roleSeniorities"]);

/** Returns how many values of a list are shown at first, if none is chosen. */
export function topSize(name: ListName): number {
  if (isLong(name)) return POPULAR[name].length;
  return listLength(name) <= SHORT_ENOUGH ? SHORT_ENOUGH : TOP;
}

/**
 * A short list begins at its beginning, a long one with its popular values, and a ranked one with the most frequent;
 * then the chosen ones follow, in their order.
 */
export function firstValues(
  name: ListName,
  values: readonly Listed[],
  chosen: readonly string[],
  ranked?: readonly string[],
): ReadonlySet<string> {
  const usual = ranked?.slice(0, topSize(name)) ?? usualValues(name, values);
  const others = values.filter(({ value }) => chosen.includes(value) && !usual.includes(value));
  return new Set([...usual, ...others.slice(0, MOST_SELECTED).map(({ value }) => value)]);
}

/**
 * Returns the values of a list that is not shown whole, the most frequent first; equally frequent ones keep the usual
 * order, then that of their titles. Returns undefined for a list whose order means something.
 */
export function rankValues(
  name: ListName,
  values: readonly Listed[],
  countRows: (value: string) => number,
): readonly string[] | undefined {
  if (ORDERED.has(name) || topSize(name) >= listLength(name)) return undefined;
  const usual = usualValues(name, values);
  const others = values
    .filter(({ value }) => !usual.includes(value))
    .sort((a, b) => a.title.localeCompare(b.title, "en"))
    .map(({ value }) => value);
  return [...usual, ...others].sort((a, b) => countRows(b) - countRows(a));
}

function usualValues(name: ListName, values: readonly Listed[]): readonly string[] {
  return isLong(name) ? POPULAR[name] : values.slice(0, topSize(name)).map(({ value }) => value);
}

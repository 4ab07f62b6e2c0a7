/**
 * Selects the values of a list that are shown before all of them are requested: always the same ones and the chosen
 * ones, so that a person finds a value where it was.
 */
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
 * A short list begins at its beginning, a long one with its popular values; then the chosen ones follow, in their
 * order.
 * @param countRows counts the rows with a value: a list without a natural order begins with the most frequent ones
 */
export function firstValues(
  name: ListName,
  values: readonly Listed[],
  chosen: readonly string[],
  countRows?: (value: string) => number,
): ReadonlySet<string> {
  const listed = isLong(name) ? POPULAR[name] : values.slice(0, topSize(name)).map(({ value }) => value);
  const usual =
    countRows === undefined || ORDERED.has(name) ? listed : mostFrequent(values, topSize(name), countRows, listed);
  const others = values.filter(({ value }) => chosen.includes(value) && !usual.includes(value));
  return new Set([...usual, ...others.slice(0, MOST_SELECTED).map(({ value }) => value)]);
}

/** Equally frequent values keep the usual order. Values that were not loaded yet are not ranked. */
function mostFrequent(
  values: readonly Listed[],
  most: number,
  countRows: (value: string) => number,
  usual: readonly string[],
): readonly string[] {
  const others = values.map(({ value }) => value).filter((value) => !usual.includes(value));
  return [...usual, ...others].sort((a, b) => countRows(b) - countRows(a)).slice(0, most);
}

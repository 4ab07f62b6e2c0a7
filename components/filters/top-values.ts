/** Which values of a list are shown before all of them are requested. */
import type { ListName, ManyFilter, OneFilter } from "@/lib/contract/filters";
import { normalizeSpelling } from "@/lib/filters/facts";
import { isLong, type Listed, lengthOf, POPULAR } from "./value-lists";

export type ListFilter = ManyFilter | OneFilter;

interface Wish {
  /** Always shown. */
  selected: readonly string[];
  /** Keys are as `key` spells them. */
  counts: ReadonlyMap<string, number>;
  key?: (value: string) => string;
  /** Used when counts do not decide. */
  popular: readonly string[];
  /** How many at least. */
  size: number;
}

/** More chosen values than this wait behind "more" with the rest. */
const MOST_SELECTED = 20;

export function topValues(
  values: readonly Listed[],
  { selected, counts, key = String, popular, size }: Wish,
): Set<string> {
  const chosen = new Set(selected);
  const rank = (item: Listed) => {
    const index = popular.indexOf(item.value);
    return index < 0 ? popular.length : index;
  };
  const top = new Set(
    values
      .filter((item) => chosen.has(item.value))
      .slice(0, MOST_SELECTED)
      .map((item) => item.value),
  );
  const others = values.filter((item) => !top.has(item.value));
  others.sort((a, b) => (counts.get(key(b.value)) ?? 0) - (counts.get(key(a.value)) ?? 0) || rank(a) - rank(b));
  for (const item of others) {
    if (top.size >= size) break;
    top.add(item.value);
  }
  return top;
}

/** Lists of at most this many values are shown whole and need no search. */
const SHORT_ENOUGH = 10;
const TOP = 8;
/** Countries take lines of their own for their continents. */
const TOP_COUNTRIES = 5;

/** How many values of a list are shown at first. */
export function topSize(name: ListName): number {
  if (name === "countries") return TOP_COUNTRIES;
  return lengthOf(name) <= SHORT_ENOUGH ? SHORT_ENOUGH : TOP;
}

/** What is shown of a list at first: a short one begins at its beginning, a long one with what is most wanted. */
export function firstValues(
  filter: ListFilter,
  values: readonly Listed[],
  selected: readonly string[],
  counts: ReadonlyMap<string, number>,
): ReadonlySet<string> {
  const ranking = isLong(filter.list)
    ? { counts, popular: POPULAR[filter.list] }
    : { counts: new Map<string, number>(), popular: [] };
  return topValues(values, {
    selected,
    key: (value) => normalizeSpelling(filter, value),
    size: topSize(filter.list),
    ...ranking,
  });
}

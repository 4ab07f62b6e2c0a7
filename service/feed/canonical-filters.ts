/** Writes the filters and order of a query in a canonical form, independent of the order they were given in. */
import { FEEDS } from "@dealflow/contract/feeds";
import type { AnyQuery, Filter } from "@dealflow/contract/filters";

/** The `false` of these flags is a filter too; for all others it is the same as leaving them out. */
const EITHER: ReadonlySet<string> = new Set(
  Object.values(FEEDS)
    .flatMap(({ filters }): readonly Filter[] => filters)
    .flatMap((filter) => (filter.kind === "flag" && filter.either ? [filter.param] : [])),
);

export function canonicalFilters(query: AnyQuery): string {
  const entries = Object.entries(query)
    .filter(([name, value]) => value !== undefined && !isDefault(query, name, value))
    .map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(entries);
}

/** Tells whether the value is a default that was stated explicitly (decisions, Orders). */
function isDefault({ sort }: AnyQuery, name: string, value: AnyQuery[string]): boolean {
  if (value === false) return !EITHER.has(name);
  if (name === "sort") return value === "recent";
  return name === "sortDirection" && value === (sort === "prominence" ? "desc" : "asc");
}

/** The filters and order of a query in a canonical form, whatever order they were given in. */
import type { AnyQuery } from "@/lib/contract/filters";

export function canonicalFilters(query: AnyQuery): string {
  const entries = Object.entries(query)
    .filter(([name, value]) => value !== undefined && !isDefault(query, name, value))
    .map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(entries);
}

/** The default order, stated explicitly (decisions, Orders). */
function isDefault({ sort }: AnyQuery, name: string, value: AnyQuery[string]): boolean {
  if (name === "sort") return value === "recent";
  return name === "sortDirection" && value === (sort === "prominence" ? "desc" : "asc");
}

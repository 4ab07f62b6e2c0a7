/** The filters and order of a query in a canonical form, whatever order they were given in; without paging. */
import { CURSOR_PARAMETER, LIMIT_PARAMETER, TOTAL_PARAMETER } from "@/lib/contract/feeds";
import type { AnyQuery } from "@/lib/contract/filters";

const PAGING: ReadonlySet<string> = new Set([CURSOR_PARAMETER, LIMIT_PARAMETER, TOTAL_PARAMETER]);

export function canonicalFilters(query: AnyQuery): string {
  const entries = Object.entries(query)
    .filter(([name, value]) => value !== undefined && !PAGING.has(name) && !isDefault(query, name, value))
    .map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(entries);
}

/** The default order, stated explicitly (decisions, Orders). */
function isDefault({ sort }: AnyQuery, name: string, value: AnyQuery[string]): boolean {
  if (name === "sort") return value === "recent";
  return name === "sortDirection" && value === (sort === "prominence" ? "desc" : "asc");
}

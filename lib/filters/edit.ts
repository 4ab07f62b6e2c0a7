import type { Feed } from "@dealflow/contract/feeds";
import { type AnyQuery, type Filter, filterParameters } from "@dealflow/contract/filters";

export function activeFilters(feed: Feed, query: AnyQuery): Filter[] {
  return feed.filters.filter((filter) => filterParameters(filter).some((name) => query[name] !== undefined));
}

export function clearFilter(query: AnyQuery, filter: Filter): AnyQuery {
  const cleared = filterParameters(filter);
  return Object.fromEntries(Object.entries(query).filter(([name]) => !cleared.includes(name)));
}

/** Returns the query with one parameter set; undefined, and an empty list, remove it. */
export function withValue(query: AnyQuery, param: string, value: AnyQuery[string]): AnyQuery {
  const { [param]: _, ...rest } = query;
  const nothing = value === undefined || (typeof value === "object" && value.length === 0);
  return nothing ? rest : { ...rest, [param]: value };
}

/** Returns the query without its filters; the order of the list stays. */
export function clearAll(feed: Feed, query: AnyQuery): AnyQuery {
  const order = feed.order.map(({ param }) => param);
  return Object.fromEntries(Object.entries(query).filter(([name]) => order.includes(name)));
}

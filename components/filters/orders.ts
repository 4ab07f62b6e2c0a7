/** Lists the orders in which the API serves the company directory; the order is part of the query. */
import { FEEDS } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import { COMPANY_SORTS, SORT_DIRECTIONS } from "@dealflow/contract/values/organisations";

const [sort, direction] = FEEDS.companies.order;
const [, prominence] = COMPANY_SORTS;
const [ascending] = SORT_DIRECTIONS;

export const ORDERS: readonly { readonly title: string; readonly query: AnyQuery }[] = [
  { title: "Oldest update first", query: {} },
  { title: "Most prominent first", query: { [sort.param]: prominence.value } },
  {
    title: "Least prominent first",
    query: { [sort.param]: prominence.value, [direction.param]: ascending.value },
  },
];

/** Returns the index of the query's order in the list above. */
export function orderIndex(query: AnyQuery): number {
  if (query[sort.param] !== prominence.value) return 0;
  return query[direction.param] === ascending.value ? 2 : 1;
}

/** Returns the query in another order. */
export function inOrder(query: AnyQuery, index: number): AnyQuery {
  const { [sort.param]: _, [direction.param]: __, ...filters } = query;
  return { ...filters, ...ORDERS[index]?.query };
}

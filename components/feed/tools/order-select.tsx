/** Chooses the order of a directory, which column headers do not show. */
import type { AnyQuery } from "@dealflow/contract/filters";
import type { FeedKind } from "@/components/feed/kind";
import { useFeedView } from "@/lib/client/feed-view";

export interface NamedOrder {
  readonly title: string;
  /** The order of the whole list, as in the address; an empty text is the list's own. */
  readonly order: string;
  /** These parameters of the public API request the order where our service does not order the list. */
  readonly query?: AnyQuery;
}

/** The list of events has one order that is not a column's. */
const AS_LISTED: readonly NamedOrder[] = [{ title: "As listed", order: "", query: {} }];
const NONE = -1;

/** Returns the orders that the list can have, and which of them it has; none of them while it is sorted by a column. */
export function useNamedOrders(orders: FeedKind<never>["orders"] = AS_LISTED) {
  const { query, setQuery, shownOrder, setOrder, isOrdered, opened } = useFeedView();
  const { sort, sortDirection, ...filters } = query;
  const named = isOrdered ? orders : orders.filter((one) => one.query !== undefined);
  const written = shownOrder === "" && sortDirection === "asc" ? "prominence.ascending" : shownOrder;
  return {
    named,
    chosen: named.findIndex((one) =>
      isOrdered ? one.order === written : one.query?.sort === sort && one.query?.sortDirection === sortDirection,
    ),
    choose: (one: NamedOrder) => {
      if (isOrdered) setOrder(one.order === (opened?.sort ?? "") ? undefined : one.order);
      // An order in the query, as the public API has it, would otherwise be the list's own.
      setQuery(isOrdered ? filters : { ...filters, ...one.query });
    },
  };
}

export function OrderSelect({ orders }: { orders: readonly NamedOrder[] }) {
  const { named, chosen, choose } = useNamedOrders(orders);
  return (
    <select
      className="focus-ring h-control rounded-2 border border-line-button bg-surface px-1.5 font-medium text-text-2 @max-[720px]/main:hidden"
      aria-label="Order"
      value={chosen}
      onChange={(event) => {
        const one = named[Number(event.target.value)];
        if (one !== undefined) choose(one);
      }}
    >
      {chosen === NONE && <option value={NONE}>By column</option>}
      {named.map(({ title }, index) => (
        <option key={title} value={index}>
          {title}
        </option>
      ))}
    </select>
  );
}

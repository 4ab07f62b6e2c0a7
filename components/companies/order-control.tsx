"use client";

import { inOrder, ORDERS, orderOf } from "@/components/filters/orders";
import { useFeedView } from "@/lib/client/feed-view";

/** The order in which the API serves the list, which is part of the query. */
export function OrderControl() {
  const { query, setQuery } = useFeedView();
  return (
    <select
      className="feed-order feed-order-choice focus-ring"
      aria-label="Order"
      value={orderOf(query)}
      onChange={(event) => setQuery(inOrder(query, Number(event.target.value)))}
    >
      {ORDERS.map(({ title }, place) => (
        <option key={title} value={place}>
          {title}
        </option>
      ))}
    </select>
  );
}

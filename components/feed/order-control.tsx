"use client";

import { inOrder, ORDERS, orderOf } from "@/components/filters/orders";
import { useFeedView } from "@/lib/client/feed-view";
import { FEEDS } from "@/lib/contract/feeds";

/** The order in which the API serves the list: a choice where it offers one, which is part of the query. */
export function OrderControl({ words }: { words: string }) {
  const { feed, query, setQuery } = useFeedView();
  if (FEEDS[feed].order.length === 0) return <span className="feed-order">{words}</span>;
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

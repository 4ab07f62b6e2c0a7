"use client";

import { inOrder, ORDERS, orderIndex } from "@/components/filters/orders";
import { Link } from "@/components/ui/link";
import { TEXT_LINK } from "@/components/ui/text-link";
import { useFeedView } from "@/lib/client/feed-view";
import { LOOK_UP_PAGE } from "@/lib/client/timelines/addresses";

/** Offers a search for one company and the order in which the API serves the list. */
export function OrderControl() {
  const { query, setQuery } = useFeedView();
  return (
    <>
      <Link href={LOOK_UP_PAGE} className={`${TEXT_LINK} whitespace-nowrap`}>
        Look up
      </Link>
      <select
        className="focus-ring h-control rounded-2 border border-line-button bg-surface px-1.5 font-medium text-text-2 @max-[720px]/main:hidden"
        aria-label="Order"
        value={orderIndex(query)}
        onChange={(event) => setQuery(inOrder(query, Number(event.target.value)))}
      >
        {ORDERS.map(({ title }, index) => (
          <option key={title} value={index}>
            {title}
          </option>
        ))}
      </select>
    </>
  );
}

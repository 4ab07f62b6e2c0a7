"use client";
/** Chooses the order of the list, where the API offers several. */
import { Radio } from "@/components/ui/radio";
import { inOrder, ORDERS, orderIndex } from "../orders";
import { useFacet } from "./facet-context";

export function OrderFacet() {
  const { query, edit } = useFacet();
  const chosen = orderIndex(query);
  return (
    <div role="radiogroup" aria-label="Order">
      {ORDERS.map(({ title }, index) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the mark in it is ours
        <label
          key={title}
          className="-mx-2 flex h-row-facet cursor-pointer items-center gap-2 rounded-2 px-2 text-12 text-text-1 hover:bg-text-1/5 in-data-touch:h-row-touch in-data-touch:gap-3 in-data-touch:text-15"
        >
          <Radio name="order" checked={index === chosen} onChange={() => edit((before) => inOrder(before, index))} />
          {title}
        </label>
      ))}
    </div>
  );
}

"use client";
import { LIMIT } from "@dealflow/contract/feeds";
import { PriceTag } from "@/components/ui/price-tag";
import { useFeedView } from "@/lib/client/feed-view";
import { count, formatCount } from "@/lib/format/counts";
import { exactPrice } from "@/lib/format/price";
import { permitReveal, useReveal } from "@/lib/spending/reveal-state";
import { useSpend } from "../spend/spend";
import { useSelection } from "./selection";

/** Buys those of the selected rows that are not owned, which stay selected. */
export function ShowSelected() {
  const { feed, canonical, listed, offline } = useFeedView();
  const { keys, replace } = useSelection();
  const { pending } = useReveal();
  const { dialog, spend } = useSpend();
  const references = listed.flatMap(({ preview }) =>
    preview !== undefined && keys.has(preview.reference) ? [preview.reference] : [],
  );
  if (references.length === 0) return null;

  async function show() {
    permitReveal(feed, canonical);
    const { reveal } = await import("@/lib/spending/reveal");
    const bought = await reveal(feed, canonical, references);
    replace(references, bought);
  }

  const action = `Show ${count(references.length)}`;
  const price = exactPrice(references.length);
  return (
    <>
      <PriceTag
        primary
        price={price}
        busy={pending.length > 0}
        disabled={offline || references.length > LIMIT.max}
        title={references.length > LIMIT.max ? `At most ${LIMIT.max} records can be bought at once` : undefined}
        onClick={() =>
          spend({
            question: `Show ${formatCount(references.length, "selected record")}?`,
            action,
            price,
            buy: () => void show(),
          })
        }
      >
        {action}
      </PriceTag>
      {dialog}
    </>
  );
}

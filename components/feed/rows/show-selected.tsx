"use client";
import { LIMIT } from "@dealflow/contract/feeds";
import { PriceTag } from "@/components/ui/price-tag";
import { useFeedView } from "@/lib/client/feed-view";
import { count, formatCount } from "@/lib/format/counts";
import { exactPrice } from "@/lib/format/price";
import { useSpend } from "../spend/spend";
import { useSelection } from "./selection";

/** Buys the selected rows that are not owned, and keeps the selection. */
export function ShowSelected() {
  const { listed, offline, buying } = useFeedView();
  const { keys, replace } = useSelection();
  const { dialog, spend } = useSpend();
  const references = listed.flatMap(({ preview }) =>
    preview !== undefined && keys.has(preview.reference) ? [preview.reference] : [],
  );
  if (references.length === 0) return null;

  async function show() {
    const bought = await buying.buy({ references });
    if (bought !== undefined)
      replace(
        references,
        bought.rows.map(({ key }) => key),
      );
  }

  const action = `Show ${count(references.length)}`;
  const price = exactPrice(references.length);
  return (
    <>
      <PriceTag
        primary
        price={price}
        busy={buying.isPending}
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

"use client";

import { useState } from "react";
import { LoadButton } from "@/components/feed/load-button";
import { PriceTag } from "@/components/ui/price-tag";
import { Segmented } from "@/components/ui/segmented";
import { TEXT_LINK } from "@/components/ui/text-link";
import { useMeter } from "@/lib/client/meter";
import { updateUi, useUi } from "@/lib/client/ui-store";
import { count, credits } from "@/lib/format/counts";
import { maxPrice } from "@/lib/format/price";
import { EndRow } from "./end-row";

/** Limits to choose from, in credits of one view. */
const LIMITS = [100, 200, 500, 1000] as const;

interface Props {
  used: number;
  continueTo: (credits: number) => void;
  more: number | undefined;
  next: number;
  disabled: boolean;
  onLoad: () => void;
}

/** Endless scrolling stops here until the person raises the limit. */
export function SpendingLimitRow({ used, continueTo, more, next, disabled, onLoad }: Props) {
  // Also how far one press continues.
  const limit = useUi(({ spendingLimit }) => spendingLimit);
  const { balance } = useMeter();
  const [changing, setChanging] = useState(false);
  const goal = used + Math.min(limit, more ?? limit, balance || limit);
  return (
    <EndRow
      label="Paused"
      title={`Paused at ${credits(used)} in this view`}
      text={
        <>
          {more !== undefined && `${count(more)} more match. `}
          <button type="button" className={TEXT_LINK} aria-expanded={changing} onClick={() => setChanging(!changing)}>
            Change the limit
          </button>
        </>
      }
      actions={
        <>
          <LoadButton next={next} more disabled={disabled} onLoad={onLoad} />
          <PriceTag primary price={maxPrice(goal - used)} disabled={disabled} onClick={() => continueTo(goal)}>
            Continue to {count(goal)}
          </PriceTag>
        </>
      }
    >
      {changing && (
        <Segmented
          label="Credits in one view before scrolling pauses"
          options={LIMITS.map((value) => ({ value: String(value), title: count(value) }))}
          value={String(limit)}
          onChange={(value) => {
            updateUi({ spendingLimit: Number(value) });
            setChanging(false);
          }}
        />
      )}
    </EndRow>
  );
}

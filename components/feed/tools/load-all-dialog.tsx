"use client";

import { useId } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { PriceTag } from "@/components/ui/price-tag";
import { useMeter } from "@/lib/client/meter";
import { count, credits, formatCount, formatMaxCredits } from "@/lib/format/counts";
import { maxPrice } from "@/lib/format/price";
import type { LoadAllPlan } from "@/lib/spending/load-all-run";

interface Props {
  plan: LoadAllPlan;
  onStart: () => void;
  onClose: () => void;
}

/** Shows the sum and what is left after it, before it is spent. Is open for as long as it is mounted. */
export function LoadAllDialog({ plan: { total, bound }, onStart, onClose }: Props) {
  const { balance, estimated } = useMeter();
  const most = Math.min(bound, balance ?? bound);
  const text = useId();
  return (
    <Dialog
      title={total === undefined ? "Load all rows" : `Load all ${formatCount(total, "row")}`}
      describedBy={text}
      onClose={onClose}
    >
      {(close) => (
        <>
          <div id={text} className="mt-2 mb-5 grid gap-2 text-text-2">
            <p>
              {total === undefined
                ? `How many rows match is not known. Loading stops after ${credits(most)}.`
                : `${formatCount(bound, "row")} are not loaded yet: ${formatMaxCredits(most)}.`}{" "}
              It can be stopped at any time; what is loaded is kept.
            </p>
            {balance !== null && (
              <p>
                {balance >= bound
                  ? `${credits(balance)} left now${estimated ? ", estimated" : ""}, at least ${count(balance - bound)} after it.`
                  : `${credits(balance)} left now${estimated ? ", estimated" : ""}: loading stops when they are used up.`}
              </p>
            )}
          </div>
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <PriceTag primary price={maxPrice(bound)} onClick={onStart}>
              Load all{total !== undefined && ` ${count(total)}`}
            </PriceTag>
          </div>
        </>
      )}
    </Dialog>
  );
}

"use client";

import { useEffect, useId, useRef } from "react";
import { Button } from "@/components/ui/button";
import { PriceTag } from "@/components/ui/price-tag";
import type { LoadAllPlan } from "@/lib/client/load-all-run";
import { useMeter } from "@/lib/client/meter";
import { count, counted, credits, upToCredits } from "@/lib/format/counts";

interface Props {
  plan: LoadAllPlan;
  onStart: () => void;
  onClose: () => void;
}

/** Says the sum and what is left after it, before it is spent. Is open for as long as it is mounted. */
export function LoadAllDialog({ plan: { total, bound }, onStart, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { balance, estimated } = useMeter();
  const title = useId();
  const text = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; this is a click beside it
    <dialog
      ref={dialog}
      className="keys"
      aria-labelledby={title}
      aria-describedby={text}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div className="keys-inside">
        <h2 id={title} className="text-15 font-semibold tracking-tight">
          {total === undefined ? "Load all rows" : `Load all ${counted(total, "row")}`}
        </h2>
        <div id={text} className="tool-words">
          <p>
            {total === undefined
              ? `How many rows match is not known. Loading stops after ${credits(bound)}.`
              : `${counted(bound, "row")} are not loaded yet: up to ${credits(bound)}.`}{" "}
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
        <div className="tool-ways">
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
          <PriceTag primary price={upToCredits(bound)} onClick={onStart}>
            Load all{total !== undefined && ` ${count(total)}`}
          </PriceTag>
        </div>
      </div>
    </dialog>
  );
}

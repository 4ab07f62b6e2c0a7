"use client";

import { PriceTag } from "@/components/ui/price-tag";
import { useFeedView } from "@/lib/client/feed-view";
import { count } from "@/lib/format/counts";
import { nextPrice } from "./summary";

interface Props {
  /** Maximum number of records of the next page. */
  next: number;
  /** Rows are there already. */
  more: boolean;
  disabled: boolean;
  onLoad: () => void;
  className?: string;
}

/** Buys one page, or shows one that was bought before. */
export function LoadButton({ next, more, disabled, onLoad, className }: Props) {
  const view = useFeedView();
  const busy = view.loadingMore || view.loadingCached;
  return (
    <PriceTag
      price={nextPrice(view, next)}
      busy={busy}
      disabled={disabled}
      onClick={onLoad}
      {...(className && { className })}
    >
      {busy ? (
        // As wide as before.
        <span className="grid">
          <span className="invisible col-start-1 row-start-1">{wordsOf(next, more)}</span>
          <span className="col-start-1 row-start-1">Loading</span>
        </span>
      ) : (
        wordsOf(next, more)
      )}
    </PriceTag>
  );
}

function wordsOf(next: number, more: boolean): string {
  return `Load ${count(next)}${more ? " more" : ""}`;
}

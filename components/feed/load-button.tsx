"use client";

import { PriceTag } from "@/components/ui/price-tag";
import { count, upToCredits } from "@/lib/format/counts";

interface Props {
  /** Records that the next page holds at most. */
  next: number;
  /** Rows are there already. */
  more: boolean;
  disabled: boolean;
  onLoad: () => void;
  className?: string;
}

/** Buys one page. */
export function LoadButton({ next, more, disabled, onLoad, className }: Props) {
  return (
    <PriceTag price={upToCredits(next)} disabled={disabled} onClick={onLoad} {...(className && { className })}>
      Load {count(next)}
      {more && " more"}
    </PriceTag>
  );
}

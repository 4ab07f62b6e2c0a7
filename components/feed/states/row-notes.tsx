"use client";
import { costSentence } from "@dealflow/client/charged";
import { useState } from "react";
import { useSecondsLeft } from "@/components/ui/hooks/use-seconds-left";
import { PriceTag } from "@/components/ui/prices/price-tag";
import type { RequestError } from "@/lib/client/requests/send-request";
import { count } from "@/lib/format/counts";
import type { Price } from "@/lib/format/price";
import { Banner } from "./banner";

interface Props {
  error: RequestError;
  disabled: boolean;
  /** Requesting the rows again costs this. */
  price: Price;
  onRetry: () => void;
}

/** Explains when rows can be requested again. */
export function RateLimited({ error, disabled, price, onRetry }: Props) {
  const [until] = useState(() => Date.now() + (error.retryAfterS ?? 0) * 1000);
  const left = useSecondsLeft(until);
  return (
    <Banner
      tone="warn"
      title="Rate limited"
      actions={
        <PriceTag price={price} disabled={disabled || left > 0} onClick={onRetry}>
          Try again
        </PriceTag>
      }
    >
      {left > 0 ? `Next request in ${count(left)} s. ` : "The next request can be made now. "}
      {costSentence(error.charged)}
    </Banner>
  );
}

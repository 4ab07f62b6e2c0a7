"use client";
/** Explains why rows were not sent: a rate limit, or the reason in the response. */
import { costSentence } from "@dealflow/client/charged";
import { useState } from "react";
import { useSecondsLeft } from "@/components/ui/hooks/use-seconds-left";
import { PriceTag } from "@/components/ui/prices/price-tag";
import type { RequestError } from "@/lib/client/requests/send-request";
import { count } from "@/lib/format/counts";
import type { Price } from "@/lib/format/price";
import { Banner } from "./banner";
import { FailureBanner } from "./failure-banner";

interface Props {
  error: RequestError;
  offline: boolean;
  /** Requesting the rows again costs this. */
  price: Price;
  retry: () => void;
}

export function RateLimited({ error, offline, price, retry }: Props) {
  const [until] = useState(() => Date.now() + (error.retryAfterS ?? 0) * 1000);
  const left = useSecondsLeft(until);
  return (
    <Banner
      tone="warn"
      title="Rate limited"
      actions={
        <PriceTag price={price} disabled={offline || left > 0} onClick={retry}>
          Try again
        </PriceTag>
      }
    >
      {left > 0 ? `Next request in ${count(left)} s. ` : "The next request can be made now. "}
      {costSentence(error.charged)}
    </Banner>
  );
}

function failureTitle({ status }: RequestError): string {
  if (status === 400) return "This query was rejected";
  if (status === 402) return "No credits left";
  if (status === 401 || status === 403) return "The API key was rejected";
  return "The feed didn't respond";
}

/** Shows any reason but the rate limit, or that there was no response. */
export function RequestFailed({ error, offline, price, retry }: Props) {
  const sentence = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
  return (
    <FailureBanner
      error={error}
      title={failureTitle(error)}
      sentence={sentence}
      price={price}
      disabled={offline}
      onRetry={retry}
    />
  );
}

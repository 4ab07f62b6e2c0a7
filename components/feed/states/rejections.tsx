"use client";
/** Explains why rows were not sent: a rate limit, or the reason in the response. */
import { useState } from "react";
import { CopyRequestId, RequestId } from "@/components/feed/record/request-id";
import { PriceTag } from "@/components/ui/price-tag";
import { useSecondsLeft } from "@/components/ui/use-seconds-left";
import { count } from "@/lib/format/counts";
import type { Price } from "@/lib/format/price";
import { Banner } from "./banner";
import { charge, type Failure } from "./charge";

interface Props {
  error: Failure;
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
      {charge(error)}
    </Banner>
  );
}

function failureTitle({ status }: Failure): string {
  if (status === 400) return "This query was rejected";
  if (status === 402) return "No credits left";
  if (status === 401 || status === 403) return "The API key was rejected";
  return "The feed didn't respond";
}

/** Shows any reason but the rate limit, or that there was no response. */
export function RequestFailed({ error, offline, price, retry }: Props) {
  const sentence = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
  const known = charge(error);
  return (
    <Banner
      tone="bad"
      title={failureTitle(error)}
      actions={
        <>
          {error.requestId !== undefined && <CopyRequestId id={error.requestId} />}
          <PriceTag price={price} disabled={offline} onClick={retry}>
            Try again
          </PriceTag>
        </>
      }
    >
      {error.status > 0 && `Error ${error.status}`}
      {error.requestId !== undefined && (
        <>
          {error.status > 0 ? ", request " : "Request "}
          <RequestId id={error.requestId} />
        </>
      )}
      {(error.status > 0 || error.requestId !== undefined) && ". "}
      {sentence} {!sentence.toLowerCase().includes(known.slice(0, -1).toLowerCase()) && known}
    </Banner>
  );
}

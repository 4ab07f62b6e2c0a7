"use client";
/**
 * Shows the error of a purchase, what it cost, and what still works. The next action is the priced button of the
 * page.
 */
import { useState } from "react";
import { CopyRequestId, RequestId } from "@/components/feed/record/request-id";
import { Banner } from "@/components/feed/states/banner";
import { charge } from "@/components/feed/states/charge";
import { useSecondsLeft } from "@/components/ui/hooks/use-seconds-left";
import { PriceTag } from "@/components/ui/prices/price-tag";
import type { RequestError } from "@/lib/client/requests/send-request";
import { count } from "@/lib/format/counts";
import type { Price } from "@/lib/format/price";

interface Props {
  error: RequestError;
  /** The text names the request and begins with a capital. */
  what?: string;
  /** The text says which records remain: `The 14 events below stay readable at 0 credits.` */
  stays: string;
  price: Price | undefined;
  disabled: boolean;
  onRetry: () => void;
}

export function ErrorNotice({ error, what = "The timeline", stays, price, disabled, onRetry }: Props) {
  const [until] = useState(() => Date.now() + (error.retryAfterS ?? 0) * 1000);
  const left = useSecondsLeft(until);
  const { status, requestId, message } = error;
  const sentence = `${message.slice(0, 1).toUpperCase()}${message.slice(1)}`;
  const text = /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
  const known = charge(error);
  return (
    <Banner
      tone={status === 429 ? "warn" : "bad"}
      title={errorTitle(error, what)}
      actions={
        <>
          {requestId !== undefined && <CopyRequestId id={requestId} />}
          <PriceTag price={price} disabled={disabled || left > 0} onClick={onRetry}>
            Try again
          </PriceTag>
        </>
      }
    >
      {status > 0 && `Error ${status}`}
      {requestId !== undefined && (
        <>
          {status > 0 ? ", request " : "Request "}
          <RequestId id={requestId} />
        </>
      )}
      {(status > 0 || requestId !== undefined) && ". "}
      {text} {!text.toLowerCase().includes(known.slice(0, -1).toLowerCase()) && known}{" "}
      {left > 0 && `The next request can be made in ${count(left)} s. `}
      {status === 402 && "Your administrator can grant more credits. "}
      {stays}
    </Banner>
  );
}

function errorTitle({ status, code }: RequestError, what: string): string {
  if (status === 402) return "No credits left";
  if (status === 429) return "Rate limited";
  if (status === 401 || status === 403) return "The API key was rejected";
  if (code === "OFFLINE") return "Offline";
  if (code === "OWNED_ONLY") return "Owned only is on";
  return `${what} couldn't be loaded`;
}

/**
 * Shows the error of a purchase, what it cost, and what still works. The next action is the priced button of the
 * page.
 */
import { useState } from "react";
import { FailureBanner } from "@/components/feed/states/failure-banner";
import { useSecondsLeft } from "@/components/ui/hooks/use-seconds-left";
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
  return (
    <FailureBanner
      error={error}
      tone={error.status === 429 ? "warn" : "bad"}
      title={errorTitle(error, what)}
      price={price}
      disabled={disabled || left > 0}
      onRetry={onRetry}
    >
      {left > 0 && `The next request can be made in ${count(left)} s. `}
      {error.status === 402 && "Your administrator can grant more credits. "}
      {stays}
    </FailureBanner>
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

"use client";
/** Why a page was rejected: no credits, a budget, a rate limit, or what the response says. */
import { useState } from "react";
import { CopyRequestId, RequestId } from "@/components/feed/record/request-id";
import { shortWords } from "@/components/feed/spend/short-words";
import { Link } from "@/components/ui/link";
import { PriceTag } from "@/components/ui/price-tag";
import { TEXT_LINK } from "@/components/ui/text-link";
import { useSecondsLeft } from "@/components/ui/use-seconds-left";
import { useFeedView } from "@/lib/client/feed-view";
import { useMeter } from "@/lib/client/meter";
import { count } from "@/lib/format/counts";
import { FREE, maxPrice, type Price } from "@/lib/format/price";
import { fetchBalance } from "@/lib/queries/meter";
import { Banner } from "./banner";
import { charge, type Failure } from "./charge";

interface RejectionProps {
  error: Failure;
  /** Maximum number of records of the next page. */
  next: number;
  offline: boolean;
}

export function OutOfCredits({ next }: { next: number }) {
  const { cut, error, total, rows, offline, loadMore } = useFeedView();
  const { balance } = useMeter();
  const left = total === undefined ? undefined : total - rows.length;
  return (
    <Banner
      tone="bad"
      title="No credits left"
      actions={
        balance === 0 ? (
          <CheckBalance />
        ) : (
          <PriceTag price={maxPrice(next)} disabled={offline} onClick={() => loadMore("button")}>
            Try again
          </PriceTag>
        )
      }
    >
      {cut === undefined || error !== undefined
        ? `${error === undefined ? "" : charge(error)} `
        : `The last page stopped at ${count(cut.received)} of ${count(cut.requested)} records. There's more data${
            left === undefined ? "" : ` (${count(left)} more match)`
          }; you can continue from here. `}
      {rows.length > 0 && "Filtering these rows is free. "}
      Your administrator can grant more credits.
    </Banner>
  );
}

/** The same below loaded rows, where nothing was rejected yet. */
export function NoCredits() {
  return (
    <p className="text-12 text-text-2">
      {shortWords(maxPrice(1), 0)} <CheckBalance />
    </p>
  );
}

/** More may have been granted: then the buttons have prices again. */
function CheckBalance() {
  const [confirming, setConfirming] = useState(false);
  return (
    <PriceTag
      price={FREE}
      busy={confirming}
      onClick={async () => {
        setConfirming(true);
        await fetchBalance();
        setConfirming(false);
      }}
    >
      Check the balance
    </PriceTag>
  );
}

/** The dashboard's own refusal: the sentence names the budget, and nothing was sent. */
export function BudgetReached({ error, next, offline }: RejectionProps) {
  const { loadMore } = useFeedView();
  return (
    <Banner
      tone="warn"
      title="Budget reached"
      actions={
        <>
          <Link href="/credits" className={`${TEXT_LINK} self-center text-12 font-medium`}>
            Change the budgets
          </Link>
          <PriceTag price={maxPrice(next)} disabled={offline} onClick={() => loadMore("button")}>
            Try again
          </PriceTag>
        </>
      }
    >
      {error.message}. Nothing was charged.
    </Banner>
  );
}

/** The cost of requesting the rows again. */
function useRetryPrice(next: number): Price {
  return useFeedView().explores ? FREE : maxPrice(next);
}

export function RateLimited({ error, next, offline, retry }: RejectionProps & { retry: () => void }) {
  const price = useRetryPrice(next);
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

function titleOf({ status }: Failure): string {
  if (status === 400) return "This query was rejected";
  if (status === 401 || status === 403) return "The API key was rejected";
  return "The feed didn't respond";
}

/** For every other reason, or without a response. */
export function RequestFailed({ error, next, offline, retry }: RejectionProps & { retry: () => void }) {
  const price = useRetryPrice(next);
  const sentence = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
  const known = charge(error);
  return (
    <Banner
      tone="bad"
      title={titleOf(error)}
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

"use client";
import { useState } from "react";
/** Why a page was refused, where what refuses it is known: no credits, a budget, a limit of requests. */
import { Link } from "@/components/ui/link";
import { PriceTag } from "@/components/ui/price-tag";
import { useSecondsLeft } from "@/components/ui/use-seconds-left";
import { useFeedView } from "@/lib/client/feed-view";
import { count, upToCredits } from "@/lib/format/counts";
import { Banner } from "./banner";
import { charge, type Failure } from "./charge";

interface Refusal {
  error: Failure;
  /** Records that the next page holds at most. */
  next: number;
  offline: boolean;
}

export function OutOfCredits({ next }: { next: number }) {
  const { cut, error, total, rows, offline, loadMore } = useFeedView();
  const left = total === undefined ? undefined : total - rows.length;
  return (
    <Banner
      tone="bad"
      title="No credits left"
      actions={
        <PriceTag price={upToCredits(next)} disabled={offline} onClick={() => loadMore("button")}>
          Try again
        </PriceTag>
      }
    >
      {cut === undefined || error !== undefined
        ? `${error === undefined ? "" : charge(error)} `
        : `The last page stopped at ${count(cut.served)} of ${count(cut.asked)} records. This is not the end of the data${
            left === undefined ? "" : `: ${count(left)} more match`
          }. Your place is kept. `}
      {rows.length > 0 && "Filtering and reading these rows works at 0 credits. "}
      Whoever runs this service can grant more.
    </Banner>
  );
}

/** The dashboard's own refusal: the sentence names the budget, and nothing was sent. */
export function BudgetReached({ error, next, offline }: Refusal) {
  const { loadMore } = useFeedView();
  return (
    <Banner
      tone="warn"
      title="Budget reached"
      actions={
        <>
          <Link href="/credits" className="link focus-ring self-center text-12 font-medium">
            Change the budgets
          </Link>
          <PriceTag price={upToCredits(next)} disabled={offline} onClick={() => loadMore("button")}>
            Try again
          </PriceTag>
        </>
      }
    >
      {error.message}. Nothing was charged.
    </Banner>
  );
}

export function RateLimited({ error, next, offline, retry }: Refusal & { retry: () => void }) {
  const [until] = useState(() => Date.now() + (error.retryAfterS ?? 0) * 1000);
  const left = useSecondsLeft(until);
  return (
    <Banner
      tone="warn"
      title="Rate limited"
      actions={
        <PriceTag price={upToCredits(next)} disabled={offline || left > 0} onClick={retry}>
          Try again
        </PriceTag>
      }
    >
      {left > 0 ? `Next request in ${count(left)} s. ` : "The next request can be made now. "}
      {charge(error)}
    </Banner>
  );
}

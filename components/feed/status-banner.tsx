"use client";

import Link from "next/link";
import { useState } from "react";
import { PriceTag } from "@/components/ui/price-tag";
import { useSecondsLeft } from "@/components/ui/use-seconds-left";
import { BUDGET_REACHED } from "@/lib/api/budgets";
import { useFeedView } from "@/lib/client/feed-view";
import type { FeedView } from "@/lib/client/feed-view-state";
import { useLoadAllRun } from "@/lib/client/load-all-run";
import { count, upToCredits } from "@/lib/format/counts";
import { Banner } from "./banner";
import { CopyRequestId, RequestId } from "./request-id";

type Failure = NonNullable<FeedView["error"]>;

interface Props {
  /** Records that the next page holds at most. */
  next: number;
}

/** The banner above the rows when there is something to say: one at a time, the most serious first. */
export function StatusBanner({ next }: Props) {
  const { feed, canonical, error, cut, offline, rows, showsOwned, refreshing, loadMore, status } = useFeedView();
  const run = useLoadAllRun(feed, canonical);
  if (status === "resting" || status === "loading" || status === "owned") return null;
  if (error?.status === 402 || (cut !== undefined && error === undefined)) return <OutOfCredits next={next} />;
  if (error?.code === BUDGET_REACHED) return <BudgetReached error={error} next={next} offline={offline} />;
  if (offline && error === undefined)
    return (
      <Banner tone="plain" title="Offline">
        {rows.length === 0
          ? "Nothing can be loaded until the network is back."
          : `${rowsStillWork(rows.length, showsOwned)}, 0 credits.`}
      </Banner>
    );
  if (error === undefined || refreshing) return null;
  const retry = () => loadMore("button");
  // The loading of everything waits by itself and says so on its own button.
  if (error.status === 429 && run !== undefined) return null;
  if (error.status === 429)
    return <RateLimited key={error.requestId ?? ""} error={error} next={next} offline={offline} retry={retry} />;
  return <Failed error={error} next={next} offline={offline} retry={retry} />;
}

function rowsStillWork(rows: number, owned: boolean): string {
  const what = owned ? "owned" : "loaded";
  return rows === 1 ? `1 ${what} row still works` : `${count(rows)} ${what} rows still work`;
}

/** Said only when the server has said so; otherwise nobody knows until the balance is read. */
function charge(error: Failure): string {
  return error.charged === "no"
    ? "Nothing was charged."
    : "It is not known whether this was charged; the balance will show.";
}

function OutOfCredits({ next }: Props) {
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
function BudgetReached({ error, next, offline }: Omit<FailureProps, "retry">) {
  const { loadMore } = useFeedView();
  return (
    <Banner
      tone="warn"
      title="Budget reached"
      actions={
        <>
          <Link href="/credits" prefetch={false} className="link focus-ring self-center text-12 font-medium">
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

interface FailureProps {
  error: Failure;
  next: number;
  offline: boolean;
  retry: () => void;
}

function RateLimited({ error, next, offline, retry }: FailureProps) {
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

function titleOf({ status }: Failure): string {
  if (status === 400) return "The feed refused this query";
  if (status === 401 || status === 403) return "The feed refused the key";
  return "The feed did not answer";
}

function Failed({ error, next, offline, retry }: FailureProps) {
  const said = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
  const known = charge(error);
  return (
    <Banner
      tone="bad"
      title={titleOf(error)}
      actions={
        <>
          {error.requestId !== undefined && <CopyRequestId id={error.requestId} />}
          <PriceTag price={upToCredits(next)} disabled={offline} onClick={retry}>
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
      {said} {!said.toLowerCase().includes(known.slice(0, -1).toLowerCase()) && known}
    </Banner>
  );
}

/** The line below rows that end because the balance did. */
export function CutLine() {
  const { cut } = useFeedView();
  if (cut === undefined) return null;
  return (
    <p className="feed-line">
      Stopped here: {count(cut.served)} of {count(cut.asked)} records served, then the balance was 0
    </p>
  );
}

"use client";

import { BUDGET_REACHED } from "@dealflow/contract/errors";
import { LazyBudgetReached, LazyOutOfCredits, LazyRateLimited, LazyRequestFailed } from "@/components/feed/lazy";
import { useFeedView } from "@/lib/client/feed-view";
import { count } from "@/lib/format/counts";
import { useLoadAllRun } from "@/lib/spending/load-all-run";
import { Banner } from "./banner";

interface Props {
  /** Maximum number of records of the next page. */
  next: number;
}

/** The banner above the rows: one at a time, the most serious first. */
export function StatusBanner({ next }: Props) {
  const { feed, canonical, error, cut, offline, rows, showsPurchased, refreshing, loadMore, status, explores } =
    useFeedView();
  const run = useLoadAllRun(feed, canonical);
  // Free rows are requested once there is a network again: until then they are loading.
  if (status === "resting" || (status === "loading" && !(explores && offline)) || status === "owned") return null;
  if (error?.status === 402 || (cut !== undefined && error === undefined)) return <LazyOutOfCredits next={next} />;
  if (error?.code === BUDGET_REACHED) return <LazyBudgetReached error={error} next={next} offline={offline} />;
  if (offline && error === undefined)
    return (
      <Banner tone="plain" title="Offline">
        {rows.length === 0
          ? "You're offline. Nothing can be loaded."
          : `${rowsStillWork(rows.length, showsPurchased)}.`}
      </Banner>
    );
  if (error === undefined || refreshing) return null;
  const retry = () => loadMore("button");
  // Load all waits by itself and shows that on its own button.
  if (error.status === 429 && run !== undefined) return null;
  if (error.status === 429)
    return <LazyRateLimited key={error.requestId ?? ""} error={error} next={next} offline={offline} retry={retry} />;
  return <LazyRequestFailed error={error} next={next} offline={offline} retry={retry} />;
}

function rowsStillWork(rows: number, purchased: boolean): string {
  const what = purchased ? "owned" : "loaded";
  return rows === 1
    ? `1 ${what} row is still available for free`
    : `${count(rows)} ${what} rows are still available for free`;
}

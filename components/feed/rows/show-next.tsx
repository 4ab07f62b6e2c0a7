"use client";
import { LIMIT } from "@dealflow/contract/feeds";
/** Buys the next rows that are not owned, at their exact price. */
import { useEffect } from "react";
import { PriceTag, TWO_DIGITS } from "@/components/ui/price-tag";
import { useFeedView } from "@/lib/client/feed-view";
import { count } from "@/lib/format/counts";
import { exactPrice } from "@/lib/format/price";
import { nextToShow } from "@/lib/spending/next-to-show";
import { pageKey } from "@/lib/spending/permits";
import { permitReveal, useReveal } from "@/lib/spending/reveal-state";

/** The status of a response when the balance is 0. */
const PAYMENT_REQUIRED = 402;

export function ShowNext({ className }: { className?: string }) {
  const { feed, canonical, listed, status, offline, hasMore, loadingMore, loadMore, error } = useFeedView();
  const { pending, failure } = useReveal();
  const failed = failure?.view === pageKey(feed, canonical, null) ? failure.error : undefined;
  const ready = status === "ready";
  // Rows that don't come are not among the next ones.
  const { rows, complete, references } = nextToShow(listed, LIMIT.default, hasMore && error === undefined);

  // Without the rows behind them the price of the next ones is not known. They are free.
  const needsMore = ready && rows > 0 && !complete && !loadingMore && !offline;
  useEffect(() => {
    if (needsMore) loadMore("button");
  }, [needsMore, loadMore]);

  if (ready && references.length === 0) return null;

  async function show() {
    permitReveal(feed, canonical);
    const { reveal } = await import("@/lib/spending/reveal");
    await reveal(feed, canonical, references);
  }

  const known = ready && complete;
  const message = failed?.status === PAYMENT_REQUIRED ? "You’re out of credits." : failed?.message;
  return (
    <>
      {message !== undefined && (
        <span
          role="alert"
          className="max-w-60 truncate text-bad-text max-tablet:absolute max-tablet:inset-x-0 max-tablet:max-w-none max-tablet:bottom-full max-tablet:border-t max-tablet:border-line-strong max-tablet:bg-surface max-tablet:px-gutter max-tablet:py-2 max-tablet:whitespace-normal"
          title={message}
        >
          {message}
        </span>
      )}
      <PriceTag
        primary
        price={known ? exactPrice(references.length) : undefined}
        busy={pending.length > 0}
        disabled={offline}
        onClick={() => void show()}
        {...(className && { className })}
      >
        {known ? `Show ${count(rows)}` : <span>Show {TWO_DIGITS}</span>}
      </PriceTag>
    </>
  );
}

"use client";
/** Buys the next rows that are not owned, at their exact price. */
import { PriceTag } from "@/components/ui/price-tag";
import { useFeedView } from "@/lib/client/feed-view";
import { LIMIT } from "@/lib/contract/feeds";
import { count } from "@/lib/format/counts";
import { exactPrice } from "@/lib/format/price";
import { nextToShow } from "@/lib/spending/next-to-show";
import { pageKey } from "@/lib/spending/permits";
import { permitReveal, useReveal } from "@/lib/spending/reveal-state";

export function ShowNext({ className }: { className?: string }) {
  const { feed, canonical, listed, status, offline } = useFeedView();
  const { pending, failure } = useReveal();
  const error = failure?.view === pageKey(feed, canonical, null) ? failure.error : undefined;
  const { rows, references } = nextToShow(listed, LIMIT.default);
  if (status === "ready" && references.length === 0) return null;

  async function show() {
    permitReveal(feed, canonical);
    const { reveal } = await import("@/lib/spending/reveal");
    await reveal(feed, canonical, references);
  }

  return (
    <>
      {error !== undefined && (
        <span role="alert" className="truncate text-bad-text" title={error.message}>
          {error.message}
        </span>
      )}
      <PriceTag
        primary
        price={exactPrice(references.length)}
        busy={pending.length > 0}
        disabled={offline || status !== "ready"}
        onClick={() => void show()}
        {...(className && { className })}
      >
        {`Show ${count(rows)}`}
      </PriceTag>
    </>
  );
}

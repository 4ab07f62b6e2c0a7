"use client";

import { useMemo, useState } from "react";
import { PriceTag } from "@/components/ui/price-tag";
import { useFeedView } from "@/lib/client/feed-view";
import { permitRefresh, type Refreshed, recordRefresh, refreshRecord } from "@/lib/client/purchased/refresh-record";
import { maxPrice } from "@/lib/format/price";

/** Buys one owned record again, where the API can be queried for it alone. */
export function RefreshRecord({ id }: { id: string }) {
  const { feed, purchased, offline } = useFeedView();
  const [outcome, setOutcome] = useState<Refreshed | "asking">();
  const refresh = useMemo(() => {
    const known = purchased.find((one) => one.key === id);
    return known && recordRefresh(feed, known.record, purchased);
  }, [feed, purchased, id]);
  if (refresh === undefined) return null;

  async function press() {
    if (refresh === undefined) return;
    permitRefresh(refresh);
    setOutcome("asking");
    setOutcome(await refreshRecord(refresh));
  }

  const message = outcome === undefined ? undefined : wordsOf(outcome);
  return (
    <>
      <PriceTag price={maxPrice(refresh.most)} busy={outcome === "asking"} disabled={offline} onClick={press}>
        Refresh
      </PriceTag>
      <p
        role="status"
        className={message === undefined ? "sr-only" : "sheet-refreshed"}
        data-testid={message === undefined ? undefined : "refresh-message"}
      >
        {message}
      </p>
    </>
  );
}

function wordsOf(outcome: Refreshed | "asking"): string | undefined {
  if (outcome === "asking" || outcome === "refreshed") return undefined;
  if (outcome === "gone") return "The feed no longer lists this record; it stays owned as it was.";
  const request = outcome.requestId === undefined ? "" : ` Request ${outcome.requestId.slice(-12)}.`;
  const charge =
    outcome.charged === "no"
      ? " Nothing was charged."
      : " It is not known whether this was charged; the balance will show.";
  return `Not refreshed: ${outcome.message.replace(/[.!?]$/, "")}.${outcome.message.includes("charged") ? "" : charge}${request}`;
}

"use client";

import { useMemo, useState } from "react";
import { PriceTag } from "@/components/ui/price-tag";
import { useHost } from "@/lib/client/host";
import { useOffline } from "@/lib/client/online";
import {
  fetchOwnedRecord,
  permitRefresh,
  type Refreshed,
  recordRefresh,
  refreshRecord,
} from "@/lib/client/purchased/refresh-record";
import { usePurchased } from "@/lib/client/purchased/use-purchased";
import { FREE, maxPrice } from "@/lib/format/price";
import type { PurchasedRow } from "./sheet-row";

/** Fetches one owned record again, where the API can be queried for it alone: free while it is paid for, else bought again. */
export function RefreshRecord({ row: { key, feed } }: { row: PurchasedRow }) {
  const purchased = usePurchased(feed);
  const offline = useOffline();
  const [paid, setPaid] = useState(useHost().identity?.payOnce === true);
  const [outcome, setOutcome] = useState<Refreshed | "requesting">();
  const refresh = useMemo(() => {
    const known = purchased.find((one) => one.key === key);
    return known && recordRefresh(feed, known.record, purchased);
  }, [feed, purchased, key]);
  if (refresh === undefined) return null;
  const price = paid ? FREE : maxPrice(refresh.most);

  async function press() {
    if (refresh === undefined) return;
    setOutcome("requesting");
    if (!paid) permitRefresh(refresh);
    const found = await (paid ? fetchOwnedRecord(refresh) : refreshRecord(refresh));
    // A purchase may count for a time only.
    if (found === "gone") setPaid(false);
    setOutcome(found);
  }

  const message = outcome === undefined ? undefined : wordsOf(outcome);
  return (
    <>
      <PriceTag price={price} busy={outcome === "requesting"} disabled={offline} onClick={press}>
        Refresh
      </PriceTag>
      <p
        role="status"
        className={message === undefined ? "sr-only" : "basis-full text-text-1"}
        data-testid={message === undefined ? undefined : "refresh-message"}
      >
        {message}
      </p>
    </>
  );
}

function wordsOf(outcome: Refreshed | "requesting"): string | undefined {
  if (outcome === "requesting" || outcome === "refreshed") return undefined;
  if (outcome === "gone") return "This record is no longer in the feed. You still own this version.";
  const request = outcome.requestId === undefined ? "" : ` Request ${outcome.requestId.slice(-12)}.`;
  const charge =
    outcome.charged === "no" ? " Nothing was charged." : " This may have been charged; check your balance.";
  return `Not refreshed: ${outcome.message.replace(/[.!?]$/, "")}.${outcome.message.includes("charged") ? "" : charge}${request}`;
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { PriceTag } from "@/components/ui/price-tag";
import { useHost } from "@/lib/client/host";
import { useOffline } from "@/lib/client/online";
import {
  permitRefresh,
  type Refreshed,
  recordRefresh,
  refreshRecord,
  refreshSearch,
} from "@/lib/client/purchased/refresh-record";
import { usePurchased } from "@/lib/client/purchased/use-purchased";
import type { RecordQuote } from "@/lib/contract/account-purchases";
import { exactPrice, maxPrice, type Price } from "@/lib/format/price";
import { pageQuoteQuery } from "@/lib/queries/quotes";
import type { PurchasedRow } from "./sheet-row";

/** Buys one owned record again, where the API can be queried for it alone. */
export function RefreshRecord({ row: { key, feed } }: { row: PurchasedRow }) {
  const purchased = usePurchased(feed);
  const offline = useOffline();
  const payOnce = useHost().identity?.payOnce === true;
  const [outcome, setOutcome] = useState<Refreshed | "requesting">();
  const refresh = useMemo(() => {
    const known = purchased.find((one) => one.key === key);
    return known && recordRefresh(feed, known.record, purchased);
  }, [feed, purchased, key]);
  const { data: quote } = useQuery({
    ...pageQuoteQuery(feed, refresh === undefined ? "" : refreshSearch(refresh)),
    enabled: payOnce && refresh !== undefined,
  });
  if (refresh === undefined) return null;
  const price = quote === undefined ? maxPrice(refresh.most) : quotedPrice(quote);

  async function press() {
    if (refresh === undefined) return;
    permitRefresh(refresh);
    setOutcome("requesting");
    setOutcome(await refreshRecord(refresh));
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

function quotedPrice({ newRecords, exact }: RecordQuote): Price {
  return exact ? exactPrice(newRecords) : maxPrice(newRecords);
}

function wordsOf(outcome: Refreshed | "requesting"): string | undefined {
  if (outcome === "requesting" || outcome === "refreshed") return undefined;
  if (outcome === "gone") return "This record is no longer in the feed. You still own this version.";
  const request = outcome.requestId === undefined ? "" : ` Request ${outcome.requestId.slice(-12)}.`;
  const charge =
    outcome.charged === "no" ? " Nothing was charged." : " This may have been charged; check your balance.";
  return `Not refreshed: ${outcome.message.replace(/[.!?]$/, "")}.${outcome.message.includes("charged") ? "" : charge}${request}`;
}

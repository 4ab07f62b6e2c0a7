"use client";

import { LIMIT } from "@dealflow/contract/feeds";
import { PriceTag } from "@/components/ui/price-tag";
import { useBrowserValue } from "@/components/ui/use-browser-value";
import { useFeedView } from "@/lib/client/feed-view";
import { maxPrice } from "@/lib/format/price";

/** A page that was bought just now is not offered again. */
const OFFERED_AFTER_MS = 60_000;
const TICK_MS = 15_000;

/** Buys the first page again: what is cached does not expire by itself, its age is shown in the rows. */
export function RefreshOffer({ className }: { className: string }) {
  const { explores, rows, status, refreshing, loadingMore, loadingCached, offline, refresh } = useFeedView();
  const purchasedAt = rows[0]?.purchasedAt;
  const isOld = () => purchasedAt !== undefined && Date.now() - Date.parse(purchasedAt) > OFFERED_AFTER_MS;
  const old = useBrowserValue<boolean>(isOld, false, TICK_MS);
  if (explores || status !== "ready" || !old) return null;
  return (
    <span className={className}>
      <PriceTag
        price={maxPrice(LIMIT.default)}
        busy={refreshing}
        disabled={loadingMore || loadingCached || offline}
        onClick={refresh}
      >
        Refresh
      </PriceTag>
    </span>
  );
}

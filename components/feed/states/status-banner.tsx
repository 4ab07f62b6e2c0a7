"use client";

import { LazyRateLimited, LazyRequestFailed } from "@/components/feed/lazy";
import { useFeedView } from "@/lib/client/feed-view";
import { count } from "@/lib/format/counts";
import { FREE, maxPrice } from "@/lib/format/price";
import { Banner } from "./banner";

/** Shows one banner at a time above the rows, the most serious first. */
export function StatusBanner() {
  const { error, offline, listed, loadMore, hasPreviews, next, buying } = useFeedView();
  // With previews, the button that bought the rows shows the error.
  const unbought = hasPreviews || next === undefined ? undefined : buying.error;
  const failed = error ?? unbought;
  if (offline && failed === undefined)
    return (
      <Banner tone="plain" title="Offline">
        {listed.length === 0
          ? "You're offline. Nothing can be loaded."
          : listed.length === 1
            ? "1 loaded row is still available for free."
            : `${count(listed.length)} loaded rows are still available for free.`}
      </Banner>
    );
  if (failed === undefined) return null;
  const again =
    error !== undefined || next === undefined
      ? { price: FREE, retry: () => loadMore("button") }
      : { price: maxPrice(next.limit), retry: () => void buying.buy({ cursor: next.cursor }) };
  return failed.status === 429 ? (
    <LazyRateLimited key={failed.requestId ?? ""} error={failed} offline={offline} {...again} />
  ) : (
    <LazyRequestFailed error={failed} offline={offline} {...again} />
  );
}

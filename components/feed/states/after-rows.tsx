"use client";

import { Suspense } from "react";
import { LazyPurchasedEnd } from "@/components/feed/lazy";
import { ShowNext } from "@/components/feed/rows/show-next";
import { useFeedView } from "@/lib/client/feed-view";
import { useOwnedOnly } from "@/lib/client/owned-only";
import { count, formatCount } from "@/lib/format/counts";
import { Line } from "./line";

/**
 * Shows the next purchase with its price below the last row, or why the rows end here.
 * @param found number of loaded rows that the search finds; absent without a search
 */
export function AfterRows({ found }: { found: number | undefined }) {
  const { status, listed, offset, total = 0, hasMore, isFull, next, error } = useFeedView();
  const isSpendingOff = useOwnedOnly();
  if (status !== "ready" || hasMore || error !== undefined) return null;
  if (isFull)
    return <Line>{`${formatCount(listed.length, "row")} loaded. Narrow the filters or export to see the rest.`}</Line>;
  if (isSpendingOff)
    return (
      <Suspense>
        <LazyPurchasedEnd />
      </Suspense>
    );
  if (next !== undefined)
    return (
      <div
        className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-gutter py-3"
        data-testid="load-more"
      >
        {listed.length === 0 && <p className="flex-1 text-text-2">Not loaded yet. Opening this page is free.</p>}
        {/* The dock has it on phones. */}
        <span className="contents max-tablet:hidden">
          <ShowNext />
        </span>
      </div>
    );
  if (found !== undefined) return <Line>{`${count(found)} of ${formatCount(listed.length, "loaded row")} found`}</Line>;
  return <Line>{formatCount(offset === undefined ? listed.length : total, "result")}</Line>;
}

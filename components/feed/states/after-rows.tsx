"use client";

import { Suspense } from "react";
import { LazyNoCredits, LazyPurchasedEnd, LazySpendingLimitRow } from "@/components/feed/lazy";
import { LoadButton } from "@/components/feed/load-button";
import { RefreshOffer } from "@/components/feed/refresh-offer";
import { purchasedMatch } from "@/components/feed/summary";
import { LoadAllButton, StopTag } from "@/components/feed/tools/load-all";
import { useFeedView } from "@/lib/client/feed-view";
import { useMeter } from "@/lib/client/meter";
import { count, formatCount } from "@/lib/format/counts";
import { useLoadAllRun } from "@/lib/spending/load-all-run";
import { Line } from "./line";

/** On phones the dock has the next action. */
const MORE = "flex flex-wrap items-center gap-x-4 gap-y-2 px-gutter py-3 max-tablet:hidden";

interface Props {
  /** Maximum number of records of the next page. */
  next: number;
  /** Number of loaded rows that the search finds; absent without a search. */
  found: number | undefined;
}

/** What is below the last row: the next action with its price, the spending limit, or why the rows end here. */
export function AfterRows({ next, found }: Props) {
  return (
    <>
      <NextAction next={next} found={found} />
      <RefreshOffer className="mx-gutter my-3 hidden @max-[720px]/main:block" />
    </>
  );
}

function NextAction({ next, found }: Props) {
  const view = useFeedView();
  const {
    status,
    listed,
    rows,
    total,
    hasMore,
    cut,
    spendingLimit,
    creditsInView,
    offline,
    loadingMore,
    error,
    loadMore,
  } = view;
  const free = view.explores;
  const run = useLoadAllRun(view.feed, view.canonical);
  const disabled = offline || loadingMore;
  const load = () => loadMore("button");
  if (status === "unbought")
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-gutter py-3">
        <p className="text-text-2">
          Not loaded yet. {rows.length > 0 ? `${purchasedMatch(rows.length)}, more may.` : "Opening this page is free."}
        </p>
        <LoadButton next={next} more={false} disabled={offline} onLoad={load} />
        <NoCredits />
      </div>
    );
  if (status === "owned")
    return (
      <Suspense>
        <LazyPurchasedEnd next={next} />
      </Suspense>
    );
  if (status !== "ready") return null;
  if (run !== undefined)
    return (
      <div className={MORE} data-testid="load-more">
        <StopTag run={run} />
      </div>
    );
  if (cut !== undefined) return <CutLine />;
  if (error !== undefined) return null;
  if (!hasMore)
    return (
      <Line>
        {found !== undefined
          ? `${count(found)} of ${formatCount(listed.length, "result")} found, all loaded`
          : listed.length === 1
            ? "1 result"
            : `${formatCount(listed.length, "result")}, all loaded`}
      </Line>
    );
  // More come by themselves, for nothing.
  if (free) return null;
  if (spendingLimit.paused)
    return (
      <Suspense>
        <LazySpendingLimitRow
          used={creditsInView}
          continueTo={spendingLimit.continueTo}
          more={total === undefined ? undefined : Math.max(0, total - rows.length)}
          next={next}
          disabled={disabled}
          onLoad={load}
        />
      </Suspense>
    );
  if (loadingMore) return null;
  return (
    <div className={MORE} data-testid="load-more">
      <LoadButton next={next} more disabled={disabled} onLoad={load} />
      <LoadAllButton />
      <NoCredits />
    </div>
  );
}

/** Why the buttons beside it buy nothing, and what still works. */
function NoCredits() {
  const { nextCached } = useFeedView();
  if (useMeter().balance !== 0 || nextCached) return null;
  return (
    <Suspense>
      <LazyNoCredits />
    </Suspense>
  );
}

/** The line below rows that end because the balance did. */
function CutLine() {
  const { cut } = useFeedView();
  if (cut === undefined) return null;
  return (
    <Line>
      Out of credits after {count(cut.received)} of {count(cut.requested)} records
    </Line>
  );
}

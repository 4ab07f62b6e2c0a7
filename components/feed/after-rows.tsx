"use client";

import { Suspense } from "react";
import { Button } from "@/components/ui/button";
import { useFeedView } from "@/lib/client/feed-view";
import { useLoadAllRun } from "@/lib/client/load-all-run";
import { setSpending } from "@/lib/client/spending-store";
import { count, counted } from "@/lib/format/counts";
import { LazyBrakeRow } from "./lazy";
import { LoadButton } from "./load-button";
import { RefreshOffer } from "./refresh-offer";
import { CutLine } from "./status-banner";
import { LoadAllButton, StopTag } from "./tools/load-all";

/** What stands below the last row: the way on with its price, the brake, or why the rows end here. */
export function AfterRows({ next }: { next: number }) {
  return (
    <>
      <WayOn next={next} />
      <RefreshOffer className="feed-refresh-narrow" />
    </>
  );
}

function WayOn({ next }: { next: number }) {
  const view = useFeedView();
  const { status, rows, total, hasMore, cut, brake, creditsInView, offline, loadingMore, error, loadMore } = view;
  const run = useLoadAllRun(view.feed, view.canonical);
  const disabled = offline || loadingMore;
  const load = () => loadMore("button");
  if (status === "unbought")
    return (
      <div className="feed-unbought">
        <p className="text-text-2">
          This page is not loaded.{" "}
          {rows.length > 0 ? `${ownedMatch(rows.length)}, more may.` : "Nothing is bought by opening it."}
        </p>
        <LoadButton next={next} more={false} disabled={offline} onLoad={load} />
      </div>
    );
  if (status === "owned") return <OwnedEnd next={next} />;
  if (status !== "ready") return null;
  if (run !== undefined)
    return (
      <div className="feed-more">
        <StopTag run={run} />
      </div>
    );
  if (cut !== undefined) return <CutLine />;
  if (error !== undefined) return null;
  if (!hasMore)
    return (
      <p className="feed-line">
        {rows.length === 1 ? "That is the only row" : `That is all: ${counted(rows.length, "row")}`}
      </p>
    );
  if (brake.paused)
    return (
      <Suspense>
        <LazyBrakeRow
          used={creditsInView}
          setLimit={brake.setLimit}
          continueTo={brake.continueTo}
          more={total === undefined ? undefined : Math.max(0, total - rows.length)}
          next={next}
          disabled={disabled}
          onLoad={load}
        />
      </Suspense>
    );
  if (loadingMore) return null;
  return (
    <div className="feed-more">
      <LoadButton next={next} more disabled={disabled} onLoad={load} />
      <LoadAllButton />
    </div>
  );
}

function ownedMatch(rows: number): string {
  return rows === 1 ? "1 owned row matches" : `${count(rows)} owned rows match`;
}

/** Where the owned rows end while owned only is on. */
function OwnedEnd({ next }: { next: number }) {
  const { rows, total } = useFeedView();
  const owned =
    total === undefined
      ? `${ownedMatch(rows.length)}; how many there are in all is not known.`
      : `${count(rows.length)} of ${count(total)} matching are owned.`;
  return (
    <section className="feed-brake" aria-label="End of owned rows">
      <div>
        <p className="text-13 font-medium">End of owned rows</p>
        <p className="feed-brake-more">{owned} Owned only is on: nothing here can spend.</p>
      </div>
      <div className="feed-brake-ways">
        <Button onClick={() => setSpending("ownedOnly", false)}>Turn off owned only</Button>
        <LoadButton next={next} more={rows.length > 0} disabled onLoad={() => undefined} />
      </div>
    </section>
  );
}

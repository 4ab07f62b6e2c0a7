"use client";

import type { ReactNode } from "react";
import type { FeedKind } from "@/components/feed/kind";
import { LoadButton } from "@/components/feed/load-button";
import type { NextAction } from "@/components/feed/next-action";
import { RefreshOffer } from "@/components/feed/refresh-offer";
import { resultParts } from "@/components/feed/summary";
import { LoadAllButton, StopTag } from "@/components/feed/tools/load-all";
import { useFeedView } from "@/lib/client/feed-view";
import { useViewSummary } from "@/lib/client/summarized-feed";
import { useLoadAllRun } from "@/lib/spending/load-all-run";
import { ResultLine } from "./result-line";
import { ShowNext } from "./show-next";

interface Props {
  kind: Pick<FeedKind<never>, "Order" | "orderWords">;
  nextAction: NextAction;
  /** Maximum number of records of the next page. */
  next: number;
  /** What the person did to the rows. */
  also: ReactNode;
}

/** What was found, in which order, and the priced ways to more of it. */
export function ResultBar({ kind, nextAction, next, also }: Props) {
  const view = useFeedView();
  const summary = useViewSummary();
  const run = useLoadAllRun(view.feed, view.canonical);
  const { status } = view;
  const { canLoad, offersMore, offersFirst, reservesSpace } = nextAction;
  const end = offersFirst ? "order and first button" : reservesSpace ? "order and button" : `order ${status}`;
  return (
    <ResultLine {...resultParts(view, summary)} also={also} end={`${end} ${status} ${run === undefined}`}>
      <RefreshOffer className="peer/refresh @max-[720px]/main:hidden" />
      {status === "owned" && <strong className="font-semibold">Owned only</strong>}
      {kind.Order === undefined ? (
        // The order gives way to an offer to refresh, to notes and to a selection.
        <span className="text-text-2 group-has-data-notes/result:hidden group-has-data-selection/result:hidden @max-[720px]/main:hidden @max-[1120px]/main:peer-[span]/refresh:hidden">
          {kind.orderWords}
        </span>
      ) : (
        // Where there is less room, it gives way to an error.
        <span className="flex items-center gap-4 @max-[1120px]/main:group-has-[[role=alert]]/result:hidden">
          <kind.Order />
        </span>
      )}
      {view.explores && <ShowNext />}
      {run !== undefined && <StopTag run={run} />}
      {run === undefined && reservesSpace && !view.explores && (
        <>
          <span className="@max-[1120px]/main:hidden">
            <LoadAllButton />
          </span>
          <LoadButton
            next={next}
            more={!offersFirst}
            disabled={!canLoad}
            onLoad={() => view.loadMore("button")}
            className={offersMore || offersFirst ? "" : "invisible"}
          />
        </>
      )}
    </ResultLine>
  );
}

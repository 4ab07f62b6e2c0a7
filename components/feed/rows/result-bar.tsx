"use client";

import type { ReactNode } from "react";
import type { FeedKind } from "@/components/feed/kind";
import { resultParts } from "@/components/feed/summary";
import { useFeedView } from "@/lib/client/feed-view";
import { useOwnedOnly } from "@/lib/client/owned-only";
import { useSummary } from "@/lib/queries/summaries";
import { ResultLine } from "./result-line";
import { ShowNext } from "./show-next";

interface Props {
  kind: Pick<FeedKind<never>, "Order" | "orderWords">;
  /** What the person did to the rows. */
  also: ReactNode;
}

/** What was found, in which order, and the priced way to more of it. */
export function ResultBar({ kind, also }: Props) {
  const view = useFeedView();
  const summary = useSummary(view.summarized, view.canonical);
  return (
    <ResultLine {...resultParts(view, summary)} also={also} end={view.status}>
      {useOwnedOnly() && <strong className="font-semibold">Owned only</strong>}
      {kind.Order === undefined ? (
        // The order gives way to notes and to a selection.
        <span className="text-text-2 group-has-data-notes/result:hidden group-has-data-selection/result:hidden @max-[720px]/main:hidden">
          {kind.orderWords}
        </span>
      ) : (
        // Where there is less room, it gives way to an error.
        <span className="flex items-center gap-4 @max-[1120px]/main:group-has-[[role=alert]]/result:hidden">
          <kind.Order />
        </span>
      )}
      <ShowNext />
    </ResultLine>
  );
}

"use client";
/** Shows the filters that are set, the number of results and all notes above the rows. */

import type { ShelfView } from "@dealflow/contract/account/saved";
import { FEEDS } from "@dealflow/contract/feeds";
import { toFreeQuery } from "@dealflow/contract/query/free-query";
import { Suspense } from "react";
import { FilterChips } from "@/components/filters/filter-chips";
import { useFeedView } from "@/lib/client/feed-view";
import { useHost } from "@/lib/client/host";
import { activeFilters } from "@/lib/filters/edit";
import { ChartStrip } from "./charts/chart-strip";
import { FilterButton } from "./filter-button";
import type { FeedKind } from "./kind";
import { LazyBulkActions, LazyProblems, LazyTextFilterNote, LazyViewNote } from "./lazy";
import { NewRowsLine } from "./rows/new-rows-line";
import { ResultBar } from "./rows/result-bar";
import { RowState } from "./rows/row-state";
import type { FeedRows } from "./rows/use-feed-rows";
import { StatusBanner } from "./states/status-banner";
import { toolProps } from "./tools/tool-panel";

interface Props<R> {
  kind: FeedKind<R>;
  rows: FeedRows<R>;
  onFilters: () => void;
  opened: ShelfView | undefined;
  /** An empty result has nothing to chart. */
  empty: boolean;
  saved: ShelfView | undefined;
}

export function ResultHeader<R>({ kind, rows, onFilters, opened, empty, saved }: Props<R>) {
  const { feed, query, canonical, open, issues, ownedOnly } = useFeedView();
  const { identity } = useHost();
  const filters = activeFilters(FEEDS[feed], query).length;
  return (
    <>
      <div
        className="flex h-bar-chips flex-none items-center gap-2 border-b border-line px-gutter max-tablet:h-12 max-tablet:data-none:hidden"
        data-testid="filter-chips"
        data-none={filters === 0 || undefined}
      >
        <FilterButton
          onOpen={onFilters}
          className="hidden tablet:max-panel:inline-flex tablet:max-wide:group-data-sheet/feed:inline-flex"
        />
        {filters === 0 ? (
          <p className="text-12 text-text-3">No filters</p>
        ) : (
          <FilterChips narrow={open !== undefined} />
        )}
      </div>
      <ResultBar
        kind={kind}
        also={
          <RowState
            sorted={rows.order.sorted}
            typed={rows.search.typed}
            found={rows.found}
            announcement={rows.starMessage}
            actions={
              <Suspense>
                <LazyBulkActions company={kind.company} {...toolProps(kind, rows, saved)} />
              </Suspense>
            }
          />
        }
      />
      <Suspense>{issues.length > 0 && <LazyProblems />}</Suspense>
      <Suspense>{(opened?.columns || opened?.sort) && <LazyViewNote view={opened} columns={kind.columns} />}</Suspense>
      <NewRowsLine />
      <Suspense>
        {identity !== null && !ownedOnly && toFreeQuery(feed, query).ownedOnly && (
          <LazyTextFilterNote key={canonical} />
        )}
      </Suspense>
      <Suspense>
        <StatusBanner />
      </Suspense>
      {!empty && <ChartStrip />}
    </>
  );
}

"use client";

import type { ShelfView } from "@dealflow/contract/account/saved";
import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import { type FilterSeed, FilterSeedProvider } from "@/components/filters/filter-seed";
import { FeedViewProvider } from "@/lib/client/feed-view";
import type { FeedInitial } from "@/lib/filters/address";
import { FeedFrame } from "./frame";
import type { FeedKind } from "./kind";

export interface FeedPageProps {
  initial: FeedInitial;
  state: DehydratedState;
  saved: ShelfView | null;
  seed: FilterSeed;
  columns: string | undefined;
  /** The page lists the records that the workspace owns. */
  owned: boolean;
}

/** Renders a feed's page with its view around it. `kind` has everything specific to the feed. */
export function FeedPage<R>({ kind, ...page }: FeedPageProps & { kind: FeedKind<R> }) {
  return (
    <FilterSeedProvider value={page.seed}>
      <HydrationBoundary state={page.state}>
        {/* A view of another feed shares no state with this one. */}
        <FeedViewProvider key={page.initial.feed} initial={page.initial} saved={page.saved} owned={page.owned}>
          <FeedFrame kind={kind} columns={page.columns} />
        </FeedViewProvider>
      </HydrationBoundary>
    </FilterSeedProvider>
  );
}

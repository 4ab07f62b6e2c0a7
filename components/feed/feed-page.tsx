"use client";

import type { FeedName } from "@dealflow/contract/feeds";
import type { ShelfView } from "@dealflow/contract/saved";
import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import { lazy } from "react";
import { type FilterSeed, FilterSeedProvider } from "@/components/filters/filter-seed";
import type { FeedInitial } from "@/lib/api/dashboard";
import { FeedViewProvider } from "@/lib/client/feed-view";
import { FeedFrame } from "./frame";
import type { FeedKind } from "./kind";
import { SelectionProvider } from "./rows/selection";

/** What the server hands to the page of a feed. */
export interface FeedPageProps {
  initial: FeedInitial;
  /** What the server has cached of the view, for the first paint. */
  state: DehydratedState;
  /** The saved view of the address, where the server stores it. */
  saved: ShelfView | null;
  seed: FilterSeed;
  note: string | undefined;
  /** The text of the person's own columns. */
  columns: string | undefined;
  /** Lists what the workspace has purchased. */
  owned?: true;
}

/** No part of a feed's own page. */
const OwnedViewProvider = lazy(async () => {
  const { OwnedViewProvider } = await import("@/lib/client/owned-view");
  return { default: OwnedViewProvider };
});

/** A feed's page with its view around it. `kind` is what is specific to the feed. */
export function FeedPage<R>({ feed, kind, ...page }: FeedPageProps & { feed: FeedName; kind: FeedKind<R> }) {
  const Provider = page.owned ? OwnedViewProvider : FeedViewProvider;
  return (
    <FilterSeedProvider value={page.seed}>
      <HydrationBoundary state={page.state}>
        {/* A view of another feed shares no state with this one. */}
        <Provider key={feed} feed={feed} initial={page.initial}>
          <SelectionProvider>
            <FeedFrame
              kind={kind}
              note={page.note}
              columns={page.columns}
              opening={{ feed, canonical: page.initial.canonical, saved: page.saved }}
            />
          </SelectionProvider>
        </Provider>
      </HydrationBoundary>
    </FilterSeedProvider>
  );
}

"use client";

import { lazy } from "react";
import { FeedFrame } from "@/components/feed/frame";
import type { FeedKind } from "@/components/feed/kind";
import { type FilterSeed, FilterSeedProvider } from "@/components/filters/filter-seed";
import type { FeedInitial } from "@/lib/api/dashboard";
import type { FundingRecord } from "@/lib/api/records";
import { FeedViewProvider } from "@/lib/client/feed-view";
import { FEEDS } from "@/lib/contract/feeds";
import { COLUMNS } from "./columns";

const KIND: FeedKind<FundingRecord> = {
  title: FEEDS.funding.title,
  noun: "funding",
  one: "Funding round",
  columns: COLUMNS,
  // Fetched when the first sheet opens.
  Sheet: lazy(async () => ({ default: (await import("./sheet")).FundingSheet })),
};

interface Props {
  initial: FeedInitial;
  seed: FilterSeed;
  note: string | undefined;
}

export function FundingPage({ initial, seed, note }: Props) {
  return (
    <FilterSeedProvider value={seed}>
      <FeedViewProvider feed="funding" initial={initial}>
        <FeedFrame kind={KIND} note={note} />
      </FeedViewProvider>
    </FilterSeedProvider>
  );
}

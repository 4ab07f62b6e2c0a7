"use client";

import { lazy } from "react";
import { FeedFrame } from "@/components/feed/frame";
import type { FeedKind } from "@/components/feed/kind";
import { type FilterSeed, FilterSeedProvider } from "@/components/filters/filter-seed";
import type { FeedInitial } from "@/lib/api/dashboard";
import type { AcquisitionRecord } from "@/lib/api/records";
import { FeedViewProvider } from "@/lib/client/feed-view";
import { FEEDS } from "@/lib/contract/feeds";
import { COLUMNS } from "./columns";

const KIND: FeedKind<AcquisitionRecord> = {
  title: FEEDS.acquisitions.title,
  noun: "acquisition",
  one: "Acquisition",
  columns: COLUMNS,
  // Fetched when the first sheet opens.
  Sheet: lazy(async () => ({ default: (await import("./sheet")).AcquisitionSheet })),
};

interface Props {
  initial: FeedInitial;
  seed: FilterSeed;
  note: string | undefined;
}

export function AcquisitionsPage({ initial, seed, note }: Props) {
  return (
    <FilterSeedProvider value={seed}>
      <FeedViewProvider feed="acquisitions" initial={initial}>
        <FeedFrame kind={KIND} note={note} />
      </FeedViewProvider>
    </FilterSeedProvider>
  );
}

"use client";

import type { AcquisitionRecord } from "@dealflow/client/records";
import { FEEDS } from "@dealflow/contract/feeds";
import { NEWEST_FIRST } from "@/components/feed/columns/event-columns";
import { FeedPage, type FeedPageProps } from "@/components/feed/feed-page";
import type { FeedKind } from "@/components/feed/kind";
import { lazyComponent } from "@/components/ui/lazy-component";
import { COLUMNS } from "./columns";

const KIND: FeedKind<AcquisitionRecord> = {
  title: FEEDS.acquisitions.title,
  noun: "acquisition",
  one: "Acquisition",
  columns: COLUMNS,
  ...NEWEST_FIRST,
  company: ({ target }) => target,
  parties: ({ target, acquirer }) => ({ companies: [target, acquirer], others: [] }),
  Sheet: lazyComponent(async () => (await import("@/components/feed/sheet/acquisition-sheet")).AcquisitionSheet),
};

export function AcquisitionsPage(props: FeedPageProps) {
  return <FeedPage kind={KIND} {...props} />;
}

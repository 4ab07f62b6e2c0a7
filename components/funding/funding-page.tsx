"use client";

import type { FundingRecord } from "@dealflow/client/records";
import { FEEDS } from "@dealflow/contract/feeds";
import { NEWEST_FIRST } from "@/components/feed/columns/event-columns";
import { FeedPage, type FeedPageProps } from "@/components/feed/feed-page";
import type { FeedKind } from "@/components/feed/kind";
import { lazyComponent } from "@/components/ui/lazy-component";
import { COLUMNS } from "./columns";

const KIND: FeedKind<FundingRecord> = {
  title: FEEDS.funding.title,
  noun: "funding",
  one: "Funding round",
  columns: COLUMNS,
  ...NEWEST_FIRST,
  company: ({ company }) => company,
  parties: ({ company, investors }) => ({ companies: [company], others: investors.map(({ name }) => name) }),
  Sheet: lazyComponent(async () => (await import("@/components/feed/sheet/funding-sheet")).FundingSheet),
};

export function FundingPage(props: FeedPageProps) {
  return <FeedPage kind={KIND} {...props} />;
}

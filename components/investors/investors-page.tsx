"use client";

import type { InvestorRecord } from "@dealflow/client/records";
import { FEEDS } from "@dealflow/contract/feeds";
import { FeedPage, type FeedPageProps } from "@/components/feed/feed-page";
import type { FeedKind } from "@/components/feed/kind";
import { lazyComponent } from "@/components/ui/lazy-component";
import { COLUMNS } from "./columns";

const BY_UPDATE = { id: "updated", desc: false };

const KIND: FeedKind<InvestorRecord> = {
  title: FEEDS.investors.title,
  noun: "investor",
  one: "Investor",
  columns: COLUMNS,
  order: () => BY_UPDATE,
  orderWords: "Oldest update first",
  Sheet: lazyComponent(async () => (await import("./sheet")).InvestorSheet),
};

export function InvestorsPage(props: FeedPageProps) {
  return <FeedPage feed="investors" kind={KIND} {...props} />;
}

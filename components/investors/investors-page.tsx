"use client";

import type { InvestorRecord } from "@dealflow/client/records";
import { FEEDS } from "@dealflow/contract/feeds";
import { FeedPage, type FeedPageProps } from "@/components/feed/feed-page";
import type { FeedKind } from "@/components/feed/kind";
import { type NamedOrder, OrderSelect } from "@/components/feed/tools/order-select";
import { lazyComponent } from "@/components/ui/lazy-component";
import { COLUMNS } from "./columns";

const BY_UPDATE = { id: "updated", desc: false };
const BY_ROUNDS = { id: "rounds", desc: true };

const ORDERS: readonly NamedOrder[] = [
  { title: "Most owned rounds first", order: "" },
  { title: "Latest update first", order: "updated.descending" },
  { title: "Oldest update first", order: "updated.ascending", query: {} },
];

const KIND: FeedKind<InvestorRecord> = {
  title: FEEDS.investors.title,
  noun: "investor",
  one: "Investor",
  columns: COLUMNS,
  order: (_, isOrdered) => (isOrdered ? BY_ROUNDS : BY_UPDATE),
  orders: ORDERS,
  orderWords: "",
  Order: () => <OrderSelect orders={ORDERS} />,
  Sheet: lazyComponent(async () => (await import("./sheet")).InvestorSheet),
};

export function InvestorsPage(props: FeedPageProps) {
  return <FeedPage kind={KIND} {...props} />;
}

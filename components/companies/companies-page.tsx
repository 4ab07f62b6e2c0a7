"use client";

import type { CompanyRecord } from "@dealflow/client/records";
import { FEEDS } from "@dealflow/contract/feeds";
import { FeedPage, type FeedPageProps } from "@/components/feed/feed-page";
import type { FeedKind } from "@/components/feed/kind";
import { orderIndex } from "@/components/filters/orders";
import { lazyComponent } from "@/components/ui/lazy-component";
import { COLUMNS } from "./columns";
import { OrderControl } from "./order-control";

const BY_UPDATE = { id: "updated", desc: false };

const KIND: FeedKind<CompanyRecord> = {
  title: FEEDS.companies.title,
  noun: "company",
  one: "Company",
  columns: COLUMNS,
  company: (record) => record,
  // No column shows how prominent a company is.
  order: (query) => (orderIndex(query) === 0 ? BY_UPDATE : undefined),
  orderWords: "",
  Order: OrderControl,
  Sheet: lazyComponent(async () => (await import("./sheet")).CompanySheet),
};

export function CompaniesPage(props: FeedPageProps) {
  return <FeedPage feed="companies" kind={KIND} {...props} />;
}

"use client";

import type { CompanyRecord } from "@dealflow/client/records";
import { FEEDS } from "@dealflow/contract/feeds";
import { FeedPage, type FeedPageProps } from "@/components/feed/feed-page";
import type { FeedKind } from "@/components/feed/kind";
import { type NamedOrder, OrderSelect } from "@/components/feed/tools/order-select";
import { lazyComponent } from "@/components/ui/lazy-component";
import { TextLink } from "@/components/ui/link";
import { LOOK_UP_PAGE } from "@/lib/client/timelines/addresses";
import { COLUMNS } from "./columns";

const BY_UPDATE = { id: "updated", desc: false };

const ORDERS: readonly NamedOrder[] = [
  { title: "Most prominent first", order: "", query: { sort: "prominence" } },
  {
    title: "Least prominent first",
    order: "prominence.ascending",
    query: { sort: "prominence", sortDirection: "asc" },
  },
  { title: "Latest update first", order: "updated.descending" },
  { title: "Oldest update first", order: "updated.ascending", query: {} },
];

const KIND: FeedKind<CompanyRecord> = {
  title: FEEDS.companies.title,
  noun: "company",
  one: "Company",
  columns: COLUMNS,
  company: (record) => record,
  // No column shows how prominent a company is.
  order: ({ sort }, isOrdered) => (isOrdered || sort === "prominence" ? undefined : BY_UPDATE),
  orders: ORDERS,
  orderWords: "",
  Order: OrderControl,
  Sheet: lazyComponent(async () => (await import("./sheet")).CompanySheet),
};

export function CompaniesPage(props: FeedPageProps) {
  return <FeedPage kind={KIND} {...props} />;
}

/** Offers a search for one company, and the order of the list. */
function OrderControl() {
  return (
    <>
      <TextLink href={LOOK_UP_PAGE} className="whitespace-nowrap">
        Look up
      </TextLink>
      <OrderSelect orders={ORDERS} />
    </>
  );
}

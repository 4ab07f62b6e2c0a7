"use client";

import type { CompanyRecord } from "@dealflow/client/records";
import { FEEDS } from "@dealflow/contract/feeds";
import { FeedPage, type FeedPageProps } from "@/components/feed/feed-page";
import type { FeedKind } from "@/components/feed/kind";
import { inOrder, ORDERS, orderIndex } from "@/components/filters/orders";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Link } from "@/components/ui/link";
import { TEXT_LINK } from "@/components/ui/text-link";
import { useFeedView } from "@/lib/client/feed-view";
import { LOOK_UP_PAGE } from "@/lib/client/timelines/addresses";
import { COLUMNS } from "./columns";

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

/** Offers a search for one company and the order in which the API serves the list. */
function OrderControl() {
  const { query, setQuery } = useFeedView();
  return (
    <>
      <Link href={LOOK_UP_PAGE} className={`${TEXT_LINK} whitespace-nowrap`}>
        Look up
      </Link>
      <select
        className="focus-ring h-control rounded-2 border border-line-button bg-surface px-1.5 font-medium text-text-2 @max-[720px]/main:hidden"
        aria-label="Order"
        value={orderIndex(query)}
        onChange={(event) => setQuery(inOrder(query, Number(event.target.value)))}
      >
        {ORDERS.map(({ title }, index) => (
          <option key={title} value={index}>
            {title}
          </option>
        ))}
      </select>
    </>
  );
}

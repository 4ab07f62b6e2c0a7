"use client";
import type { InvestorRecord } from "@dealflow/client/records";
import { FEEDS } from "@dealflow/contract/feeds";
import { INVESTOR_TYPES } from "@dealflow/contract/values/organisations";
import type { DataTableColumn } from "@/components/data-table/columns/columns";
import { Missing, TextCell } from "@/components/feed/columns/cells";
import { PURCHASED_COLUMN } from "@/components/feed/columns/event-columns";
import { countryColumn, dateColumn, textColumn } from "@/components/feed/columns/field-columns";
import { FeedPage, type FeedPageProps } from "@/components/feed/feed-page";
import type { FeedKind } from "@/components/feed/kind";
import { type NamedOrder, OrderSelect } from "@/components/feed/tools/order-select";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { FeedRow } from "@/lib/client/feed-row";
import { count } from "@/lib/format/counts";
import { listedTitle } from "@/lib/format/listed-title";

type Row = FeedRow<InvestorRecord>;

const NAME = "minmax(0, 1fr)";

function typeTitle({ type }: InvestorRecord): string | null {
  return type === null ? null : listedTitle(INVESTOR_TYPES, type);
}

const COLUMNS: readonly DataTableColumn<Row>[] = [
  {
    id: "investor",
    header: "Investor",
    size: 190,
    meta: {
      grow: 1.2,
      widths: {
        tiny: NAME,
        small: NAME,
        middle: "minmax(0, 1.2fr)",
        large: "minmax(0, 1.2fr)",
        huge: "minmax(0, 1.2fr)",
      },
      card: "title",
      hasValue: ({ record }: Row) => !record.name,
    },
    accessorFn: ({ record }) => record.name,
    cell: ({ row: { original } }) => <TextCell strong text={original.record.name} />,
  },
  {
    id: "type",
    header: "Type",
    size: 148,
    meta: {
      widths: { tiny: "142px", small: "142px", middle: "142px", large: "148px", huge: "160px" },
      card: "one",
      open: true,
    },
    accessorFn: ({ record }) => typeTitle(record),
    cell: ({ row: { original } }) => typeTitle(original.record) ?? <Missing />,
  },
  countryColumn((record) => record.hqCountry, {
    widths: { tiny: "58px", small: "62px", middle: "58px", large: "68px", huge: "180px" },
    card: "two",
  }),
  textColumn("domain", "Domain", ({ record }) => record.domain, {
    hasValue: ({ preview }: Row) => preview?.hasDomain !== false,
    grow: 1,
    widths: { small: NAME, middle: NAME, large: NAME, huge: NAME },
    card: "rest",
  }),
  dateColumn("first-seen", "First seen", ({ record }) => record.firstSeenAt, {
    widths: { large: "116px", huge: "128px" },
  }),
  dateColumn("last-seen", "Last seen", ({ record }) => record.lastSeenAt, {
    widths: { tiny: "80px", small: "80px", middle: "116px", large: "116px", huge: "128px" },
    card: "when",
  }),
  dateColumn("updated", "Updated", ({ record }) => record.updatedAt, {
    widths: { large: "116px", huge: "128px" },
    open: true,
  }),
  {
    id: "rounds",
    header: "Owned rounds",
    size: 120,
    meta: {
      shortHeader: "Rounds",
      align: "end",
      widths: { small: "72px", middle: "120px", large: "120px", huge: "120px" },
      card: "figure",
      open: true,
    },
    sortDescFirst: true,
    accessorFn: ({ ownedRounds }) => ownedRounds,
    cell: ({ row: { original } }) =>
      original.ownedRounds === undefined ? (
        <Missing />
      ) : (
        <span>
          {count(original.ownedRounds)}
          <span className="tablet:hidden"> owned {original.ownedRounds === 1 ? "round" : "rounds"}</span>
        </span>
      ),
  },
  PURCHASED_COLUMN,
  dateColumn("created", "Added", ({ record }) => record.createdAt),
];

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

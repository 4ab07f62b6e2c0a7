import type { CompanyRecord, SourceRecord } from "@dealflow/client/records";
import type { DataTableColumn } from "@/components/data-table/columns/columns";
import type { FeedKind } from "@/components/feed/kind";
import type { FeedRow } from "@/lib/client/feed-row";

import { longDate } from "@/lib/format/dates";
import { Missing, PurchasedCell, TextCell, UnresolvedMark } from "./cells";
import { dateColumn } from "./field-columns";

/** The last column of every feed shows since when a row is owned. */
export const PURCHASED_COLUMN: DataTableColumn<FeedRow<unknown>> = {
  id: "owned",
  header: "Owned",
  size: 72,
  meta: {
    align: "end",
    widths: { tiny: "64px", small: "64px", middle: "64px", large: "72px", huge: "76px" },
    card: "mark",
    groupLabel: longDate,
    open: true,
  },
  sortDescFirst: true,
  accessorFn: ({ purchasedAt }) => Date.parse(purchasedAt),
  getGroupingValue: ({ purchasedAt }) => purchasedAt.slice(0, 10),
  cell: ({ row: { original } }) =>
    original.preview ? (
      <span className="text-11 text-text-3 group-hover/row:text-accent-text max-tablet:text-12">1 credit</span>
    ) : (
      <PurchasedCell purchasedAt={original.purchasedAt} />
    ),
};

/** Every feed of events ends with these columns: when it was announced, and since when its row is owned. */
export const LAST_COLUMNS: readonly DataTableColumn<FeedRow<{ announcedAt: string | null }>>[] = [
  dateColumn("announced", "Announced", ({ record }) => record.announcedAt, {
    shortHeader: "Date",
    widths: { tiny: "72px", small: "72px", middle: "108px", large: "116px", huge: "120px" },
    card: "when",
    open: true,
  }),
  PURCHASED_COLUMN,
];

interface EventFacts {
  readonly discoveredAt: string | null;
  readonly sources: readonly SourceRecord[];
}

function countSources({ preview, record }: FeedRow<EventFacts>): number {
  return preview?.sources ?? record.sources.length;
}

/** These optional columns have further fields of any event. */
export const EVENT_COLUMNS: readonly DataTableColumn<FeedRow<EventFacts>>[] = [
  dateColumn("discovered", "Discovered", ({ record }) => record.discoveredAt),
  {
    id: "sources",
    header: "Sources",
    size: 76,
    meta: { align: "end", open: true },
    sortDescFirst: true,
    accessorFn: countSources,
    cell: ({ row: { original } }) => countSources(original) || <Missing />,
  },
];

/**
 * Creates the column of a row's company, marked as unresolved where no other column says so.
 * @param before this word stands before the name on a card
 */
export function companyColumn<R>(
  id: string,
  header: string,
  of: (record: R) => CompanyRecord | null,
  meta: DataTableColumn<FeedRow<R>>["meta"],
  before?: string,
): DataTableColumn<FeedRow<R>> {
  return {
    id,
    header,
    size: 160,
    meta: { previewMark: ({ record }: FeedRow<R>) => <UnresolvedMark company={of(record)} />, star: true, ...meta },
    accessorFn: ({ record }) => of(record)?.name,
    cell: ({ row: { original } }) => (
      <>
        {before && <span className="-mr-0.5 tablet:hidden">{before}</span>}
        <TextCell strong text={of(original.record)?.name} />
        <UnresolvedMark company={of(original.record)} />
      </>
    ),
  };
}

const BY_ANNOUNCEMENT = { id: "announced", desc: true };

/** Every feed of events has this order. */
export const NEWEST_FIRST: Pick<FeedKind<unknown>, "order" | "orderWords"> = {
  order: () => BY_ANNOUNCEMENT,
  orderWords: "Newest first",
};

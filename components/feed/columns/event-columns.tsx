import type { CompanyRecord, SourceRecord } from "@dealflow/client/records";
import type { FeedKind, FeedRow } from "@/components/feed/kind";
import { isUnresolved } from "@/components/feed/record/company";
import type { Column } from "@/components/table/columns";
import { DateCell, Missing, PurchasedCell, TextCell } from "./cells";
import { dateColumn } from "./field-columns";

/** Since when a row is owned: the last column of every feed. */
export const PURCHASED_COLUMN: Column<FeedRow<unknown>> = {
  id: "owned",
  head: "Owned",
  end: true,
  width: 72,
  widths: { tiny: "64px", small: "64px", middle: "64px", large: "72px", huge: "76px" },
  card: "mark",
  first: "descending",
  value: ({ heldAt }) => Date.parse(heldAt),
  cell: ({ heldAt }) => <PurchasedCell heldAt={heldAt} />,
};

/** The columns that every feed of events ends with: when it was announced, and since when its row is owned. */
export const LAST_COLUMNS: readonly Column<FeedRow<{ announcedAt: string | null }>>[] = [
  {
    id: "announced",
    head: "Announced",
    shortHead: "Date",
    kind: "date",
    width: 108,
    widths: { tiny: "72px", small: "72px", middle: "100px", large: "106px", huge: "112px" },
    card: "when",
    first: "descending",
    value: ({ record }) => record.announcedAt,
    cell: ({ record }) => <DateCell iso={record.announcedAt} />,
  },
  PURCHASED_COLUMN,
];

interface EventFacts {
  readonly discoveredAt: string | null;
  readonly sources: readonly SourceRecord[];
}

/** Further fields of any event, as optional columns. */
export const EVENT_COLUMNS: readonly Column<FeedRow<EventFacts>>[] = [
  dateColumn("discovered", "Discovered", ({ record }) => record.discoveredAt),
  {
    id: "sources",
    head: "Sources",
    end: true,
    width: 76,
    widths: {},
    first: "descending",
    value: ({ record }) => record.sources.length,
    cell: ({ record }) => (record.sources.length === 0 ? <Missing /> : record.sources.length),
  },
];

/** The company that a row is about; marked as unresolved where no other column does. */
export function CompanyCell({ company }: { company: CompanyRecord | null }) {
  return (
    <>
      <TextCell strong text={company?.name} />
      {isUnresolved(company) && <span className="cell-mark cell-unresolved">unresolved</span>}
    </>
  );
}

const BY_ANNOUNCEMENT = { column: "announced", direction: "descending" } as const;

/** The order of every feed of events. */
export const NEWEST_FIRST: Pick<FeedKind<unknown>, "order" | "orderWords"> = {
  order: () => BY_ANNOUNCEMENT,
  orderWords: "Newest first",
};

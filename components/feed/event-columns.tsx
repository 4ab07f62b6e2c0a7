import type { Column } from "@/components/table/columns";
import type { CompanyRecord } from "@/lib/api/records";
import { DateCell, OwnedCell, TextCell } from "./cells";
import { isUnresolved } from "./company";
import type { FeedRow } from "./kind";

/** The columns that every feed of events ends with: when it was announced, and since when its row is owned. */
export const LAST_COLUMNS: readonly Column<FeedRow<{ announcedAt: string | null }>>[] = [
  {
    id: "announced",
    head: "Announced",
    shortHead: "Date",
    sorted: "descending",
    widths: { tiny: "72px", small: "72px", middle: "100px", large: "106px", huge: "112px" },
    card: "when",
    cell: ({ record }) => <DateCell iso={record.announcedAt} />,
  },
  {
    id: "owned",
    head: "Owned",
    end: true,
    widths: { tiny: "64px", small: "64px", middle: "64px", large: "72px", huge: "76px" },
    card: "mark",
    cell: ({ heldAt }) => <OwnedCell heldAt={heldAt} />,
  },
];

/** The company that a row is about; says so when it was not resolved, where no other column does. */
export function CompanyCell({ company }: { company: CompanyRecord | null }) {
  return (
    <>
      <TextCell strong text={company?.name} />
      {isUnresolved(company) && <span className="cell-mark cell-unresolved">unresolved</span>}
    </>
  );
}

import type { Column } from "@/components/table/columns";
import { readOrder } from "@/components/table/row-order";
import type { ShelfView } from "@/lib/contract/saved";

interface Props {
  view: ShelfView;
  columns: readonly Pick<Column<never>, "id">[];
}

/** Which of the columns and the order of a view are not there any more. */
export function ViewNoteText({ view: { name, columns: kept, sort }, columns }: Props) {
  const ids = (kept ?? "").split("~").map((part) => part.replace(/[.!].*$/, ""));
  const unknown = ids.filter((id) => id !== "" && !columns.some((column) => column.id === id));
  const parts = [
    unknown.length > 0 && `the columns ${unknown.join(", ").slice(0, 120)}`,
    sort && !readOrder(columns, sort) && `the order ${sort.slice(0, 60)}`,
  ].filter(Boolean);
  return (
    <span>{`${name} keeps ${parts.join(" and ") || "columns"} in words that are not known any more; the rest is shown.`}</span>
  );
}

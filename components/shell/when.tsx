import { exactTime, shortDate } from "@/lib/format/dates";
import { useNow } from "./clock";

/** Shows a day, with the exact time on hover, or a dash where there is none. */
export function When({ at }: { at: string | null }) {
  const now = useNow();
  if (at === null || at === "") return "–";
  return (
    <time dateTime={at} title={exactTime(at)}>
      {shortDate(at, now)}
    </time>
  );
}

interface DayCell<Row> {
  readonly row: { readonly original: Row };
}

/** Makes a column of days. In a stack the prefix, by default the header, precedes them. */
export function dayColumn<Row>(id: string, header: string, day: (row: Row) => string | null, prefix = header) {
  return { id, header, meta: { prefix }, cell: ({ row }: DayCell<Row>) => <When at={day(row.original)} /> };
}

/** Makes the column that shows when each row was last used. */
export function usedColumn<Row extends { readonly lastUsedAt: string | null }>(prefix = "Used") {
  return {
    id: "last-used",
    header: "Last used",
    meta: { prefix },
    cell: ({ row: { original } }: DayCell<Row>) =>
      original.lastUsedAt === null ? "never" : <When at={original.lastUsedAt} />,
  };
}

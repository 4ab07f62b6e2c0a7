import { FEED_ORDERS, readOrder, writeOrder } from "@dealflow/contract/account/feed-orders";
import type { ShelfView } from "@dealflow/contract/account/saved";
import { type ColumnInfo, readColumns, writeColumns } from "@/components/data-table/columns/column-state";
import { Line } from "@/components/feed/states/line";

interface Props {
  view: ShelfView;
  columns: readonly ColumnInfo[];
}

/** Notes that columns or an order of a saved view no longer exist. The rest of it is shown. */
export function ViewNote({ view: { feed, name, columns: savedColumns, sort }, columns }: Props) {
  const known = readColumns(columns, savedColumns ?? "");
  const order = readOrder(
    (id) => Object.hasOwn(FEED_ORDERS[feed], id) || columns.some((column) => column.id === id),
    sort ?? "",
  );
  const whole = !savedColumns || (known !== undefined && writeColumns(known) === savedColumns);
  const ordered = !sort || (order !== undefined && writeOrder(order) === sort);
  if (whole && ordered) return null;
  const ids = (savedColumns ?? "").split("~").map((part) => part.replace(/[.!].*$/, ""));
  const unknown = ids.filter((id) => id !== "" && !columns.some((column) => column.id === id));
  const parts = [
    ...(whole ? [] : [unknown.length === 0 ? "columns" : `the columns ${unknown.join(", ").slice(0, 120)}`]),
    ...(ordered ? [] : [`the order ${sort.slice(0, 60)}`]),
  ];
  return (
    <Line data-testid="view-note">
      <span>{`${name} uses ${parts.join(" and ")}, no longer supported; the rest is shown.`}</span>
    </Line>
  );
}

/** Declares the props of the panels of the bar. */

import type { ShelfView } from "@dealflow/contract/account/saved";
import type { FeedKind } from "@/components/feed/kind";
import type { FeedRows } from "@/components/feed/rows/use-feed-rows";
import type { Screen } from "./save-view";

export interface ToolPanelProps {
  close: () => void;
  /** The ids of all columns of the table are used where none is visible. */
  columns: readonly string[];
  screen: Screen;
  /** The list can have these orders that no column shows. */
  orders: FeedKind<unknown>["orders"];
  /** The list can be sorted by these columns. */
  sorts: readonly { readonly id: string; readonly title: string }[];
  /** Restores the appearance of a saved view. */
  restore: (view: ShelfView) => void;
}

/** Returns the props that all panels of a feed's page share. */
export function toolProps<R>(kind: FeedKind<R>, { columns, order }: FeedRows<R>): Omit<ToolPanelProps, "close"> {
  return {
    columns: kind.columns.map((column) => column.id),
    orders: kind.orders,
    sorts: kind.columns.flatMap(({ id, header }) => (order.isSortable(id) ? [{ id, title: header }] : [])),
    screen: { columns: columns.text, sort: order.text },
    restore: (view) => {
      columns.restore(view.columns);
      order.restore(view.sort);
    },
  };
}

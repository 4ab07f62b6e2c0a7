"use client";
/** The rows of a feed's table: those of the view, searched and sorted as the person chose, with columns and stars. */
import { functionalUpdate, useTable } from "@tanstack/react-table";
import { type DataTableColumn, type DataTableInstance, features, type TableRow } from "@/components/data-table/columns";
import { useRowHeight } from "@/components/data-table/row-height";
import { useColumnState } from "@/components/feed/columns/use-column-state";
import type { FeedKind } from "@/components/feed/kind";
import { usePreferences } from "@/components/shell/preferences-provider";
import { useFeedView } from "@/lib/client/feed-view";
import type { ShelfView } from "@/lib/contract/saved";
import { useNewRows } from "./new-rows-line";
import { useSelection } from "./selection";
import { useRowOrder } from "./use-row-order";
import { useRowSearch } from "./use-row-search";
import { useStars } from "./use-stars";

export type FeedRows<R> = ReturnType<typeof useFeedRows<R>>;

/** Rows are rendered for the visible window alone, so that the table itself has none. */
const NO_DATA: readonly never[] = [];

/** @param columnsText the text of the person's own columns @param opened the saved view that was opened */
export function useFeedRows<R>(kind: FeedKind<R>, columnsText: string | undefined, opened: ShelfView | undefined) {
  const { feed, listed: all } = useFeedView<R>();
  const { density } = usePreferences();
  const rowHeight = useRowHeight(density);
  const selection = useSelection();
  const columns = useColumnState(feed, kind.columns, columnsText, opened);
  /** Without those that are hidden while reviewing what is new. */
  const visible = useNewRows<R>();
  const { found, box: search } = useRowSearch(visible, kind.parties);
  const order = useRowOrder(kind, found, opened);
  const { announcement, ...stars } = useStars(kind.company);
  const table: DataTableInstance = useTable({
    features,
    // Its rows are those of this feed.
    columns: kind.columns as readonly DataTableColumn<TableRow>[],
    data: NO_DATA,
    state: { ...columns.state, sorting: order.sorting, grouping: order.grouping },
    ...columns.handlers,
    onSortingChange: (updater) => order.onSorting(functionalUpdate(updater, order.sorting)),
    onGroupingChange: (updater) => order.onGrouping(functionalUpdate(updater, order.grouping)),
    groupedColumnMode: false,
    sortDescFirst: false,
    manualSorting: true,
    manualGrouping: true,
  });
  return {
    rows: order.rows,
    visible,
    /** Every row of the view is in the table: what is found among few rows says nothing about how far somebody scrolled. */
    complete: found === all,
    found: found.length,
    columns,
    search,
    order,
    table,
    /** The result of the last press on a star. */
    starMessage: announcement,
    tableProps: {
      table,
      own: columns.own,
      items: order.items,
      onToggleGroup: order.onToggleGroup,
      rowHeight,
      selected: selection.keys,
      onSelect: selection.select,
      ...stars,
    },
  };
}

"use client";
/** The rows of a feed's table: those of the view, searched and sorted as the person chose, with columns and stars. */
import type { FeedKind, FeedRow } from "@/components/feed/kind";
import { usePreferences } from "@/components/shell/preferences-provider";
import { useRowHeight } from "@/components/table/row-height";
import { useFeedView } from "@/lib/client/feed-view";
import type { ShelfView } from "@/lib/contract/saved";
import { type OwnColumns, useOwnColumns } from "../columns/own-columns";
import { useNewRows } from "./new-rows-line";
import { useSelection } from "./selection";
import { type RowOrdering, useRowOrder } from "./use-row-order";
import { useRowSearch } from "./use-row-search";
import { useStars } from "./use-stars";

const keyOf = (row: FeedRow<unknown>) => row.key;

export type FeedRows<R> = ReturnType<typeof useFeedRows<R>>;

/** @param columns the text of the person's own columns @param opened the saved view that was opened */
export function useFeedRows<R>(kind: FeedKind<R>, columns: string | undefined, opened: ShelfView | undefined) {
  const { feed, query, rows: all } = useFeedView<R>();
  const { density } = usePreferences();
  const rowHeight = useRowHeight(density);
  const selection = useSelection();
  const own: OwnColumns = useOwnColumns(feed, kind.columns, columns, opened);
  /** Without those that are hidden while reviewing what is new. */
  const visible = useNewRows<R>();
  const { found, box: search } = useRowSearch(visible, kind.parties);
  const order: RowOrdering<R> = useRowOrder(kind, found, query, opened);
  const { announcement, ...stars } = useStars(kind.company);
  return {
    rows: order.rows,
    visible,
    /** Every row of the view is in the table: what is found among few rows says nothing about how far somebody scrolled. */
    complete: found === all,
    found: found.length,
    own,
    search,
    order,
    /** The result of the last press on a star. */
    starMessage: announcement,
    table: {
      columns: kind.columns,
      choice: own.choice,
      order: order.order,
      onSort: order.sort,
      onResize: own.resize,
      rows: order.rows,
      keyOf,
      rowHeight,
      selected: selection.keys,
      onSelect: (row: FeedRow<R>) => selection.toggle(row.key),
      ...stars,
    },
  };
}

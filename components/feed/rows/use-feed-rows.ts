"use client";
import type { ShelfView } from "@dealflow/contract/account/saved";
/**
 * Provides the rows of a feed's table: those of the view, searched and sorted as the person chose, with columns and
 * stars.
 */
import { functionalUpdate, type SortingState, useTable } from "@tanstack/react-table";
import { useMemo, useState } from "react";
import {
  type DataTableColumn,
  type DataTableInstance,
  features,
  type TableRow,
} from "@/components/data-table/columns/columns";
import { groupRows, type Item, isGroup, type RowGroup } from "@/components/data-table/group-rows";
import { NO_ORDER, readOrder, sortingAfter, sortRows, writeOrder } from "@/components/data-table/sort-rows";
import { useRowHeight } from "@/components/data-table/window/row-height";
import { useColumnState } from "@/components/feed/columns/use-column-state";
import type { FeedKind } from "@/components/feed/kind";
import { usePreferences } from "@/components/shell/preferences/preferences-provider";
import { useFeedView } from "@/lib/client/feed-view";
import type { FeedRow } from "@/lib/client/feed-view-state";
import { useReview, wasOwned } from "@/lib/client/saved/new-rows-review";
import { type FoundCompany, findCompanies, findRows } from "./row-search";
import { useSelection } from "./selection";
import { useStars } from "./use-stars";

export type FeedRows<R> = ReturnType<typeof useFeedRows<R>>;

/** The table has no data, because rows are rendered for the visible window alone. */
const NO_DATA: readonly never[] = [];
const NO_COMPANIES: readonly FoundCompany[] = [];
const NO_GROUPS: ReadonlySet<string> = new Set();
const MOST = 8;

/**
 * @param columnsText the text of the person's own columns
 * @param opened the opened saved view
 */
export function useFeedRows<R>(kind: FeedKind<R>, columnsText: string | undefined, opened: ShelfView | undefined) {
  const { feed, listed: all } = useFeedView<R>();
  const { density } = usePreferences();
  const rowHeight = useRowHeight(density);
  const selection = useSelection();
  const columns = useColumnState(feed, kind.columns, columnsText, opened);
  /** Rows that are hidden while reviewing what is new are left out. */
  const visible = useNewRows<R>();
  const { found, box: search } = useRowSearch(visible, kind.parties);
  const order = useRowOrder(kind, found, opened);
  const { announcement, ...stars } = useStars(kind.company);
  const table: DataTableInstance = useTable({
    features,
    // The rows are those of this feed.
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
    /**
     * The list counts as complete only without a search, because a few found rows do not tell how far a person
     * scrolled.
     */
    complete: found === all,
    found: found.length,
    columns,
    search,
    order,
    table,
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

/** Returns the rows of a view; while reviewing what is new, without those that were owned before. */
function useNewRows<R>(): readonly FeedRow<R>[] {
  const { feed, canonical, listed: rows } = useFeedView<R>();
  const review = useReview(feed, canonical);
  return useMemo(
    () => (review?.hides ? rows.filter((row) => !wasOwned(feed, review, row)) : rows),
    [feed, review, rows],
  );
}

/** Searches the loaded rows and returns the props of the search box. */
function useRowSearch<R>(rows: readonly FeedRow<R>[], parties: FeedKind<R>["parties"]) {
  const [typed, onType] = useState("");
  const found = useMemo(
    () => (parties === undefined ? rows : findRows<R, FeedRow<R>>(rows, typed, parties)),
    [rows, typed, parties],
  );
  const companies = useMemo(
    () => (parties === undefined ? NO_COMPANIES : findCompanies(found, typed, parties, MOST)),
    [found, typed, parties],
  );
  return { found, box: { typed, onType, companies } };
}

/** The loaded rows are ordered by the address, else by the opened saved view, else as in the list. */
function useRowOrder<R>(kind: FeedKind<R>, rows: readonly FeedRow<R>[], view: ShelfView | undefined) {
  const { query, order: text, setOrder } = useFeedView();
  const { columns } = kind;
  const saved = view?.sort ?? "";
  const chosen = useMemo(() => readOrder(columns, text ?? saved) ?? NO_ORDER, [columns, text, saved]);
  const { sorting, grouping } = chosen;
  const [grouped] = grouping;
  const [state, setState] = useState({ grouped, collapsed: NO_GROUPS });
  const collapsed = state.grouped === grouped ? state.collapsed : NO_GROUPS;
  const list = kind.order(query);

  const ordered = useMemo(() => sortRows(rows, columns, sorting), [rows, columns, sorting]);
  const items = useMemo((): readonly Item<FeedRow<R>>[] => {
    if (grouped === undefined) return ordered;
    const descending = sorting.find(({ id }) => id === grouped)?.desc ?? false;
    return groupRows(ordered, columns, grouped, collapsed, descending);
  }, [ordered, columns, grouped, collapsed, sorting]);
  // The sheet steps through the rows as they are shown.
  const shown = useMemo(
    () => (grouped === undefined ? ordered : items.filter((item): item is FeedRow<R> => !isGroup(item))),
    [ordered, items, grouped],
  );
  // The list's own order shows in the headers while there is no other.
  const shownSorting: SortingState = sorting.length === 0 && list !== undefined ? [list] : sorting;

  function change(next: Partial<typeof chosen>) {
    const written = writeOrder({ ...chosen, ...next });
    // The order of the saved view is not repeated in the address.
    setOrder(written === saved ? undefined : written);
  }

  return {
    rows: shown,
    items,
    sorting: shownSorting,
    grouping: [...grouping],
    onSorting: (next: SortingState) => change({ sorting: sortingAfter(next, shownSorting, list) }),
    onGrouping: (next: readonly string[]) => change({ grouping: next.slice(-1) }),
    onToggleGroup: ({ group }: RowGroup<FeedRow<R>>) => {
      const next = new Set(collapsed);
      if (!next.delete(group)) next.add(group);
      setState({ grouped, collapsed: next });
    },
    /** The text is such as `sorted by amount, loaded rows only`; it is absent in the list's own order. */
    sorted: orderWords(columns, chosen),
    /** The order is serialized as in a saved view; an empty text is the list's own. */
    text: writeOrder(chosen),
    /** Applies the order of a saved view. */
    restore: (view: string | null) => {
      if (view !== null) setOrder(undefined);
    },
  };
}

function orderWords(
  columns: readonly { readonly id: string; readonly header: string }[],
  { sorting, grouping }: { sorting: SortingState; grouping: readonly string[] },
): string | undefined {
  const name = (id: string) => inSentence(columns.find((column) => column.id === id)?.header ?? id);
  const parts = [
    ...(grouping.length > 0 ? [`grouped by ${grouping.map(name).join(", ")}`] : []),
    ...(sorting.length > 0 ? [`sorted by ${sorting.map(({ id }) => name(id)).join(", then ")}`] : []),
  ];
  return parts.length === 0 ? undefined : `${parts.join(" and ")}, loaded rows only`;
}

/** A header changes its case within a sentence: `Raised` becomes raised, `NAICS` stays. */
function inSentence(header: string): string {
  return /^[A-Z][a-z]/.test(header) ? header.charAt(0).toLowerCase() + header.slice(1) : header;
}

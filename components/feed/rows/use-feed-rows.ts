/**
 * Provides the rows of a feed's table: those of the view, searched and sorted as the person chose, with columns, stars
 * and the selection. The parts of the page read them by `useShownRows`.
 */

import type { FeedRecord } from "@dealflow/client/records";
import { FEED_ORDERS, NO_ORDER, readOrder, writeOrder } from "@dealflow/contract/account/feed-orders";
import type { ShelfView } from "@dealflow/contract/account/saved";
import { FEEDS } from "@dealflow/contract/feeds";
import type { Filter } from "@dealflow/contract/filters";
import { factsAt } from "@dealflow/contract/records/facts";
import { UNKNOWN } from "@dealflow/contract/values/unknown";
import { functionalUpdate, type GroupingState, type SortingState, useTable } from "@tanstack/react-table";
import { createContext, use, useCallback, useMemo, useState } from "react";
import { createStore } from "zustand";
import { type DataTableColumn, features, type TableItem, type TableRow } from "@/components/data-table/columns/columns";
import { listGroups, sortableColumns, sortingAfter } from "@/components/data-table/row-models";
import { useRowHeight } from "@/components/data-table/window/row-height";
import { useColumnState } from "@/components/feed/columns/use-column-state";
import type { FeedKind } from "@/components/feed/kind";
import { usePreferences } from "@/components/shell/preferences/preferences-provider";
import type { FeedRow } from "@/lib/client/feed-row";
import { type FeedView, useViewSummary } from "@/lib/client/feed-view";
import { useReview, wasOwned } from "@/lib/client/saved/new-rows-review";
import { listOrder } from "@/lib/filters/address";
import { type FoundCompany, findCompanies, findRows } from "./row-search";
import { useSelection } from "./selection";
import { useStars } from "./use-stars";

export type FeedRows<R> = ReturnType<typeof useFeedRows<R>>;

export const ShownRows = createContext<unknown>(undefined);

/** Returns the rows of the table around the caller, which knows which feed it is drawn for. */
export function useShownRows<R = FeedRecord>(): FeedRows<R> {
  const rows = use(ShownRows);
  if (rows === undefined) throw new Error("useShownRows needs ShownRows above it");
  return rows as FeedRows<R>;
}

const NO_COMPANIES: readonly FoundCompany[] = [];
const NO_GROUPS: ReadonlySet<string> = new Set();
const MOST = 8;

/** @param columnsText the text of the person's own columns */
export function useFeedRows<R>(kind: FeedKind<R>, view: FeedView<R>, columnsText: string | undefined) {
  const { feed, canonical, listed: all, offset, total, opened } = view;
  const { density } = usePreferences();
  const rowHeight = useRowHeight(density);
  const selection = useSelection(`${view.isOwnedPage} ${feed}?${canonical}`, all);
  const columns = useColumnState(feed, kind.columns, columnsText, opened);
  /** Rows that are hidden while reviewing what is new are left out. */
  const visible = useNewRows(view);
  const { found, box: search } = useRowSearch(visible, kind.parties);
  const order = useRowOrder(kind, view);
  const { announcement, ...stars } = useStars(kind.company);
  const definitions = useMemo(
    // The rows are those of this feed.
    () => sortableColumns(kind.columns as readonly DataTableColumn<TableRow>[], order.isSortable),
    [kind.columns, order.isSortable],
  );
  const table = useTable<typeof features, TableRow>({
    features,
    columns: definitions,
    data: found,
    getRowId: ({ key }) => key,
    state: { ...columns.state, sorting: order.sorting, grouping: order.grouping },
    ...columns.handlers,
    onSortingChange: (updater) => order.onSorting(functionalUpdate(updater, order.sorting)),
    onGroupingChange: (updater) => order.onGrouping(functionalUpdate(updater, order.grouping)),
    groupedColumnMode: false,
    sortDescFirst: false,
    // The service has sorted the whole list, and its own order is shown in the headers only.
    manualSorting: order.isList || order.isWhole,
  });
  const [collapsed, setCollapsed] = useState(NO_GROUPS);
  const modelRows: readonly TableItem<TableRow>[] = table.getRowModel().rows;
  const { isGrouped, isDescending, isWhole } = order;
  const items = useMemo(() => {
    const listed = isGrouped ? listGroups(modelRows, isWhole ? undefined : isDescending, collapsed) : modelRows;
    return listed as readonly TableItem<FeedRow<R>>[];
  }, [modelRows, isGrouped, isWhole, isDescending, collapsed]);
  // Only the button that buys the next rows is rendered again while a person scrolls.
  const [top] = useState(() => createStore<{ readonly line: number | undefined }>(() => ({ line: undefined })));
  // Searched or hidden rows leave the others without their places in the whole list.
  const isPlaced = found === all;
  const isComplete = found === visible;
  const first = isPlaced ? (offset ?? 0) : 0;
  // Lines above groups and rows of collapsed ones change the number of lines.
  const others = isPlaced && offset !== undefined ? Math.max(0, (total ?? 0) - all.length) : 0;
  return {
    kind,
    /** The first item has this place among all lines of the table, which are so many. */
    first,
    count: items.length + others,
    /** The sheet steps through the rows as they are shown. */
    rows: useMemo(() => items.flatMap((item) => (item.getIsGrouped() ? [] : [item.original])), [items]),
    /**
     * The list counts as complete only without a search, because a few found rows do not tell how far a person
     * scrolled.
     */
    complete: isComplete,
    /** Rows that were owned before are hidden, so that further rows only follow the loaded ones. */
    hides: visible !== all,
    found: found.length,
    columns,
    search,
    order,
    selection,
    table,
    starMessage: announcement,
    /** The first line of the table that is in view, counted from 1; undefined until it was measured. */
    top,
    /** A saved view keeps this appearance of the table. */
    screen: { columns: columns.text, sort: order.text },
    /** Restores the appearance of a saved view. */
    restore: ({ columns: saved, sort }: ShelfView) => {
      columns.restore(saved);
      order.restore(sort);
    },
    tableProps: {
      table,
      own: columns.own,
      items,
      collapsed,
      countGroup: useGroupCounts(view, order.isWhole ? order.grouping[0] : undefined),
      onToggleGroup: (id: string) =>
        setCollapsed((before) => {
          const next = new Set(before);
          if (!next.delete(id)) next.add(id);
          return next;
        }),
      onTop: useCallback((line: number | undefined) => top.setState({ line }), [top]),
      rowHeight,
      selected: selection.keys,
      selectsByTap: selection.byTap,
      onSelect: selection.select,
      ...stars,
    },
  };
}

/** Counts the rows of a group by the summary of the whole list, where each row is in one group. */
function useGroupCounts<R>(view: FeedView<R>, column: string | undefined) {
  const { feed } = view;
  const facets = useViewSummary(view)?.facets;
  return useCallback(
    ({ record }: FeedRow<R>) => {
      const key = column === undefined ? undefined : FEED_ORDERS[feed][column];
      const filters: readonly Filter[] = FEEDS[feed].filters;
      const filter = filters.find((one) => key?.by === "value" && "param" in one && one.param === key.param);
      // A record with several values is counted in each of them, but is in one group.
      if (filter === undefined || !("list" in filter) || filter.list === "verticals") return undefined;
      const [path, ...others] = filter.facts;
      if (path === undefined || others.length > 0) return undefined;
      const counted = facets?.[filter.param]?.[String(factsAt(record, path)[0] ?? UNKNOWN)];
      return counted?.approximate ? undefined : counted?.count;
    },
    [column, facets, feed],
  );
}

/** Returns the rows of a view; while reviewing what is new, without those that were owned before. */
function useNewRows<R>({ feed, canonical, listed: rows }: FeedView<R>): readonly FeedRow<R>[] {
  const review = useReview(feed, canonical);
  return useMemo(
    () =>
      review?.hides && rows.some((row) => wasOwned(feed, review, row))
        ? rows.filter((row) => !wasOwned(feed, review, row))
        : rows,
    [feed, review, rows],
  );
}

/** Searches the loaded rows and returns the props of the search box. */
function useRowSearch<R>(rows: readonly FeedRow<R>[], parties: FeedKind<R>["parties"]) {
  const [typed, onType] = useState("");
  const isSearched = parties !== undefined && typed.trim() !== "";
  const found = useMemo(
    () => (isSearched ? findRows<R, FeedRow<R>>(rows, typed, parties) : rows),
    [isSearched, rows, typed, parties],
  );
  const companies = useMemo(
    () => (isSearched ? findCompanies(found, typed, parties, MOST) : NO_COMPANIES),
    [isSearched, found, typed, parties],
  );
  return { found, box: { typed, onType, companies } };
}

/** The rows are ordered by the address, else by the opened saved view, else as in the list. */
function useRowOrder<R>(kind: FeedKind<R>, view: FeedView<R>) {
  const { feed, query, isOrdered: isWhole, opened, shownOrder, setOrder } = view;
  const { columns } = kind;
  const saved = opened?.sort ?? "";
  const isSortable = useCallback((id: string) => !isWhole || Object.hasOwn(FEED_ORDERS[feed], id), [feed, isWhole]);
  const chosen = useMemo(() => {
    const isKnown = (id: string) => isSortable(id) && columns.some((column) => column.id === id);
    const { sorting, grouping } = readOrder(isKnown, shownOrder) ?? NO_ORDER;
    return { sorting: [...sorting], grouping: [...grouping] };
  }, [columns, isSortable, shownOrder]);
  const { sorting, grouping } = chosen;
  const list = kind.order(query, isWhole);
  const isList = sorting.length === 0;
  // The list's own order shows in the headers while there is no other.
  const shownSorting: SortingState = isList && list !== undefined ? [list] : sorting;

  const [leading] = shownSorting;
  const byTime = leading !== undefined && FEED_ORDERS[feed][leading.id]?.by === "time";
  const newestFirst = byTime ? leading.desc : undefined;

  function change(next: Partial<typeof chosen>) {
    const written = writeOrder({ ...chosen, ...next });
    // The order of the saved view is not repeated in the address.
    setOrder(written === saved ? undefined : written);
  }

  return {
    isList,
    /** The service orders the whole list. */
    isWhole,
    isSortable,
    /** The list is in the order of time, in this direction; undefined in another order. */
    newestFirst: grouping.length > 0 ? undefined : newestFirst,
    isGrouped: grouping.length > 0,
    /** The groups are in descending order when their column is. */
    isDescending: sorting.some(({ id, desc }) => desc && grouping.includes(id)),
    sorting: shownSorting,
    grouping,
    onSorting: (next: SortingState) => change({ sorting: sortingAfter(next, shownSorting, list) }),
    onGrouping: (next: GroupingState) => change({ grouping: next.slice(-1) }),
    /**
     * The text is such as `sorted by amount`, with `loaded rows only` where the service does not sort; it is absent in
     * the list's own order.
     */
    sorted: orderWords(columns, chosen, isWhole),
    /** The order is serialized as in a saved view; an empty text is the list's own. */
    text: (isWhole && listOrder(feed, shownOrder)) || writeOrder(chosen),
    /** Applies the order of a saved view. */
    restore: (view: string | null) => {
      if (view !== null) setOrder(undefined);
    },
  };
}

function orderWords(
  columns: readonly { readonly id: string; readonly header: string }[],
  { sorting, grouping }: { sorting: SortingState; grouping: readonly string[] },
  isWhole: boolean,
): string | undefined {
  const name = (id: string) => inSentence(columns.find((column) => column.id === id)?.header ?? id);
  const parts = [
    ...(grouping.length > 0 ? [`grouped by ${grouping.map(name).join(", ")}`] : []),
    ...(sorting.length > 0 ? [`sorted by ${sorting.map(({ id }) => name(id)).join(", then ")}`] : []),
  ];
  return parts.length === 0 ? undefined : `${parts.join(" and ")}${isWhole ? "" : ", loaded rows only"}`;
}

/** A header changes its case within a sentence: `Raised` becomes raised, `NAICS` stays. */
function inSentence(header: string): string {
  return /^[A-Z][a-z]/.test(header) ? header.charAt(0).toLowerCase() + header.slice(1) : header;
}

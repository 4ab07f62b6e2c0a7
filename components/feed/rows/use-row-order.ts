"use client";
/** The order of the loaded rows: that of the address, else of the saved view that was opened, else the list's own. */
import type { SortingState } from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { groupRows, type Item, isGroup, type RowGroup } from "@/components/data-table/group-rows";
import { NO_ORDER, readOrder, sortingAfter, sortRows, writeOrder } from "@/components/data-table/sort-rows";
import type { FeedKind, FeedRow } from "@/components/feed/kind";
import { useFeedView } from "@/lib/client/feed-view";
import type { ShelfView } from "@/lib/contract/saved";

const NONE: ReadonlySet<string> = new Set();

export function useRowOrder<R>(kind: FeedKind<R>, rows: readonly FeedRow<R>[], view: ShelfView | undefined) {
  const { query, order: text, setOrder } = useFeedView();
  const { columns } = kind;
  const saved = view?.sort ?? "";
  const chosen = useMemo(() => readOrder(columns, text ?? saved) ?? NO_ORDER, [columns, text, saved]);
  const { sorting, grouping } = chosen;
  const [grouped] = grouping;
  const [state, setState] = useState({ grouped, collapsed: NONE });
  const collapsed = state.grouped === grouped ? state.collapsed : NONE;
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
  // The list's own order shows in the headers as long as there is no other.
  const shownSorting: SortingState = sorting.length === 0 && list !== undefined ? [list] : sorting;

  function change(next: Partial<typeof chosen>) {
    const written = writeOrder({ ...chosen, ...next });
    // What the view says by itself is not repeated in the address.
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
    /** `sorted by amount, loaded rows only`; absent in the list's own order. */
    sorted: orderWords(columns, chosen),
    /** The order as serialized in a saved view; empty: the list's own. */
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

/** A header within a sentence: `Raised` is raised, `NAICS` stays. */
function inSentence(header: string): string {
  return /^[A-Z][a-z]/.test(header) ? header.charAt(0).toLowerCase() + header.slice(1) : header;
}

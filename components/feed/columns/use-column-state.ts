/**
 * Provides the columns that a person chose for a feed: from the cookie when the page was rendered, or what was chosen
 * since.
 */
import type { ShelfView } from "@dealflow/contract/account/saved";
import type { FeedName } from "@dealflow/contract/feeds";
import { functionalUpdate, type Updater } from "@tanstack/react-table";
import { useMemo } from "react";
import { create } from "zustand";
import {
  type ColumnInfo,
  type ColumnState,
  columnsOfLayout,
  defaultColumns,
  readColumns,
  writeColumns,
} from "@/components/data-table/columns/column-state";
import { layoutNow } from "@/components/data-table/columns/columns";
import { columnCookie } from "@/components/shell/preferences/preferences";

/**
 * This store has the columns chosen in this document, by feed or by the saved view that has its own columns; an empty
 * text lets the width decide. A page that comes back from history brings an older cookie.
 */
const useChosen = create<Readonly<Record<string, string>>>(() => ({}));

/**
 * @param cookieText the text of the cookie
 * @param view the opened saved view. It has its own columns: changes to them last until the document is left, unless
 * they are saved, and the feed's stay as they are.
 */
export function useColumnState(
  feed: FeedName,
  columns: readonly ColumnInfo[],
  cookieText: string | undefined,
  view: ShelfView | undefined,
) {
  const ofView = view?.columns ?? undefined;
  const scope = view === undefined || ofView === undefined ? feed : `${feed} ${view.id}`;
  const savedText = ofView ?? cookieText;
  const text = useChosen((chosen) => chosen[scope]) ?? savedText;
  const own = useMemo(() => readColumns(columns, text), [columns, text]);
  const state = useMemo(() => own ?? defaultColumns(columns), [columns, own]);

  /** Applies the columns of a saved view; without them the width of the table decides. */
  function restore(next: string | null): void {
    if (next === null) return;
    useChosen.setState({ [scope]: next });
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    if (scope === feed) document.cookie = columnCookie(feed, next);
  }

  // Two successive changes are based on each other, and the first one on the columns of the layout.
  function change<Key extends keyof ColumnState>(key: Key) {
    return (updater: Updater<ColumnState[Key]>) => {
      const current = readColumns(columns, useChosen.getState()[scope] ?? savedText);
      const base = current ?? columnsOfLayout(columns, layoutNow());
      restore(writeColumns({ ...base, [key]: functionalUpdate(updater, base[key]) }));
    };
  }

  return {
    /** It is true when a person chose the columns; otherwise the width of the table decides. */
    own: own !== undefined,
    /** The text is serialized as in a saved view. */
    text: own === undefined ? "" : writeColumns(own),
    restore,
    state,
    handlers: {
      onColumnOrderChange: change("columnOrder"),
      onColumnVisibilityChange: change("columnVisibility"),
      onColumnSizingChange: change("columnSizing"),
      onColumnPinningChange: change("columnPinning"),
    },
  };
}

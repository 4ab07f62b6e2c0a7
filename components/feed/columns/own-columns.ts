"use client";
/** The columns that a person chose for a feed: from the cookie when the page was rendered, or what was chosen since. */
import { useMemo, useState } from "react";
import { create } from "zustand";
import { columnCookie } from "@/components/shell/column-cookie";
import { type ColumnChoice, choiceOf, readChoice, withWidth, writeChoice } from "@/components/table/column-choice";
import { type Column, layoutNow } from "@/components/table/columns";
import type { FeedName } from "@/lib/contract/feeds";
import type { ShelfView } from "@/lib/contract/saved";

/**
 * Chosen in this document, by feed, or by the saved view that has columns of its own; empty: by itself. A page that comes
 * back from history brings an older cookie.
 */
const useChosen = create<Readonly<Record<string, string>>>(() => ({}));

export interface OwnColumns {
  /** Undefined: the width of the table decides. */
  readonly choice: readonly ColumnChoice[] | undefined;
  /** The same as serialized in a saved view. */
  readonly text: string;
  /** Applies the next choice; undefined: the width of the table decides again. */
  choose(next: readonly ColumnChoice[] | undefined): void;
  /** Sets the width of a column in px; until `done` it is shown and not saved. */
  resize(id: string, width: number, done: boolean): void;
  /** Applies the choice of a saved view. */
  restore(text: string | null): void;
}

/**
 * @param cookieText what the cookie said
 * @param view the saved view that was opened. Its columns are its own: what is changed of them lasts as long as the
 *   document, unless it is saved, and the feed's stay as they are.
 */
export function useOwnColumns<Row>(
  feed: FeedName,
  columns: readonly Column<Row>[],
  cookieText: string | undefined,
  view: ShelfView | undefined,
): OwnColumns {
  const ofView = view?.columns ?? undefined;
  const scope = view === undefined || ofView === undefined ? feed : `${feed} ${view.id}`;
  const savedText = ofView ?? cookieText;
  const text = useChosen((chosen) => chosen[scope]) ?? savedText;
  const read = useMemo(() => readChoice(columns, text), [columns, text]);
  // While a column is resized; nothing is saved before the pointer is released.
  const [passing, setPassing] = useState<readonly ColumnChoice[]>();
  const choice = passing ?? read;
  const restore = (next: string | null) => {
    if (next === null) return;
    setPassing(undefined);
    useChosen.setState({ [scope]: next });
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    if (scope === feed) document.cookie = columnCookie(feed, next);
  };
  const choose = (next: readonly ColumnChoice[] | undefined) => restore(next ? writeChoice(next) : "");
  return {
    choice,
    text: read ? writeChoice(read) : "",
    choose,
    restore,
    resize: (id, width, done) => {
      const next = withWidth(choice ?? choiceOf(columns, layoutNow()), id, width);
      if (done) choose(next);
      else setPassing(next);
    },
  };
}

"use client";
/** The columns that a person chose for a feed: what the cookie said when the page was rendered, or what was chosen since. */
import { useMemo, useState, useSyncExternalStore } from "react";
import { columnCookie } from "@/components/shell/column-cookie";
import { type ColumnChoice, choiceOf, readChoice, withWidth, writeChoice } from "@/components/table/column-choice";
import { type Column, layoutNow } from "@/components/table/columns";
import type { FeedName } from "@/lib/contract/feeds";

/** Chosen in this document, by feed; empty: by itself. A page that comes back from history brings an older cookie. */
const chosen = new Map<FeedName, string>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Chooses a feed's columns by their text, as a cookie or a saved view keeps it; undefined: as they are by themselves. */
export function chooseColumns(feed: FeedName, text: string | undefined): void {
  chosen.set(feed, text ?? "");
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = columnCookie(feed, text);
  for (const listener of listeners) listener();
}

/** The text of a feed's own columns; undefined while there are none. `served` is what the page was rendered with. */
export function useColumnText(feed: FeedName, served: string | undefined): string | undefined {
  const text = useSyncExternalStore(
    subscribe,
    () => chosen.get(feed) ?? served,
    () => served,
  );
  return text === "" ? undefined : text;
}

export interface OwnColumns {
  /** Undefined: the width of the table decides. */
  readonly choice: readonly ColumnChoice[] | undefined;
  /** Takes the next choice; `keep`: it is done with and may be kept. */
  choose(next: readonly ColumnChoice[] | undefined): void;
  /** Gives a column a width in px; until `done` it is shown and not kept. */
  resize(id: string, width: number, done: boolean): void;
}

export function useOwnColumns<Row>(
  feed: FeedName,
  columns: readonly Column<Row>[],
  served: string | undefined,
): OwnColumns {
  const text = useColumnText(feed, served);
  const kept = useMemo(() => readChoice(columns, text), [columns, text]);
  // While a width is dragged; nothing is kept before the person lets go.
  const [passing, setPassing] = useState<readonly ColumnChoice[]>();
  const choice = passing ?? kept;
  const choose = (next: readonly ColumnChoice[] | undefined) => {
    setPassing(undefined);
    chooseColumns(feed, next && writeChoice(next));
  };
  return {
    choice,
    choose,
    resize: (id, width, done) => {
      const next = withWidth(choice ?? choiceOf(columns, layoutNow()), id, width);
      if (done) choose(next);
      else setPassing(next);
    },
  };
}

"use client";
/** Tells which of the rows that a table shows are in view, to the button that buys the next ones. */
import { createContext, type ReactNode, use, useMemo, useState } from "react";
import { createStore, type StoreApi, useStore } from "zustand";
import type { FeedRow } from "@/lib/client/feed-view-state";
import type { FeedRows } from "./use-feed-rows";

interface ShownRows {
  readonly rows: readonly FeedRow[];
  /** The first line of the table that is in view, counted from 1; undefined until it was measured. */
  readonly top: StoreApi<{ readonly line: number | undefined }>;
  /** Returns the index of the first row at or below a line of the table; undefined where that place is not loaded. */
  findRow(line: number): number | undefined;
  /** The rows are all that are loaded of the list, so that more of them may follow. */
  readonly isComplete: boolean;
}

const Context = createContext<ShownRows | undefined>(undefined);

interface Props<R> {
  rows: FeedRows<R>;
  top: ShownRows["top"];
  children: ReactNode;
}

export function useTopLine(): ShownRows["top"] {
  const [top] = useState(() => createStore<{ readonly line: number | undefined }>(() => ({ line: undefined })));
  return top;
}

export function RowsInViewProvider<R>({ rows: { rows, first, complete, tableProps }, top, children }: Props<R>) {
  const { items } = tableProps;
  const shown = useMemo(
    (): ShownRows => ({
      rows: rows as readonly FeedRow[],
      top,
      findRow: (line) => {
        const index = line - 1 - first;
        if (index < 0 || index >= items.length) return items.length === 0 ? 0 : undefined;
        const item = items.find((one, at) => at >= index && !one.getIsGrouped());
        return item === undefined ? rows.length : rows.indexOf(item.original);
      },
      isComplete: complete,
    }),
    [rows, first, complete, items, top],
  );
  return <Context value={shown}>{children}</Context>;
}

/** Returns the shown rows, and the index of the first one in view: 0 until it was measured, undefined while its place loads. */
export function useRowsInView() {
  const shown = use(Context);
  if (shown === undefined) throw new Error("useRowsInView needs a RowsInViewProvider above it");
  const { rows, isComplete, top, findRow } = shown;
  const line = useStore(top, (state) => state.line);
  return { rows, isComplete, inView: line === undefined ? 0 : findRow(line) };
}

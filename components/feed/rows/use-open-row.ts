"use client";
/** Provides the row of the open record, and the functions that open another one by a press or a step. */
import { type RefObject, useMemo } from "react";
import { useFeedView } from "@/lib/client/feed-view";
import type { FeedRow } from "@/lib/client/feed-view-state";
import { useOwnedRecord } from "@/lib/queries/owned";

/**
 * @param rows the rows as the table shows them
 * @param sheet takes the focus when its row is pressed again
 */
export function useOpenRow<R>(rows: readonly FeedRow<R>[], sheet: RefObject<HTMLElement | null>) {
  const { feed, open, setOpen, status, buying } = useFeedView<R>();
  const position = useMemo(() => {
    const index = open === undefined ? -1 : rows.findIndex((row) => row.key === open);
    return index < 0 ? undefined : index;
  }, [rows, open]);

  // The address may name an owned record that is not listed, or not loaded yet.
  const unlisted = useOwnedRecord(feed, position === undefined && status !== "loading" ? open : undefined);

  function openRow(row: FeedRow<R>) {
    if (row.preview !== undefined) {
      // Rows of the query before are about to be replaced by others, which nobody chose to buy.
      if (status !== "loading") void buying.buy({ references: [row.preview.reference] });
    } else if (row.key === open) sheet.current?.focus();
    else setOpen(row.key);
  }

  /** Opens the first owned one of these rows. */
  function opener(candidates: readonly FeedRow<R>[]): (() => void) | undefined {
    const row = candidates.find(({ preview }) => preview === undefined);
    return row && (() => setOpen(row.key));
  }

  return {
    position,
    // The caller's records are those of the feed.
    shown: position === undefined ? (unlisted as FeedRow<R> | null | undefined) : rows[position],
    openRow,
    /** Opens the owned record above or below the open one; undefined where there is none. */
    previous: opener(position === undefined ? [] : rows.slice(0, position).toReversed()),
    following: opener(position === undefined ? [] : rows.slice(position + 1)),
  };
}

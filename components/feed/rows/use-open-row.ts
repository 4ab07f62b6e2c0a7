/** Provides the row of the open record, and the functions that open another one by a press or a step. */
import { type RefObject, useEffect, useMemo, useRef } from "react";
import type { FeedRow } from "@/lib/client/feed-row";
import type { FeedView } from "@/lib/client/feed-view";
import { useOwnedRecord } from "@/lib/queries/owned/owned";
import type { FeedRows } from "./use-feed-rows";

export type OpenRow<R> = ReturnType<typeof useOpenRow<R>>;

/**
 * @param sheet takes the focus when its row is pressed again
 */
export function useOpenRow<R>(view: FeedView<R>, { rows, first }: FeedRows<R>, sheet: RefObject<HTMLElement | null>) {
  const { feed, open, setOpen, status, buying } = view;
  // A record that is bought while its preview is open is found by the reference of the preview.
  const position = useMemo(() => {
    const index = open === undefined ? -1 : rows.findIndex((row) => row.key === open || row.reference === open);
    return index < 0 ? undefined : index;
  }, [rows, open]);
  const listed = position === undefined ? undefined : rows[position];
  const key = listed?.key;
  useEffect(() => {
    if (key !== undefined && key !== open) setOpen(key);
  }, [key, open, setOpen]);

  // The address may name an owned record that is not listed, or not loaded yet.
  const unlisted = useOwnedRecord(feed, position === undefined && status !== "loading" ? open : undefined);

  // The reference of the preview that is being bought; a second press can come before that is rendered.
  const pressed = useRef<string>(undefined);
  /** Opens an owned record. A preview is bought; it is opened too where a record is open, and by a second press. */
  function openRow(row: FeedRow<R>) {
    if (row.preview === undefined && row.key === open) sheet.current?.focus();
    else if (row.preview === undefined) setOpen(row.key);
    // Rows of the query before are about to be replaced by others, which nobody chose to buy.
    else if (status !== "loading") {
      const { reference } = row.preview;
      if (open !== undefined || pressed.current === reference) setOpen(row.key);
      pressed.current = reference;
      const clear = () => {
        if (pressed.current === reference) pressed.current = undefined;
      };
      void buying.buy({ references: [reference] }).finally(clear);
    }
  }

  function opener(row: FeedRow<R> | undefined): (() => void) | undefined {
    return row && (() => setOpen(row.key));
  }

  return {
    /** The record has this place among the lines of the table. */
    place: position === undefined ? undefined : first + position,
    /** It is null when it is neither loaded nor owned, and undefined while that is not known. */
    // The caller's records are those of the feed.
    shown: listed ?? (unlisted as FeedRow<R> | null | undefined),
    openRow,
    /** Opens the record above or below the open one; undefined where none is loaded. */
    previous: opener(position === undefined ? undefined : rows[position - 1]),
    following: opener(position === undefined ? undefined : rows[position + 1]),
  };
}

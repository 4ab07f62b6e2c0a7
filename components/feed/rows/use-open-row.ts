"use client";
/** The row whose record is open beside the table, and how a press or a step opens another one. */
import { type RefObject, useMemo } from "react";
import { useFeedView } from "@/lib/client/feed-view";
import type { FeedRow } from "@/lib/client/feed-view-state";
import { beginGesture } from "@/lib/spending/gestures";
import { permitReveal } from "@/lib/spending/reveal-state";

/** @param rows as the table shows them @param sheet takes the focus when its row is pressed again */
export function useOpenRow<R>(rows: readonly FeedRow<R>[], sheet: RefObject<HTMLElement | null>) {
  const { feed, canonical, open, setOpen, openPurchased } = useFeedView<R>();
  const position = useMemo(() => {
    const index = open === undefined ? -1 : rows.findIndex((row) => row.key === open);
    return index < 0 ? undefined : index;
  }, [rows, open]);

  /** Buys the record of a preview. */
  function show(reference: string) {
    // No priced control begins this gesture: a press a moment after another one does not count.
    if (beginGesture() === 0) return;
    permitReveal(feed, canonical);
    void import("@/lib/spending/reveal").then(({ reveal }) => reveal(feed, canonical, [reference]));
  }

  function openRow(row: FeedRow<R>) {
    if (row.preview !== undefined) show(row.preview.reference);
    else if (row.key === open) sheet.current?.focus();
    else setOpen(row.key);
  }

  /** Opens the first owned one of these rows. */
  function opener(candidates: readonly FeedRow<R>[]): (() => void) | undefined {
    const row = candidates.find(({ preview }) => preview === undefined);
    return row && (() => setOpen(row.key));
  }

  return {
    position,
    shown: position === undefined ? openPurchased : rows[position],
    openRow,
    /** Opens the owned record above or below the open one; undefined where there is none. */
    previous: opener(position === undefined ? [] : rows.slice(0, position).toReversed()),
    following: opener(position === undefined ? [] : rows.slice(position + 1)),
  };
}

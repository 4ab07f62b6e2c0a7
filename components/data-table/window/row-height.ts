"use client";

import { useSyncExternalStore } from "react";

/** These heights in px have to match `--row` of the style sheet. */
export const ROW_HEIGHTS = { compact: 28, comfortable: 36, card: 87 } as const;
/** The column headers are this many px high. */
export const HEADER = 28;
/** Rows are first rendered for this window in px, since the server cannot know it; later for that of the last table. */
export const FIRST_WINDOW = { width: 1280, height: 1100 };
export type Density = "compact" | "comfortable";

/** Rows are cards below this width. */
export const CARDS = "(max-width: 767px)";

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(CARDS);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/**
 * Returns the height of a row. The server cannot know the width of the window and assumes a wide one; that decides
 * only how many rows it renders, since their places are multiples of `--row`.
 */
export function useRowHeight(density: Density): number {
  return useCards() ? ROW_HEIGHTS.card : ROW_HEIGHTS[density];
}

/** Returns false on the server. */
export function useCards(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(CARDS).matches,
    () => false,
  );
}

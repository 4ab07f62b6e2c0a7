"use client";
import { useState } from "react";

/**
 * Keeps which item of a list is shown. The next one takes the place of one that was decided.
 */
export function useChoice<Item extends { readonly id: string }>(items: readonly Item[]) {
  const [chosen, setChosen] = useState<string>();
  const [place, setPlace] = useState(0);
  const found = items.findIndex(({ id }) => id === chosen);
  const at = found < 0 ? Math.min(place, items.length - 1) : found;
  function choose(index: number): void {
    const within = Math.max(0, Math.min(items.length - 1, index));
    setPlace(within);
    setChosen(items[within]?.id);
  }
  return {
    at,
    item: items[at],
    choose,
    /** Call this before the item is decided, so that the next one takes its place. */
    hold: () => setPlace(at),
  };
}

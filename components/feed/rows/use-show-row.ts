"use client";
/** Buys the record of one row, by a press on it. */
import { useCallback } from "react";
import { useFeedView } from "@/lib/client/feed-view";
import { beginGesture } from "@/lib/spending/gestures";
import { permitReveal } from "@/lib/spending/reveal-state";

export function useShowRow(): (reference: string) => void {
  const { feed, canonical } = useFeedView();
  return useCallback(
    (reference) => {
      // No priced control begins this gesture: a press a moment after another one does not count.
      if (beginGesture() === 0) return;
      permitReveal(feed, canonical);
      void import("@/lib/spending/reveal").then(({ reveal }) => reveal(feed, canonical, [reference]));
    },
    [feed, canonical],
  );
}

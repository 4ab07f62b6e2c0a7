"use client";

import { observeElementRect, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect } from "react";

/** Height of the column headers, in px. */
export const HEADER = 28;
/** Rows that are rendered beyond each end of the window: scrolling paints them at once, so few are enough. */
const OVERSCAN = 2;
/** Height of the window that the server renders rows for, since it cannot know it; later that of the last table. */
const WINDOW = { width: 1280, height: 1100 };

/** Which rows of a table are in its window: those to render, and those that a person sees. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    initialRect: WINDOW,
    // The header covers the first of what is scrolled.
    observeElementRect: (instance, report) =>
      observeElementRect(instance, ({ width, height }) => {
        WINDOW.height = height - HEADER;
        report({ width, height: height - HEADER });
      }),
  });

  // Row heights change with the density and with the width of the window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what is measured
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  const { scrollElement, scrollOffset, scrollRect } = virtualizer;
  return {
    indexes: virtualizer.getVirtualItems().map(({ index }) => index),
    /** Counted from 1; absent until the window was measured. */
    inView:
      scrollElement === null || scrollRect === null || count === 0
        ? undefined
        : rowsInView(scrollOffset ?? 0, scrollRect.height, rowHeight, count),
    scrollTo: (index: number) => virtualizer.scrollToIndex(index),
  };
}

/** Rows that are whole in view; the last is never before the first. */
function rowsInView(top: number, height: number, rowHeight: number, count: number) {
  const first = Math.min(count, Math.floor(top / rowHeight) + 1);
  return { first, last: Math.max(first, Math.min(count, Math.floor((top + height) / rowHeight))) };
}

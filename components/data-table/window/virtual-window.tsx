import { observeElementOffset, type Rect, useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { memo, type RefObject, useLayoutEffect, useRef } from "react";
import { FIRST_WINDOW, HEADER } from "./row-height";
import { getPlacement, type Placement } from "./scroll-scale";

/** This many rows are rendered beyond each end of the window: scrolling paints them immediately, so few are enough. */
const OVERSCAN = 2;

/** Names the rows to render, and those that a person sees: counted from 1, absent until the window was measured. */
export interface RowWindow {
  readonly first: number;
  readonly last: number;
  readonly inView: { readonly first: number; readonly last: number } | undefined;
  readonly placement: Placement;
}

export interface VirtualWindowProps {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  rowHeight: number;
  /** One px of scrolling moves the rows by this many. */
  factor: number;
  onChange: (rows: RowWindow) => void;
}

/**
 * TanStack's own observer reads the size in the commit that rendered the rows, which forces an extra layout. This
 * observer is called within the same frame; until then the window is assumed to be as large as the last one.
 */
function observeWindow({ scrollElement }: Virtualizer<HTMLElement, Element>, report: (rect: Rect) => void) {
  if (scrollElement === null) return;
  const observer = new ResizeObserver(() => {
    FIRST_WINDOW.width = scrollElement.offsetWidth;
    // The header covers the first rows of the scroller.
    FIRST_WINDOW.height = scrollElement.offsetHeight - HEADER;
    report({ ...FIRST_WINDOW });
  });
  observer.observe(scrollElement);
  return () => observer.disconnect();
}

/** Reports which rows are in the window of a table, before the browser paints. */
export const VirtualWindow = memo(function VirtualWindow({
  scroller,
  count,
  rowHeight,
  factor,
  onChange,
}: VirtualWindowProps) {
  // The observer of the scroller lives longer than one factor, which depends on the height of the window.
  const scale = useRef(factor);
  useLayoutEffect(() => {
    scale.current = factor;
  }, [factor]);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    initialRect: FIRST_WINDOW,
    // It may have been scrolled before this was loaded.
    initialOffset: () => (scroller.current?.scrollTop ?? 0) * factor,
    observeElementRect: observeWindow,
    observeElementOffset: (instance, report) =>
      observeElementOffset(instance, (offset, isScrolling) => report(offset * scale.current, isScrolling)),
  });

  // Row heights change with the density and with the width of the window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what is measured
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  const { scrollElement, scrollOffset, scrollRect } = virtualizer;
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  const measured = scrollElement !== null && scrollRect !== null && count > 0;
  const top = scrollOffset ?? 0;
  // These rows are completely in view; the last is never before the first.
  const firstInView = Math.min(count, Math.floor(top / rowHeight) + 1);
  const lastInView = Math.max(firstInView, Math.min(count, Math.floor((top + (scrollRect?.height ?? 0)) / rowHeight)));
  const { base, shift } = getPlacement(first, top, rowHeight, factor);
  useLayoutEffect(() => {
    const inView = measured ? { first: firstInView, last: lastInView } : undefined;
    onChange({ first, last, inView, placement: { base, shift } });
  }, [onChange, first, last, measured, firstInView, lastInView, base, shift]);
  return null;
});

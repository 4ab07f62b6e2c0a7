"use client";

import { type RefObject, useEffectEvent, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { rowsInView, rowsToRender, type Span, sameSpan } from "./visible-rows";

interface List {
  readonly count: number;
  readonly rowHeight: number;
  /** Height of what stays at the top of the element. */
  readonly head: number;
  /** Rows that are rendered beyond each end of the window. */
  readonly overscan: number;
  /** Height of the window that the server renders rows for, since it cannot know it. */
  readonly firstHeight: number;
  /** Where a list that is made anew in its place finds the height of the window, and what it measures is left for the next. */
  readonly memory?: { height: number | undefined };
}

interface View {
  readonly top: number;
  readonly height: number;
}

export interface VisibleRows {
  readonly render: Span;
  /** The rows in view, counted from 1; absent until the window was measured. */
  readonly inView: { first: number; last: number } | undefined;
}

/**
 * Follows the scroll position of an element whose rows are all of one height. Equal heights need no measuring and no
 * list of positions, so 100,000 rows cost what 100 do; a general virtualiser is 11 kB of a first load.
 */
export function useVisibleRows(scroller: RefObject<HTMLElement | null>, list: List): VisibleRows {
  const { count, rowHeight, head, overscan, firstHeight, memory } = list;
  const [view, setView] = useState<View | undefined>(() =>
    memory?.height === undefined ? undefined : { top: 0, height: memory.height },
  );
  const { top, height } = view ?? { top: 0, height: firstHeight };
  const render = rowsToRender(top, height, rowHeight, count, overscan);
  const inView = view === undefined || count === 0 ? undefined : rowsInView(top, height, rowHeight, count);

  const measure = useEffectEvent((element: HTMLElement): View | undefined => {
    const next = { top: element.scrollTop, height: element.clientHeight - head };
    if (memory !== undefined) memory.height = next.height;
    if (view === undefined || next.height !== view.height) return next;
    const seen = rowsInView(next.top, next.height, rowHeight, count);
    const same = seen.first === inView?.first && seen.last === inView.last;
    return same && sameSpan(rowsToRender(next.top, next.height, rowHeight, count, overscan), render) ? undefined : next;
  });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const follow = (apply: (change: () => void) => void) => {
      const next = measure(element);
      if (next !== undefined) apply(() => setView(next));
    };
    // At once, or a quick scroll would paint rows that are not there yet.
    const onScroll = () => follow(flushSync);
    const onResize = new ResizeObserver(() => follow((change) => change()));
    element.addEventListener("scroll", onScroll, { passive: true });
    onResize.observe(element);
    return () => {
      element.removeEventListener("scroll", onScroll);
      onResize.disconnect();
    };
  }, [scroller]);

  return { render, inView };
}

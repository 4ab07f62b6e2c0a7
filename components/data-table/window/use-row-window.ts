import { type ComponentType, type RefObject, useEffect, useState } from "react";
import { lazyImport, whenIdle } from "@/components/ui/lazy-component";
import { FIRST_WINDOW } from "./row-height";
import { AT_START, getScrollScale } from "./scroll-scale";
import type { RowWindow, VirtualWindowProps } from "./virtual-window";

let VirtualWindow: ComponentType<VirtualWindowProps> | undefined;
const loadVirtualWindow = lazyImport(async () => {
  VirtualWindow = (await import("./virtual-window")).VirtualWindow;
  return VirtualWindow;
});

export function linesFrom(first: number, length: number): number[] {
  return Array.from({ length }, (_, at) => first + at);
}

/**
 * Returns the rows of a table that are in its window. The first ones are painted without TanStack Virtual, which is
 * fetched after them; from then on `VirtualWindow`, which the table renders, reports every change.
 */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
  const [shown, onChange] = useState<RowWindow>();
  const [loaded, setLoaded] = useState(VirtualWindow !== undefined);
  const isEmpty = count === 0;
  useEffect(() => {
    const element = scroller.current;
    if (loaded || isEmpty || element === null) return;
    const load = () =>
      void loadVirtualWindow().then(
        () => setLoaded(true),
        () => undefined,
      );
    const cancel = whenIdle(load);
    // Scrolling retries when the first attempt failed.
    element.addEventListener("scroll", load, { passive: true });
    return () => {
      cancel();
      element.removeEventListener("scroll", load);
    };
  }, [loaded, isEmpty, scroller]);

  // The first rows of an empty table are rendered in the same pass as they arrive.
  const isMeasured = shown !== undefined && shown.last >= 0;
  const { first, last } = isMeasured ? shown : { first: 0, last: Math.ceil(FIRST_WINDOW.height / rowHeight) };
  const indexes = linesFrom(first, Math.max(0, Math.min(last, count - 1) - first + 1));
  const { height, factor } = getScrollScale(count, rowHeight, FIRST_WINDOW.height);
  return {
    indexes,
    /** All rows together have this height in px. */
    height,
    factor,
    placement: shown?.placement ?? AT_START,
    inView: count === 0 ? undefined : shown?.inView,
    VirtualWindow: loaded ? VirtualWindow : undefined,
    windowProps: { scroller, count, rowHeight, factor, onChange },
  };
}

import { type RefObject, startTransition, use, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { CARDS, ExpectedCards } from "@/components/ui/hooks/use-cards";
import { findLayout, type Shape } from "../columns/columns";

/** The next table is rendered in the shape of the last one without being measured first. */
let known: Shape | undefined;

/**
 * Returns the shape of the table once its width was measured: cells that do not show then leave the document. The
 * server knows it where it expects cards; elsewhere the style sheet hides them.
 */
export function useShape(table: RefObject<HTMLElement | null>): Shape | undefined {
  const expected = use(ExpectedCards) ? "card" : undefined;
  const [shape, setShape] = useState(known ?? expected);
  useLayoutEffect(() => {
    const element = table.current;
    if (element === null) return;
    let shown = known;
    // The observer runs within the frame of the first render: reading the width any earlier would force an extra
    // layout.
    const observer = new ResizeObserver(() => {
      const next = window.matchMedia(CARDS).matches ? "card" : findLayout(element.clientWidth);
      // The first change only removes hidden cells, so input goes first. Later changes have to apply before the next
      // paint, or cells of the new shape would come a frame late.
      const change = shown === undefined ? startTransition : flushSync;
      if (next !== shown) change(() => setShape(next));
      shown = next;
      known = next;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [table]);
  return shape;
}

"use client";

import { type RefObject, startTransition, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { layoutOf, type Shape } from "./columns";
import { CARDS } from "./row-height";

/** The shape of the last table: the next one is rendered in it without being measured first. */
let known: Shape | undefined;

/**
 * The shape of the table at its width, once it was measured: cells that do not show then leave the document. The server
 * does not know it; there the style sheet hides them.
 */
export function useShape(table: RefObject<HTMLElement | null>): Shape | undefined {
  const [shape, setShape] = useState(known);
  useLayoutEffect(() => {
    const element = table.current;
    if (element === null) return;
    let shown = known;
    // Called first within the frame that the table came in: reading the width any earlier would lay out the page
    // once more.
    const observer = new ResizeObserver(() => {
      const next = window.matchMedia(CARDS).matches ? "card" : layoutOf(element.clientWidth);
      // At first every cell is there, and what leaves is not seen: whoever presses meanwhile goes first. Later before
      // the next paint, or cells of the new shape would come a frame late.
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

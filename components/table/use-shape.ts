"use client";

import { type RefObject, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { layoutOf, type Shape } from "./columns";
import { CARDS } from "./row-height";

/**
 * The shape of the table at its width, once it was measured: cells that do not show then leave the document. The server
 * does not know it; there the style sheet hides them.
 */
export function useShape(table: RefObject<HTMLElement | null>): Shape | undefined {
  const [shape, setShape] = useState<Shape>();
  useLayoutEffect(() => {
    const element = table.current;
    if (element === null) return;
    const measured = () => (window.matchMedia(CARDS).matches ? "card" : layoutOf(element.clientWidth));
    setShape(measured());
    // Before the next paint, or cells of the new shape would come a frame late.
    const observer = new ResizeObserver(() => flushSync(() => setShape(measured())));
    observer.observe(element);
    return () => observer.disconnect();
  }, [table]);
  return shape;
}

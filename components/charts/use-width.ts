"use client";

import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** The width of an element in px, 0 until it was measured: what is drawn in it fits it and is never stretched. */
export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    setWidth(element.clientWidth);
    const onResize = new ResizeObserver(() => setWidth(element.clientWidth));
    onResize.observe(element);
    return () => onResize.disconnect();
  }, []);
  return [ref, width];
}

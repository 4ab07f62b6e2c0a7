"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";
import { ScrollGesture } from "./scroll-gesture";

const SCROLLING_KEYS = new Set(["PageDown", "End", "ArrowDown", " "]);

function isEditable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, button, [contenteditable]") !== null;
}

/**
 * Calls back when the person has scrolled the element down by wheel, finger, scroll bar or key. The callback returns
 * true when it acted on it: then the same gesture calls no more.
 */
export function useOwnScroll(scroller: RefObject<HTMLElement | null>, act: (element: HTMLElement) => boolean): void {
  const onOwnScroll = useEffectEvent(act);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const gesture = new ScrollGesture();
    // To ask for the position now would lay out the whole page within the press that brought the table.
    const frame = requestAnimationFrame(() => gesture.begin(element.scrollTop));
    const stop = new AbortController();
    const passive = { passive: true, signal: stop.signal };

    element.addEventListener(
      "scroll",
      () => {
        if (gesture.moved(element.scrollTop, performance.now()) && onOwnScroll(element)) gesture.spend();
      },
      passive,
    );
    element.addEventListener(
      "wheel",
      (event) => {
        if (event.isTrusted && event.deltaY > 0) gesture.push(performance.now());
      },
      passive,
    );
    element.addEventListener(
      "touchmove",
      (event) => {
        if (event.isTrusted) gesture.push(performance.now());
      },
      passive,
    );
    // Presses on the bar have the scrolling element itself as their target, presses on rows have not.
    element.addEventListener(
      "pointerdown",
      (event) => {
        if (event.isTrusted && event.target === element) gesture.hold();
      },
      passive,
    );
    for (const end of ["pointerup", "pointercancel", "blur"] as const)
      window.addEventListener(end, () => gesture.release(performance.now()), passive);
    // Keys that the grid takes for its cursor are prevented there and never scroll by themselves.
    document.addEventListener(
      "keydown",
      (event) => {
        const scrolls = SCROLLING_KEYS.has(event.key) && !event.defaultPrevented && !isEditable(event.target);
        if (event.isTrusted && scrolls) gesture.push(performance.now());
      },
      passive,
    );
    return () => {
      cancelAnimationFrame(frame);
      stop.abort();
    };
  }, [scroller]);
}

"use client";

import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";

interface Roving<E extends HTMLElement> {
  /** For the container of the buttons. */
  readonly group: {
    ref: RefObject<E | null>;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    onFocus: (event: FocusEvent<HTMLElement>) => void;
    onBlur: () => void;
  };
  /** For each button: one of them is in the tab order. */
  tabIndex(index: number): 0 | -1;
}

/**
 * Many buttons that are one stop of the Tab key: arrows, Home and End go from one to the next. When the focused one
 * gives way to others, its place in the order of Tab takes the focus over.
 */
export function useRoving<E extends HTMLElement>(count: number): Roving<E> {
  const ref = useRef<E>(null);
  const focused = useRef(false);
  const [activeIndex, setActiveIndex] = useState(0);
  const current = Math.min(activeIndex, Math.max(0, count - 1));

  useEffect(() => {
    const group = ref.current;
    if (group === null || !focused.current || document.activeElement !== document.body) return;
    buttonsOf(group)[current]?.focus();
  });

  const steps: Readonly<Record<string, number>> = {
    ArrowRight: current + 1,
    ArrowDown: current + 1,
    ArrowLeft: current - 1,
    ArrowUp: current - 1,
    Home: 0,
    End: count - 1,
  };
  return {
    group: {
      ref,
      onKeyDown(event) {
        const next = steps[event.key];
        if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        buttonsOf(event.currentTarget)[Math.max(0, Math.min(count - 1, next))]?.focus();
      },
      onFocus(event) {
        focused.current = true;
        const index =
          event.target instanceof HTMLButtonElement ? buttonsOf(event.currentTarget).indexOf(event.target) : -1;
        if (index >= 0) setActiveIndex(index);
      },
      // A removed button loses the focus silently: React sends no event for it.
      onBlur() {
        focused.current = false;
      },
    },
    tabIndex: (index) => (index === current ? 0 : -1),
  };
}

function buttonsOf(group: HTMLElement): HTMLButtonElement[] {
  return [...group.querySelectorAll("button")];
}

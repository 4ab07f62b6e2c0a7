"use client";

import { type FocusEvent, type KeyboardEvent, useState } from "react";

interface Roving {
  /** For what holds the buttons. */
  readonly group: {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    onFocus: (event: FocusEvent<HTMLElement>) => void;
  };
  /** For each button: one of them all stands in the order of Tab. */
  tabIndex(index: number): 0 | -1;
}

/** Many buttons that are one stop of the Tab key: arrows, Home and End go from one to the next. */
export function useRoving(count: number): Roving {
  const [place, setPlace] = useState(0);
  const current = Math.min(place, Math.max(0, count - 1));
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
      onKeyDown(event) {
        const next = steps[event.key];
        if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        buttonsOf(event.currentTarget)[Math.max(0, Math.min(count - 1, next))]?.focus();
      },
      onFocus(event) {
        const index =
          event.target instanceof HTMLButtonElement ? buttonsOf(event.currentTarget).indexOf(event.target) : -1;
        if (index >= 0) setPlace(index);
      },
    },
    tabIndex: (index) => (index === current ? 0 : -1),
  };
}

function buttonsOf(group: HTMLElement): HTMLButtonElement[] {
  return [...group.querySelectorAll("button")];
}

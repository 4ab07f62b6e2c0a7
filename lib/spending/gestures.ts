/** Gestures: what a person does to spend, as opposed to what a script, a double press or a restored page does. */

import { create } from "zustand";

/** Gestures closer together than this are one: a double press, a press and a scroll beside it. */
export const ONE_GESTURE_MS = 500;

/** What the hand did so far. */
const hand: {
  gestures: number;
  lastAt: number;
  ending?: ReturnType<typeof setTimeout>;
  /** Whether a person has touched this page at all since it was opened or stepped to in history. */
  hasActed: boolean;
} = { gestures: 0, lastAt: Number.NEGATIVE_INFINITY, hasActed: false };

/** The number of the last gesture while it lasts, for what is shown; 0: there was none a moment ago. */
export const useGesture = create(() => ({ number: 0 }));

/**
 * A press of a control with a price starts here. Returns the gesture's number, or 0 for a press that belongs to the
 * gesture a moment before it, whatever that was for: each such press prolongs it, so a triple press is one as well.
 * @param at the time of the input, in ms of the document's clock: a busy page receives the event later
 */
export function beginGesture(at = performance.now()): number {
  const number = at - hand.lastAt >= ONE_GESTURE_MS ? ++hand.gestures : 0;
  hand.lastAt = at;
  clearTimeout(hand.ending);
  hand.ending = setTimeout(() => useGesture.setState({ number: 0 }), ONE_GESTURE_MS);
  if (number !== 0) useGesture.setState({ number });
  return number;
}

/**
 * The same for scrolling on, and for a key, past the last row: one that is too early is left out without prolonging the
 * gesture before it, so that continued scrolling gets the next page, and then the next.
 */
export function beginScroll(at = performance.now()): number {
  return at - hand.lastAt < ONE_GESTURE_MS ? 0 : beginGesture(at);
}

export const subscribeGestures = useGesture.subscribe;

export function lastGesture(): number {
  return useGesture.getState().number;
}

/** The table distinguishes a person's scroll from a script's; this is the second check: without a gesture no scroll buys. */
export function personHasActed(): boolean {
  return hand.hasActed;
}

function onEvent(event: Event): void {
  hand.hasActed ||= event.isTrusted;
}

/** Going back by key is no wish to scroll on. */
function onPopState(): void {
  hand.hasActed = false;
}

if (typeof window !== "undefined") {
  const options = { capture: true, passive: true } as const;
  for (const name of ["wheel", "touchmove", "keydown", "pointerdown"]) window.addEventListener(name, onEvent, options);
  window.addEventListener("popstate", onPopState, { capture: true });
}

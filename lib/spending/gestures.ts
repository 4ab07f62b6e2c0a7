/** Gestures: what a person does to spend, as opposed to what a script, a double press or a restored page does. */

/** Gestures closer together than this are one: a double press, a press and a scroll beside it. */
export const ONE_GESTURE_MS = 500;

let gestures = 0;
let lastAt = Number.NEGATIVE_INFINITY;
/** The number of the last one while it lasts, for what is shown. */
let gesture = 0;
let ending: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function publish(number: number): void {
  gesture = number;
  for (const listener of listeners) listener();
}

/**
 * A press of a control with a price starts here. Returns the gesture's number, or 0 for a press that belongs to the
 * gesture a moment before it, whatever that was for: each such press prolongs it, so a triple press is one as well.
 * @param at when the hand did it, in ms of the document's clock: a page that is busy hears of it later
 */
export function beginGesture(at = performance.now()): number {
  const number = at - lastAt >= ONE_GESTURE_MS ? ++gestures : 0;
  lastAt = at;
  clearTimeout(ending);
  ending = setTimeout(publish, ONE_GESTURE_MS, 0);
  if (number !== 0) publish(number);
  return number;
}

/**
 * The same for scrolling on, and for a key, past the last row: one that is too early is left out without prolonging the
 * gesture before it, so that continued scrolling gets the next page, and then the next.
 */
export function beginScroll(at = performance.now()): number {
  return at - lastAt < ONE_GESTURE_MS ? 0 : beginGesture(at);
}

/** The gesture that was a moment ago, by its number; 0: there was none. */
export function lastGesture(): number {
  return gesture;
}

export function subscribeGestures(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Whether a person has touched this page at all since it was opened or stepped to in history. The table tells a
 * person's scroll from a script's; behind it this holds: where nobody has acted, no scroll buys.
 */
let hasActed = false;

function onEvent(event: Event): void {
  hasActed ||= event.isTrusted;
}

/** Going back by key is no wish to scroll on. */
function onPopState(): void {
  hasActed = false;
}

export function personHasActed(): boolean {
  return hasActed;
}

if (typeof window !== "undefined") {
  const options = { capture: true, passive: true } as const;
  for (const name of ["wheel", "touchmove", "keydown", "pointerdown"]) window.addEventListener(name, onEvent, options);
  window.addEventListener("popstate", onPopState, { capture: true });
}

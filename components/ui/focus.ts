/** Moves the focus on when the control that has it leaves the page. */
import { useState } from "react";
import { flushSync } from "react-dom";

const FOCUSABLE = "a[href], button:enabled, [tabindex='0']";

/**
 * Returns where the focus may go from a control: its row or column header, those next to it, and the region in which they
 * scroll.
 */
export function placesAround(control: Element | null): readonly Element[] {
  const row = control?.closest("tr, li, [role=columnheader]");
  if (!row) return [];
  const places = [row, row.nextElementSibling, row.previousElementSibling, row.closest("[tabindex='0']")];
  return places.filter((place) => place !== null);
}

/** Moves the focus to the first of these places that can have it, or to the first control inside. */
export function focusFirst(places: Iterable<Element>): void {
  for (const place of places) {
    const target = [place, ...place.querySelectorAll(FOCUSABLE)].find(
      (element) => element.matches(FOCUSABLE) && element.getClientRects().length > 0,
    );
    if (target instanceof HTMLElement) {
      target.focus();
      return;
    }
  }
}

/** Moves the focus away from a control whose row is about to go. */
export function focusNeighbour(control: Element | null): void {
  focusFirst(placesAround(control).slice(1));
}

/**
 * Moves the focus of a button that leaves the page or is disabled to the region around it, where a second press of Enter
 * does nothing. It is the button's `ref`.
 */
export function passFocus(button: HTMLButtonElement | null) {
  let hasFocus = false;
  button?.addEventListener("focus", () => {
    hasFocus = true;
  });
  function pass() {
    const regions: Element[] = [];
    for (let at = button?.parentElement; at; at = at.parentElement) regions.push(at);
    // React removes the button after this, and the closed dialog around it gives the focus back first.
    queueMicrotask(() => {
      const region = regions.find((one) => one.isConnected && one.hasAttribute("tabindex"));
      if (document.activeElement === document.body && region instanceof HTMLElement)
        region.focus({ preventScroll: true });
    });
  }
  button?.addEventListener("blur", () => {
    // A button that is disabled loses the focus, and may leave later.
    hasFocus = button.disabled;
    if (hasFocus) pass();
  });
  return () => {
    if (hasFocus) pass();
  };
}

/** Closes a dialog whose action takes away the control that opened it. */
export function closeToNeighbour(close: () => void): void {
  // The closed dialog gives the focus back to that control first.
  flushSync(close);
  focusNeighbour(document.activeElement);
}

/** Returns a function that gives the focus back to the control that opened a form. */
export function useFocusBack(): () => void {
  const [opener] = useState(() => document.activeElement);
  return () => {
    if (opener instanceof HTMLElement) opener.focus();
  };
}

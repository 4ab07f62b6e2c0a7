import { useEffectEvent, useLayoutEffect } from "react";

/** Calls the latest handler for every key that is pressed in the document, from the moment in which its component is shown. */
export function useDocumentKeys(onKey: (event: KeyboardEvent) => void): void {
  const handle = useEffectEvent(onKey);
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

/**
 * Returns whether a key is one of the page: with the focus anywhere, but not while something is typed, or a dialog or a
 * panel is open, which Escape closes alone.
 */
export function isPageKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  return isOfPage(event.target);
}

/** Copies this text where a person copies while no text is selected. */
export function useDocumentCopy(getText: () => string): void {
  const handle = useEffectEvent((event: ClipboardEvent) => {
    if (!isOfPage(event.target) || document.getSelection()?.isCollapsed === false) return;
    event.clipboardData?.setData("text/plain", getText());
    event.preventDefault();
  });
  useLayoutEffect(() => {
    const listener = (event: ClipboardEvent) => handle(event);
    document.addEventListener("copy", listener);
    return () => document.removeEventListener("copy", listener);
  }, []);
}

function isOfPage(target: EventTarget | null): boolean {
  return !takesText(target) && document.querySelector("dialog[open], [popover]:popover-open") === null;
}

const TICKED = new Set(["checkbox", "radio", "button", "submit"]);

/** Tells whether the focused element accepts letters itself. */
function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !TICKED.has(target.type);
  return target.isContentEditable || target.matches("textarea, select");
}

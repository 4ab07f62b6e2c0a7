"use client";

import { useEffect, useEffectEvent } from "react";
import { usePreferences } from "@/components/shell/preferences/preferences-provider";

interface FeedKeys {
  /** Moves the cursor by that many rows. */
  move: (by: number) => void;
  filters: () => void;
  list: () => void;
  search: () => void;
  select: () => void;
  /** Watches or unwatches the company of the cursor's row. */
  star: () => void;
  /** Returns true when there was something to close. */
  close: () => boolean;
}

const TICKED = new Set(["checkbox", "radio", "button", "submit"]);

/** Tells whether the focused element accepts letters itself. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !TICKED.has(target.type);
  return target.isContentEditable || target.matches("textarea, select");
}

/**
 * Handles the keys of a feed's page that work with the focus anywhere, but not while something is typed or a dialog is
 * open.
 */
export function useFeedKeys(keys: FeedKeys): void {
  const letters = usePreferences().keys === "on";
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (takesText(event.target) || document.querySelector("dialog[open]") !== null) return;
    if (act(event)) event.preventDefault();
  });

  function act({ key }: KeyboardEvent): boolean {
    if (key === "Escape") return keys.close();
    if (!letters) return false;
    if (key === "j") keys.move(1);
    else if (key === "k") keys.move(-1);
    else if (key === "f") keys.filters();
    else if (key === "x") keys.select();
    else if (key === "s") keys.star();
    else if (key === "?") keys.list();
    else if (key === "/") keys.search();
    else return false;
    return true;
  }

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

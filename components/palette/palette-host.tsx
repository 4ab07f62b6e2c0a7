"use client";
/** Handles the palette's key on every page; the palette itself is fetched on first use. */
import { useEffect } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { setPaletteOpen, usePalette } from "@/lib/client/palette";

const LazyPalette = lazyComponent(async () => (await import("./palette")).Palette);

/** Letters typed while the palette is loading are passed to its field. */
function captureLetter(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.length === 1) usePalette.setState(({ typedAhead }) => ({ typedAhead: typedAhead + event.key }));
  // The letters must not reach the page below either.
  event.preventDefault();
  event.stopPropagation();
}

function onKey(event: KeyboardEvent): void {
  const { open } = usePalette.getState();
  if (open && event.key === "Escape" && !event.isComposing) {
    // The palette closes immediately: the dialog's own close event comes later, and Ctrl K pressed before it would be
    // lost.
    setPaletteOpen(false);
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  if (open && document.querySelector("dialog[data-palette]") === null) captureLetter(event);
  if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  // Another dialog has to be closed first.
  if (document.querySelector("dialog[open]:not([data-palette])") !== null) return;
  event.preventDefault();
  setPaletteOpen(!open);
}

export function PaletteHost() {
  const open = usePalette((state) => state.open);
  useEffect(() => {
    // The listener runs before the keys of the page, which would take the letters.
    document.addEventListener("keydown", onKey, { capture: true });
    return () => document.removeEventListener("keydown", onKey, { capture: true });
  }, []);
  return open && <LazyPalette />;
}

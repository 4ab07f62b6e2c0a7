"use client";
/** Listens for the palette's key on every page; the palette itself is fetched when it is first wanted. */
import { lazy, Suspense, useEffect } from "react";
import { setPaletteOpen, usePaletteOpen } from "@/lib/client/palette";

const LazyPalette = lazy(async () => ({ default: (await import("./palette")).Palette }));

function onKey(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  // Another dialog has to be answered first.
  if (document.querySelector("dialog[open]:not(.palette)") !== null) return;
  event.preventDefault();
  setPaletteOpen(document.querySelector("dialog.palette") === null);
}

export function PaletteHost() {
  const open = usePaletteOpen();
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return <Suspense>{open && <LazyPalette />}</Suspense>;
}

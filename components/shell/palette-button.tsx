"use client";

import { KeyCap } from "@/components/ui/key-cap";
import { setPaletteOpen } from "@/lib/client/palette";

/** Opens the command palette, and says by which key one does. */
export function PaletteButton() {
  return (
    <button
      type="button"
      className="focus-ring ml-auto cursor-pointer rounded-1"
      aria-label="Command palette"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => setPaletteOpen(true)}
    >
      <KeyCap>Ctrl K</KeyCap>
    </button>
  );
}

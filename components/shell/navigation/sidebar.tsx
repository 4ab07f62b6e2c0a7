"use client";

import { BalanceNotice } from "@/components/shell/balance-notice";
import { Meter } from "@/components/shell/meter";
import { KeyCap } from "@/components/ui/marks/key-cap";
import { useHost } from "@/lib/client/host";
import { setPaletteOpen } from "@/lib/client/palette";
import { Brand } from "./brand";
import { LockLink } from "./lock-link";
import { Navigation } from "./navigation";
import { PersonButton } from "./person-button";
import { ThemeControl } from "./theme-control";

/**
 * Shows the pages, the meter, the person and, on a foreign host, the theme: at the left of every page, on phones in the
 * menu.
 */
export function Sidebar() {
  const { identity } = useHost();
  return (
    // The tracks are fixed, so that nothing painted moves while the rest of the page still arrives.
    <div
      className="grid h-dvh min-h-0 grid-cols-1 grid-rows-[var(--bar-top)_minmax(0,1fr)_145px_45px] overflow-y-auto border-r border-line-strong bg-surface-side"
      data-testid="sidebar"
    >
      <p className="flex h-bar-top items-center gap-2 px-gutter text-15 font-semibold tracking-tight">
        <Brand />
        <PaletteButton />
      </p>
      <div className="flex min-h-0 flex-col">
        <Navigation />
        <BalanceNotice className="mx-2 mb-2" />
        <LockLink />
      </div>
      <Meter />
      {identity === null ? (
        <div className="flex flex-col gap-2 border-t border-line-strong px-gutter py-2">
          <ThemeControl />
        </div>
      ) : (
        <div className="border-t border-line-strong" data-testid="sidebar-person">
          <PersonButton identity={identity} />
        </div>
      )}
    </div>
  );
}

/** Opens the command palette, and names the key that does. */
function PaletteButton() {
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

"use client";

import { useHost } from "@/lib/client/host";
import { BalanceNotice } from "./balance-notice";
import { Brand } from "./brand";
import { LockLink } from "./lock-link";
import { Meter } from "./meter";
import { Navigation } from "./navigation";
import { PaletteButton } from "./palette-button";
import { PersonButton } from "./person-button";
import { ThemeControl } from "./theme-control";

/** Pages, the meter and the person, on somebody else's host the theme: at the left of every page, on phones in the menu. */
export function Sidebar() {
  const { identity } = useHost();
  return (
    <div className="sidebar" data-testid="sidebar">
      <p className="sidebar-brand">
        <Brand />
        <PaletteButton />
      </p>
      <div className="sidebar-middle">
        <Navigation />
        <BalanceNotice />
        <LockLink />
      </div>
      <Meter />
      {identity === null ? (
        <div className="sidebar-foot">
          <ThemeControl />
        </div>
      ) : (
        <div className="sidebar-person" data-testid="sidebar-person">
          <PersonButton identity={identity} />
        </div>
      )}
    </div>
  );
}

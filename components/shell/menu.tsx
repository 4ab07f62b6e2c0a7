"use client";

import { X } from "lucide";
import { Suspense, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { useHost } from "@/lib/client/host";
import { setPaletteOpen } from "@/lib/client/palette";
import { Brand } from "./brand";
import { LockLink } from "./lock-link";
import { Meter } from "./meter";
import { Navigation } from "./navigation";
import { LazyPersonPanel, PersonLines } from "./person-button";
import { ThemeControl } from "./theme-control";

/** What the sidebar holds, behind a button where there is no room for it. */
export function Menu({ note }: { note?: string | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { identity } = useHost();
  // The hidden menu of a wide window fetches nothing.
  const [opened, setOpened] = useState(false);
  const close = () => dialog.current?.close();
  return (
    <>
      <button
        type="button"
        className="menu-button focus-ring"
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true);
          dialog.current?.showModal();
        }}
      >
        <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
          <path d="M1 5.5h16M1 12.5h16" stroke="currentColor" strokeWidth="1.6" />
        </svg>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; this is a click beside it */}
      <dialog
        ref={dialog}
        className="menu"
        aria-label="Menu"
        data-touch=""
        onClick={(event) => {
          if (event.target === dialog.current) close();
        }}
      >
        <div className="menu-inside">
          <p className="sidebar-brand">
            <Brand onNavigate={close} />
            <button type="button" className="menu-close focus-ring" aria-label="Close menu" onClick={close}>
              <Icon of={X} size={18} />
            </button>
          </p>
          <Button
            className="mx-gutter mb-2"
            onClick={() => {
              close();
              setPaletteOpen(true);
            }}
          >
            Go to, or filter by typing
          </Button>
          <Navigation onNavigate={close} />
          <LockLink />
          {identity && (
            <Suspense>
              <p className="menu-person">
                <PersonLines identity={identity} />
              </p>
              {opened && <LazyPersonPanel identity={identity} onNavigate={close} />}
            </Suspense>
          )}
          <Meter />
          <div className="sidebar-foot">
            <ThemeControl />
            {note && <p className="text-12 text-text-3">{note}</p>}
          </div>
        </div>
      </dialog>
    </>
  );
}

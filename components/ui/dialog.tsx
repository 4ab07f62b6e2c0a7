"use client";
/** A dialog in the middle of the window. The native element keeps the focus inside, and gives it back. */
import { type ReactNode, useEffect, useId, useRef } from "react";

interface Props {
  title: string;
  /** Id of what describes it, where its title is not enough. */
  describedBy?: string;
  /** A press beside it does not close it: what it shows is shown once. */
  steady?: boolean;
  /** It is closed: by Escape, by a click beside it, or from within. */
  onClose: () => void;
  children: (close: () => void) => ReactNode;
}

/** Is open for as long as it is mounted. */
export function Dialog({ title, describedBy, steady = false, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const name = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; this is a click beside it
    <dialog
      ref={dialog}
      // Where it stands, lines may not wrap.
      className="m-auto w-[min(var(--dialog),100vw-32px)] whitespace-normal rounded-3 bg-surface-pop p-0 text-text-1 shadow-pop backdrop:bg-scrim"
      aria-labelledby={name}
      aria-describedby={describedBy}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current && !steady) dialog.current?.close();
      }}
    >
      <div className="p-5">
        <h2 id={name} className="text-15 font-semibold tracking-tight">
          {title}
        </h2>
        {children(() => dialog.current?.close())}
      </div>
    </dialog>
  );
}

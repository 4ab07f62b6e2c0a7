"use client";
/** A dialog in the middle of the window. The native element keeps the focus inside, and gives it back. */
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";

export interface DialogProps {
  title: string;
  /** What replaces the content after an action. It is shown once, so only a button or Escape closes it. */
  result?: { readonly title: string; readonly content: ReactNode } | undefined;
  /** Id of its description, where the title is not enough. */
  describedBy?: string | undefined;
  /** A press next to it does not close it. */
  steady?: boolean | undefined;
  /** Unmounts it. */
  onClose: () => void;
  children: ReactNode;
}

/** Is open while it is mounted. */
export function Dialog({ title, result, describedBy, steady, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const name = useId();
  // A dialog gives the focus back only while it is in the document, so it is closed before it is removed.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; this is a click beside it
    <dialog
      ref={dialog}
      // Where it stands, lines may not wrap.
      className="m-auto w-[min(var(--dialog),100vw-32px)] whitespace-normal rounded-3 bg-surface-pop p-0 text-text-1 shadow-pop backdrop:bg-scrim"
      aria-labelledby={name}
      aria-describedby={result ? undefined : describedBy}
      onClose={() => {
        // The event of a dialog that was unmounted comes later, and must not close the one that was opened since.
        if (dialog.current?.open === false) onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current && !steady && !result) onClose();
      }}
    >
      <div className="p-5">
        <h2 id={name} className="text-15 font-semibold tracking-tight">
          {result?.title ?? title}
        </h2>
        {result?.content ?? children}
      </div>
    </dialog>
  );
}

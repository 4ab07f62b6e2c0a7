import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { cn } from "@/lib/cn";
import { focusFirst, placesAround } from "./focus";

export interface DialogProps {
  title: string;
  /** The result replaces the content after an action. It is shown once, so only a button closes it. */
  result?: { readonly title: string; readonly content: ReactNode } | undefined;
  /** The element with this id describes the dialog, where the title is not enough. */
  describedBy?: string | undefined;
  /** A press next to the dialog closes it, unless this is false. */
  dismissible?: boolean | undefined;
  /** The dialog fills the window. */
  fills?: boolean;
  /** Unmounts it. */
  onClose: () => void;
  children: ReactNode;
}

/** The dialog is open while it is mounted. The native element keeps the focus inside, and gives it back. */
export function Dialog({
  title,
  result,
  describedBy,
  dismissible = true,
  fills = false,
  onClose,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const name = useId();
  // A dialog gives the focus back only while it is in the document, so it is closed before it is removed.
  useLayoutEffect(() => {
    const element = dialog.current;
    const around = placesAround(document.activeElement);
    element?.showModal();
    return () => {
      element?.close();
      // The control that opened it may be gone; then the focus is nowhere, or still in the closed dialog.
      const { activeElement, body } = document;
      if (activeElement === body || element?.contains(activeElement)) focusFirst(around);
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog natively; this handles a click next to it
    <dialog
      ref={dialog}
      // A dialog inherits `nowrap` from the place where it is rendered.
      className={cn(
        "m-auto w-[min(var(--dialog),100vw-32px)] whitespace-normal rounded-3 bg-surface-pop p-0 text-text-1 shadow-pop backdrop:bg-scrim",
        fills && "size-[calc(100%-32px)] max-h-none max-w-none",
      )}
      aria-labelledby={name}
      closedby={result ? "none" : undefined}
      aria-describedby={result ? undefined : describedBy}
      onClose={() => {
        // The event of a dialog that was unmounted comes later, and must not close the one that was opened since.
        if (dialog.current?.open === false) onClose();
      }}
      onCancel={(event) => {
        // Not every browser reads `closedby`.
        if (result) event.preventDefault();
      }}
      onClick={(event) => {
        if (event.target === dialog.current && dismissible && !result) onClose();
      }}
    >
      <div className={cn("p-5", fills && "flex h-full flex-col gap-2")}>
        <h2 id={name} className="text-15 font-semibold tracking-tight">
          {result?.title ?? title}
        </h2>
        {result?.content ?? children}
      </div>
    </dialog>
  );
}

"use client";
/**
 * A dialog that comes from the edge: from below on phones, from the left above. The native element keeps the focus
 * inside, closes on Escape and gives the focus back.
 */
import { type ReactNode, useLayoutEffect, useRef } from "react";

interface DrawerProps {
  /** Names it to a screen reader. What has `data-first` inside has the focus at first. */
  label: string;
  onClose(): void;
  children: ReactNode;
}

/** Is open for as long as it is mounted. */
export function Drawer({ label, onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before it leaves the page: a dialog gives the focus back only while it is there.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    element.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => element.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it closes it, as Escape does by itself
    <dialog
      ref={dialog}
      aria-label={label}
      data-touch=""
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      className="fixed inset-x-0 top-auto bottom-0 m-0 h-[calc(100dvh-44px)] max-h-none w-full max-w-none rounded-t-4 bg-surface p-0 text-text-1 backdrop:bg-scrim tablet:inset-y-0 tablet:right-auto tablet:h-dvh tablet:w-[400px] tablet:rounded-none transition-transform duration-panel ease-out starting:translate-y-full tablet:starting:-translate-x-full tablet:starting:translate-y-0"
    >
      <div className="flex h-full flex-col">{children}</div>
    </dialog>
  );
}

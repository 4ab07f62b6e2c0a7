"use client";
/**
 * A dialog that comes from the edge. The native element keeps the focus inside, closes on Escape and gives the focus
 * back.
 */
import { cva, type VariantProps } from "class-variance-authority";
import { type ReactNode, useLayoutEffect, useRef } from "react";

const drawerVariants = cva(
  "fixed m-0 max-h-none max-w-none p-0 text-text-1 backdrop:bg-scrim transition-transform duration-panel ease-out starting:motion-safe:-translate-x-full",
  {
    variants: {
      side: {
        /** From below on phones, from the left above. */
        bottom:
          "inset-x-0 top-auto bottom-0 h-[calc(100dvh-44px)] w-full rounded-t-4 bg-surface tablet:inset-y-0 tablet:right-auto tablet:h-dvh tablet:w-[400px] tablet:rounded-none max-tablet:starting:translate-x-0 max-tablet:starting:motion-safe:translate-y-full",
        left: "inset-y-0 left-0 h-dvh w-[min(300px,85vw)] bg-surface-side",
      },
    },
    defaultVariants: { side: "bottom" },
  },
);

interface DrawerProps extends VariantProps<typeof drawerVariants> {
  /** Names it to a screen reader. What has `data-first` inside has the focus at first. */
  label: string;
  onClose(): void;
  children: ReactNode;
}

/** Is open for as long as it is mounted. */
export function Drawer({ label, side, onClose, children }: DrawerProps) {
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
      className={drawerVariants({ side })}
    >
      <div className="flex h-full flex-col">{children}</div>
    </dialog>
  );
}

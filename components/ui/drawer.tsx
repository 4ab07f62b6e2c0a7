/**
 * Slides a dialog in from an edge of the window. The native element keeps the focus inside, closes on Escape and gives
 * the focus back.
 */
import { cva, type VariantProps } from "class-variance-authority";
import { type ReactNode, useLayoutEffect, useRef } from "react";

const drawerVariants = cva(
  "fixed m-0 max-h-none max-w-none p-0 text-text-1 backdrop:bg-scrim transition-transform duration-panel ease-out starting:motion-safe:-translate-x-full",
  {
    variants: {
      side: {
        /** The drawer comes from the bottom on phones, and from the left on wider windows. */
        bottom:
          "inset-x-0 top-auto bottom-0 h-[calc(100dvh-44px)] w-full rounded-t-4 bg-surface tablet:inset-y-0 tablet:right-auto tablet:h-dvh tablet:w-[400px] tablet:rounded-none max-tablet:starting:translate-x-0 max-tablet:starting:motion-safe:translate-y-full",
        left: "inset-y-0 left-0 h-dvh w-[min(300px,85vw)] bg-surface-side",
      },
    },
    defaultVariants: { side: "bottom" },
  },
);

interface DrawerProps extends VariantProps<typeof drawerVariants> {
  /** The label names the drawer to a screen reader. The element with `data-first` inside gets the focus at first. */
  label: string;
  onClose(): void;
  children: ReactNode;
}

/** The drawer is open while it is mounted. */
export function Drawer({ label, side, onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // The dialog is closed before it leaves the page, because it gives the focus back only while it is there.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    element.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => element.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click next to it closes it, and Escape does natively
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

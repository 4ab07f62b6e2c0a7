/**
 * This is a button with a panel that floats below or above it. It uses the browser's own popover, which closes on Escape and on
 * a press next to it and gives the focus back. Its content is mounted while it is open, so it can be loaded when it is
 * first needed.
 */
import { type ReactNode, Suspense, type ToggleEvent, useId, useRef, useState } from "react";
import { Button, type ButtonVariant } from "./button";
import { lazyImport } from "./lazy-component";

const loadPlacing = lazyImport(() => import("./floating/place-popover"));

export const POPOVER_PANEL =
  "fixed inset-auto m-0 w-max max-w-[calc(100vw-16px)] overflow-y-auto rounded-3 border-0 bg-surface-pop p-1 whitespace-normal text-text-1 shadow-pop";

interface Props {
  label: ReactNode;
  /** The title names the panel to a screen reader. */
  title: string;
  variant?: ButtonVariant;
  /** The panel floats above the button, along its left edge, for a button at the foot of the window. */
  above?: boolean;
  className?: string;
  children: (close: () => void) => ReactNode;
}

export function Popover({ label, title, variant = "secondary", above = false, className, children }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const stopPlacing = useRef<() => void>(undefined);
  const [open, setOpen] = useState(false);

  async function placePanel() {
    const placing = await loadPlacing().catch(() => undefined);
    if (button.current === null || !panel.current?.matches(":popover-open")) return;
    stopPlacing.current?.();
    if (placing === undefined) placeOnce(button.current, panel.current, above);
    else stopPlacing.current = placing.placePopover(button.current, panel.current, above ? "top-start" : "bottom-end");
  }

  function onBeforeToggle(event: ToggleEvent<HTMLDivElement>) {
    // The panel is transparent until it is placed.
    if (event.newState === "open") event.currentTarget.style.opacity = "0";
  }

  function onToggle(event: ToggleEvent<HTMLDivElement>) {
    const opened = event.newState === "open";
    // The mounted content is visible now, so that it can take the focus.
    setOpen(opened);
    if (opened) void placePanel();
    else stopPlacing.current?.();
  }

  function close() {
    panel.current?.hidePopover();
    // The browser gives the focus back only from within the panel, and the focused element may be gone from there.
    if (document.activeElement === document.body) button.current?.focus();
  }

  return (
    <>
      <Button
        ref={button}
        variant={variant}
        popoverTarget={id}
        aria-expanded={open}
        aria-haspopup="dialog"
        {...(className && { className })}
      >
        {label}
      </Button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={title}
        className={`${POPOVER_PANEL} min-w-[220px]`}
        onBeforeToggle={onBeforeToggle}
        onToggle={onToggle}
      >
        {open && <Suspense>{children(close)}</Suspense>}
      </div>
    </>
  );
}

/** Places a panel where the module that keeps it in the window could not be loaded. */
function placeOnce(button: HTMLElement, panel: HTMLElement, above: boolean): void {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const [x, y] = above ? [left, top - panel.offsetHeight] : [right - panel.offsetWidth, bottom];
  Object.assign(panel.style, { left: `${x}px`, top: `${y}px`, opacity: "1" });
}

"use client";
/**
 * A button with a panel that floats below or above it: the browser's own popover, which closes on Escape and on a press beside
 * it and gives the focus back. Its content is mounted while it is open, so it can be loaded when it is first wanted.
 */
import { type ReactNode, Suspense, type ToggleEvent, useId, useRef, useState } from "react";
import { Button, type ButtonLook } from "./button";

interface Props {
  /** What the button says. */
  label: ReactNode;
  /** Names the panel to a screen reader. */
  title: string;
  look?: ButtonLook;
  disabled?: boolean;
  /** The panel floats above the button, along its left edge: for one at the foot of the window. */
  above?: boolean;
  className?: string;
  children: (close: () => void) => ReactNode;
}

/** Between the button and its panel, and between the panel and the edge of the window, in px. */
const GAP = 4;
const EDGE = 8;

export function Popover({
  label,
  title,
  look = "secondary",
  disabled = false,
  above = false,
  className,
  children,
}: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  function positionPanel(event: ToggleEvent<HTMLDivElement>) {
    if (event.newState !== "open" || button.current === null || panel.current === null) return;
    const { top, bottom, left, right } = button.current.getBoundingClientRect();
    const { style } = panel.current;
    if (above) {
      style.bottom = `${window.innerHeight - top + GAP}px`;
      style.left = `${Math.max(EDGE, left)}px`;
    } else {
      style.top = `${bottom + GAP}px`;
      style.right = `${Math.max(EDGE, document.documentElement.clientWidth - right)}px`;
    }
    style.maxHeight = `${(above ? top : window.innerHeight - bottom) - GAP - EDGE}px`;
    setOpen(true);
  }

  return (
    <>
      <Button
        ref={button}
        look={look}
        popoverTarget={id}
        aria-expanded={open}
        aria-haspopup="dialog"
        disabled={disabled}
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
        className="popover"
        onBeforeToggle={positionPanel}
        onToggle={(event) => {
          if (event.newState === "closed") setOpen(false);
        }}
      >
        {open && <Suspense>{children(() => panel.current?.hidePopover())}</Suspense>}
      </div>
    </>
  );
}

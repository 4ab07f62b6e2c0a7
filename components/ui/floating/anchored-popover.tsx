/** A popover without a button floats next to a place on the page: a menu, or the list behind a mark. */
import { type ComponentProps, type CSSProperties, useEffectEvent, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { POPOVER_PANEL } from "@/components/ui/popover";
import { cn } from "@/lib/cn";
import { type Placement, placePopover } from "./place-popover";

interface Props extends ComponentProps<"div"> {
  /** The coordinates are those of the nearest positioned ancestor or, where `position` is fixed, of the window. */
  anchor: CSSProperties;
  placement: Placement;
  /** Unmounts it: on Escape, on a press next to it, and when the focus leaves it. */
  onClose: () => void;
}

/** The popover is open while it is mounted, with the focus on its first link or button. */
export function AnchoredPopover({ anchor, placement, onClose, className, onKeyDown, ...rest }: Props) {
  const place = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const [button, element] = [place.current, panel.current];
    if (button === null || element === null) return;
    element.showPopover();
    element.querySelector<HTMLElement>("a, button:enabled")?.focus({ preventScroll: true });
    const stopPlacing = placePopover(button, element, placement);
    // The browser would close an automatic popover when the button that opened it is released, so this one is manual.
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && element.contains(target))) close();
    };
    document.addEventListener("pointerdown", onPress);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      stopPlacing();
      element.hidePopover();
    };
  }, [placement]);
  return (
    <>
      <span ref={place} aria-hidden="true" className="pointer-events-none absolute" style={anchor} />
      {createPortal(
        // biome-ignore lint/a11y/noStaticElementInteractions: its role is that of the caller
        <div
          ref={panel}
          popover="manual"
          className={cn(POPOVER_PANEL, "opacity-0", className)}
          onKeyDown={(event) => {
            if (event.key === "Escape") {
              event.preventDefault();
              onClose();
            } else onKeyDown?.(event);
          }}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) onClose();
          }}
          {...rest}
        />,
        document.body,
      )}
    </>
  );
}

/** Places a popover next to its button, and keeps it there while the window changes. */
import { autoUpdate, computePosition, flip, offset, type Placement, shift, size } from "@floating-ui/dom";

export type { Placement };

/** The gap in px separates the button from its panel, and the panel from the edge of the window. */
const GAP = 4;
const EDGE = 8;

/** Returns a function that stops placing it. */
export function placePopover(button: HTMLElement, panel: HTMLElement, placement: Placement): () => void {
  return autoUpdate(button, panel, async () => {
    const { x, y } = await computePosition(button, panel, {
      placement,
      strategy: "fixed",
      middleware: [
        offset(GAP),
        flip({ padding: EDGE }),
        shift({ padding: EDGE }),
        size({
          padding: EDGE,
          apply: ({ availableHeight }) => {
            panel.style.maxHeight = `${availableHeight}px`;
          },
        }),
      ],
    });
    Object.assign(panel.style, { left: `${x}px`, top: `${y}px`, opacity: "1" });
  });
}

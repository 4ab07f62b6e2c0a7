/** Places a popover beside its button, and keeps it there while the window changes. */
import { autoUpdate, computePosition, flip, offset, type Placement, shift, size } from "@floating-ui/dom";

export type { Placement };

/** Between the button and its panel, and between the panel and the edge of the window, in px. */
const GAP = 4;
const EDGE = 8;

/** @returns what ends it */
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

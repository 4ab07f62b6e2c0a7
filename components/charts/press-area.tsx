"use client";

import { useActiveTooltipLabel, usePlotArea } from "recharts";

interface Props {
  items: readonly { readonly key: string; readonly label: string; readonly pressed: boolean | undefined }[];
  /** Categories lie along this axis. */
  along: "x" | "y";
  onPress: (index: number) => void;
}

/**
 * Renders a button for every category of a Recharts chart over its whole band, so that one without a bar can be
 * pressed too. The active one is scrolled into view while the chart has the focus, and ChartContainer presses it by
 * key.
 */
export function PressArea({ items, along, onPress }: Props) {
  const plot = usePlotArea();
  const active = useActiveTooltipLabel();
  if (plot === undefined) return null;
  const [width, height] =
    along === "x" ? [plot.width / items.length, plot.height] : [plot.width + plot.x, plot.height / items.length];
  return items.map(({ key, label, pressed = false }, index) => (
    // biome-ignore lint/a11y/useSemanticElements: HTML has no place within an SVG
    <rect
      key={key}
      ref={(element) => {
        if (active === key && element?.ownerSVGElement === document.activeElement)
          element.scrollIntoView({ block: "nearest" });
      }}
      role="button"
      tabIndex={-1}
      aria-label={label}
      aria-pressed={pressed}
      data-active={active === key}
      className={`cursor-pointer outline-none ${pressed ? "fill-accent-soft" : "fill-transparent"}`}
      x={along === "x" ? plot.x + index * width : 0}
      y={along === "x" ? plot.y : plot.y + index * height}
      width={width}
      height={height}
      // The focus stays where it is: by pointer the tooltip shows what is under it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPress(index)}
    />
  ));
}

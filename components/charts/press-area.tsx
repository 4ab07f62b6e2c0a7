import { useCallback, useEffect, useRef, useState } from "react";
import { useActiveTooltipLabel, usePlotArea } from "recharts";
import { CHARACTER } from "@/components/ui/chart";

export interface Brush {
  /** Describes the categories from one index to another, both inclusive. */
  readonly describe: (from: number, to: number) => string;
  readonly onBrush: (from: number, to: number) => void;
}

interface Range {
  readonly anchor: number;
  readonly end: number;
}

interface Item {
  readonly key: string;
  readonly label: string;
  readonly pressed: boolean | undefined;
  /** It cannot be pressed. */
  readonly fixed?: boolean | undefined;
}

interface Props {
  items: readonly Item[];
  /** Categories lie along this axis. */
  along: "x" | "y";
  onPress: (index: number) => void;
  /** Several categories along x can be chosen by dragging over them, or by Shift and an arrow, then Enter. */
  brush?: Brush | undefined;
}

/**
 * Renders a button for every category of a Recharts chart over its whole band, so that one without a bar can be
 * pressed too. The active one is scrolled into view while the chart has the focus, and ChartContainer presses it by
 * key. The brushed part is state of this component, so that dragging renders no bars.
 */
export function PressArea({ items, along, onPress, brush }: Props) {
  const plot = usePlotArea();
  const active = useActiveTooltipLabel();
  const group = useRef<SVGGElement>(null);
  const [range, setRendered] = useState<Range>();
  // A release can come before the last move has been rendered.
  const latest = useRef<Range>(undefined);
  const setRange = useCallback((next: Range | undefined) => {
    latest.current = next;
    setRendered(next);
  }, []);
  const last = items.length - 1;
  const limit = (index: number) => Math.min(last, Math.max(0, index));

  // Recharts gives the focus to the SVG element, where React has no handler.
  const activeIndex = items.findIndex(({ key }) => key === active);
  useEffect(() => {
    const svg = group.current?.ownerSVGElement;
    if (svg == null || brush === undefined) return;
    const handleKey = (event: KeyboardEvent) => {
      const { key, shiftKey } = event;
      const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      // The page would close its details too.
      if (key === "Escape" && latest.current !== undefined) event.preventDefault();
      if (key === "Escape" || (step !== 0 && !shiftKey)) setRange(undefined);
      if (step === 0 || !shiftKey || activeIndex < 0) return;
      const end = Math.min(last, Math.max(0, activeIndex + step));
      setRange({ anchor: latest.current?.anchor ?? activeIndex, end });
    };
    const clear = () => setRange(undefined);
    svg.addEventListener("keydown", handleKey);
    svg.addEventListener("blur", clear);
    return () => {
      svg.removeEventListener("keydown", handleKey);
      svg.removeEventListener("blur", clear);
    };
  }, [brush, activeIndex, last, setRange]);

  if (plot === undefined) return null;
  const [width, height] =
    along === "x" ? [plot.width / items.length, plot.height] : [plot.width + plot.x, plot.height / items.length];
  const brushed = sorted(range);
  const press = (index: number) => {
    const chosen = sorted(latest.current);
    setRange(undefined);
    if (chosen === undefined) onPress(index);
    else brush?.onBrush(...chosen);
  };
  return (
    <g ref={group} data-brushing={brushed !== undefined}>
      {items.map(({ key, label, pressed = false, fixed = false }, index) => {
        const isBrushed = brushed !== undefined && index >= brushed[0] && index <= brushed[1];
        return (
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
            aria-disabled={fixed}
            data-active={active === key}
            className={`${fixed ? "" : "cursor-pointer"} outline-none ${pressed || isBrushed ? "fill-accent-soft" : "fill-transparent"}`}
            x={along === "x" ? plot.x + index * width : 0}
            y={along === "x" ? plot.y : plot.y + index * height}
            width={width}
            height={height}
            // The focus stays where it is: by pointer the tooltip shows what is under it.
            onMouseDown={(event) => event.preventDefault()}
            onPointerDown={(event) => {
              // A finger scrolls the page.
              if (brush === undefined || event.button !== 0 || event.pointerType === "touch") return;
              event.currentTarget.setPointerCapture(event.pointerId);
              setRange({ anchor: index, end: index });
            }}
            onPointerMove={(event) => {
              if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
              const box = event.currentTarget.getBoundingClientRect();
              const end = limit(index + Math.floor((event.clientX - box.left) / box.width));
              if (latest.current?.end !== end) setRange({ anchor: index, end });
            }}
            onPointerCancel={() => setRange(undefined)}
            // The captured pointer's click comes here wherever it was released.
            onClick={() => !fixed && press(index)}
          />
        );
      })}
      {brushed && brush && (
        <BrushText
          text={brush.describe(...brushed)}
          middle={plot.x + ((brushed[0] + brushed[1] + 1) / 2) * width}
          right={plot.x + plot.width}
          y={plot.y}
        />
      )}
    </g>
  );
}

/** Returns the first and the last index of a range; undefined for a single one, which is pressed. */
function sorted(range: Range | undefined): readonly [number, number] | undefined {
  if (range === undefined || range.anchor === range.end) return undefined;
  return [Math.min(range.anchor, range.end), Math.max(range.anchor, range.end)];
}

/** Shows the sum of the brushed part above it, as far as possible in its middle. */
function BrushText({ text, middle, right, y }: { text: string; middle: number; right: number; y: number }) {
  const half = (text.length * CHARACTER) / 2;
  return (
    <text
      aria-live="polite"
      data-testid="brush"
      x={Math.max(half, Math.min(right - half, middle))}
      y={y - 1}
      textAnchor="middle"
      strokeWidth={4}
      className="pointer-events-none fill-text-1 stroke-surface font-medium [paint-order:stroke]"
    >
      {text}
    </text>
  );
}

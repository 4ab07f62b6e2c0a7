/** Draws values by country on a map that zooms and pans. The bars next to it provide its keyboard control. */
import { Minus, Plus, RotateCcw } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from "react";
import { ChartTooltipContent } from "@/components/ui/chart";
import { LARGEST_ZOOM, panned, WHOLE_WORLD, type WorldView, zoomed } from "./map-view";
import { type Outline, WORLD } from "./world";

interface CountryValue {
  readonly title: string;
  readonly value: number;
  readonly valueText: string;
}

interface Props {
  outlines: readonly Outline[];
  name: string;
  figures: ReadonlyMap<string, CountryValue>;
  /** Formats the ends of the scale. */
  formatValue: (value: number) => string;
  /** The hint says what a press on a country does, with its price. */
  hint: string;
  chosen: string | undefined;
  onChoose: (code: string) => void;
}

/** Each shade is a share of the colour in the surface, in percent. */
const SHADES = [36, 52, 68, 84, 100].map((share) => `color-mix(in srgb, var(--chart-1) ${share}%, var(--surface))`);
const DOT = 5;
const ZOOM_STEP = 1.6;
/** A pointer that moves further than this, in px, pans and presses nothing. */
const CLICK_PX = 4;
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [60, 0],
  ArrowRight: [-60, 0],
  ArrowUp: [0, 60],
  ArrowDown: [0, -60],
};

export function WorldMap({ outlines, name, figures, formatValue, hint, chosen, onChoose }: Props) {
  const [view, setView] = useState<WorldView>(WHOLE_WORLD);
  const [hovered, setHovered] = useState<{ code: string; x: number; y: number }>();
  const drag = useRef<{ x: number; y: number; moved: boolean }>(undefined);
  const most = Math.max(...[...figures.values()].map((one) => one.value), Number.MIN_VALUE);
  const { shown, rest } = useMemo(() => {
    const all = outlines.map((outline) => ({ ...outline, figure: figures.get(outline.code ?? "") }));
    // Countries without a value are one path: some 200 elements less.
    const rest = all.filter(({ figure }) => figure === undefined).map(({ path }) => path);
    return { shown: all.filter(({ figure }) => figure !== undefined), rest: rest.join("") };
  }, [outlines, figures]);
  const hoveredFigure = hovered && figures.get(hovered.code);

  function move(event: PointerEvent<SVGSVGElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const code = codeAt(event.target);
    setHovered(code === undefined ? undefined : { code, x: event.clientX - box.left, y: event.clientY - box.top });
    const last = drag.current;
    if (last === undefined) return;
    const [x, y] = [event.clientX - last.x, event.clientY - last.y];
    if (!last.moved && Math.hypot(x, y) < CLICK_PX) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, moved: true };
    const scale = unitsPerPixel(event.currentTarget);
    setView((before) => panned(before, x * scale, y * scale));
  }

  const draw = (outline: (typeof shown)[number]) => ({
    fill: chooseShade(outline.figure, most),
    "data-code": outline.code,
    className: "cursor-pointer stroke-surface hover:opacity-80",
    ...(outline.code === chosen && { style: { stroke: "var(--text-1)", strokeWidth: 1.5 } }),
  });
  return (
    <div className="relative h-full min-h-0">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the bars next to the map have a button for every country on it */}
      <svg
        ref={zoomByWheel(setView)}
        className="block size-full touch-none overflow-hidden"
        role="img"
        aria-label={name}
        viewBox={`0 0 ${WORLD.width} ${WORLD.height}`}
        onPointerDown={(event) => {
          drag.current = { x: event.clientX, y: event.clientY, moved: false };
        }}
        onPointerMove={move}
        onPointerUp={() => {
          if (!drag.current?.moved) drag.current = undefined;
        }}
        onPointerLeave={() => {
          drag.current = undefined;
          setHovered(undefined);
        }}
        onClick={(event) => {
          const moved = drag.current?.moved;
          drag.current = undefined;
          const code = codeAt(event.target);
          if (!moved && code !== undefined) onChoose(code);
        }}
      >
        <g
          strokeWidth={0.5}
          className="[&>*]:[vector-effect:non-scaling-stroke]"
          transform={`translate(${view.x} ${view.y}) scale(${view.zoom})`}
        >
          <path d={rest} className="fill-surface-well stroke-line-button" />
          {shown.map((outline) => (
            <path key={outline.key} d={outline.path} {...draw(outline)} />
          ))}
          {shown.map(
            (outline) =>
              outline.dot && (
                <circle
                  key={outline.key}
                  cx={outline.dot[0]}
                  cy={outline.dot[1]}
                  r={DOT / view.zoom}
                  {...draw(outline)}
                />
              ),
          )}
        </g>
      </svg>
      {hovered && hoveredFigure && (
        <div
          className="pointer-events-none absolute z-popover w-max"
          style={{ left: hovered.x + 12, top: hovered.y + 12 }}
        >
          <ChartTooltipContent title={`${hoveredFigure.title}: ${hoveredFigure.valueText}`} hint={hint} />
        </div>
      )}
      <Scale most={formatValue(most)} />
      <ZoomButtons view={view} onView={setView} />
    </div>
  );
}

function Scale({ most }: { most: string }) {
  return (
    <p className="pointer-events-none absolute bottom-0 left-0 flex items-center gap-1 text-11 text-text-2">
      <span className="sr-only">Scale: from</span>0
      {SHADES.map((shade) => (
        <span key={shade} className="forced-color-adjust-none h-2 w-3.5" style={{ background: shade }} />
      ))}
      <span className="sr-only">to</span>
      {most}
    </p>
  );
}

function ZoomButtons({ view, onView }: { view: WorldView; onView: (change: (view: WorldView) => WorldView) => void }) {
  const pan = (event: KeyboardEvent) => {
    const by = ARROWS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onView((before) => panned(before, ...by));
  };
  const whole = view.zoom === 1;
  const buttons = [
    {
      title: "Zoom in",
      Icon: Plus,
      off: view.zoom >= LARGEST_ZOOM,
      press: () => onView((now) => zoomed(now, ZOOM_STEP)),
    },
    { title: "Zoom out", Icon: Minus, off: whole, press: () => onView((now) => zoomed(now, 1 / ZOOM_STEP)) },
    { title: "Show the whole world", Icon: RotateCcw, off: whole, press: () => onView(() => WHOLE_WORLD) },
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div
      role="group"
      aria-label="Map, arrow keys pan"
      className="absolute right-0 bottom-0 flex flex-col print:hidden"
      onKeyDown={pan}
    >
      {buttons.map(({ title, Icon, off, press }) => (
        <button
          key={title}
          type="button"
          aria-label={title}
          title={title}
          aria-disabled={off}
          className="focus-ring-inset grid size-6 cursor-pointer place-items-center border border-line-button bg-surface text-text-2 not-first:border-t-0 first:rounded-t-1 last:rounded-b-1 hover:bg-surface-hover hover:text-text-1 aria-disabled:cursor-default aria-disabled:text-text-disabled"
          onClick={() => !off && press()}
        >
          <Icon aria-hidden="true" className="size-3" />
        </button>
      ))}
    </div>
  );
}

function chooseShade(figure: CountryValue | undefined, most: number): string {
  if (figure === undefined) return "";
  // A square root suits the values of countries, which differ by orders of magnitude.
  const place = Math.ceil(SHADES.length * Math.sqrt(figure.value / most)) - 1;
  return SHADES[Math.max(0, place)] ?? "";
}

function codeAt(target: EventTarget): string | undefined {
  return target instanceof SVGElement ? target.dataset.code : undefined;
}

/** Returns how many units of the drawing one px is. */
function unitsPerPixel(svg: SVGSVGElement): number {
  const { width, height } = svg.getBoundingClientRect();
  return Math.max(WORLD.width / width, WORLD.height / height);
}

/** React listens to the wheel passively, so it could not keep the page from scrolling. */
function zoomByWheel(setView: (change: (view: WorldView) => WorldView) => void) {
  return (svg: SVGSVGElement) => {
    const zoom = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top, width, height } = svg.getBoundingClientRect();
      const scale = unitsPerPixel(svg);
      const x = (event.clientX - left - width / 2) * scale + WORLD.width / 2;
      const y = (event.clientY - top - height / 2) * scale + WORLD.height / 2;
      setView((view) => zoomed(view, 2 ** (-event.deltaY / 300), [x, y]));
    };
    svg.addEventListener("wheel", zoom, { passive: false });
    return () => svg.removeEventListener("wheel", zoom);
  };
}

/**
 * All Recharts charts share these parts: colours from the tokens, tooltip, legend, keyboard selection, and their data
 * as a table.
 */
import type { KeyboardEvent, ReactNode } from "react";

/** The order makes adjacent colours as distinguishable as possible. */
export const CHART_COLORS = [1, 2, 3, 4, 5, 6].map((place) => `var(--chart-${place})`);
/** This colour marks the remainder; a lighter one would vanish in dark where bars that are not owned are translucent. */
export const CHART_QUIET = "var(--chart-axis)";

/** A character of 11 px text in Geist is this wide in px, rounded up from the measured width. */
export const CHARACTER = 6.1;

/** Every chart has the size of its container. */
export const FILLS = { responsive: true, style: { width: "100%", height: "100%" } } as const;
export const NO_MARGIN = { top: 0, right: 0, bottom: 0, left: 0 } as const;

const RECHARTS = [
  "relative min-w-0 text-11 tabular-nums",
  "[&_.recharts-cartesian-axis-tick-value]:fill-chart-axis",
  "[&_.recharts-cartesian-axis-line]:stroke-line-strong [&_.recharts-cartesian-grid_line]:stroke-chart-grid",
  "[&_.recharts-rectangle.recharts-tooltip-cursor]:fill-text-1/5 [&_.recharts-curve.recharts-tooltip-cursor]:stroke-line-control",
  // The sum of a brushed part stands where the tooltip of a single one would cover it.
  "[&:has([data-brushing=true])_.recharts-tooltip-wrapper]:hidden",
  // Pressable areas lie below the marks and are larger than they are.
  "[&_.recharts-bar]:pointer-events-none [&_.recharts-line]:pointer-events-none",
  "[&_.recharts-surface]:overflow-visible [&_.recharts-surface]:outline-none",
  "[&_.recharts-surface:focus-visible]:rounded-1 [&_.recharts-surface:focus-visible]:outline-2 [&_.recharts-surface:focus-visible]:outline-focus",
].join(" ");

interface ContainerProps {
  className?: string;
  table: ChartTableProps;
  children: ReactNode;
}

/**
 * Wraps one Recharts chart. Recharts moves along the data with the left and right arrows; here down and up do the same,
 * and Enter or Space presses the mark that is active (`data-active`).
 */
export function ChartContainer({ className = "", table, children }: ContainerProps) {
  return (
    <div data-slot="chart" className={`${RECHARTS} ${className}`} onKeyDownCapture={handleKey}>
      {/* The chart is out of the flow, so that it never keeps its container from shrinking. */}
      <div className="absolute inset-0">{children}</div>
      <ChartTable {...table} />
    </div>
  );
}

/** Recharts does not know these keys; each does the same as the key that it maps to. */
const SAME_AS: Readonly<Record<string, string>> = { ArrowDown: "ArrowRight", ArrowUp: "ArrowLeft", " ": "Enter" };

function handleKey(event: KeyboardEvent<HTMLElement>) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = SAME_AS[event.key] ?? event.key;
  const active = key === "Enter" ? event.currentTarget.querySelector('[data-active="true"]') : null;
  // Where nothing is active, Recharts' Enter shows the tooltip of the last active place.
  if (active === null && key === event.key) return;
  event.preventDefault();
  event.stopPropagation();
  if (active !== null) active.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  else event.target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}

export interface TooltipItem {
  readonly key: string;
  readonly title: string;
  readonly value: string;
  readonly color?: string;
}

interface TooltipProps {
  title: string;
  items?: readonly TooltipItem[];
  /** The hint names the action of a press, with its price. */
  hint?: ReactNode;
}

/** The content of a Recharts tooltip is announced too, which is how the chart reads by keyboard. */
export function ChartTooltipContent({ title, items = [], hint }: TooltipProps) {
  return (
    <div
      ref={keepInWindow}
      role="status"
      data-testid="chart-tooltip"
      className="max-w-80 rounded-2 bg-surface-pop px-2.5 py-2 text-12 text-text-1 shadow-pop"
    >
      <p className="font-medium">{title}</p>
      {items.length > 0 && (
        <dl className="mt-1 grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5">
          {items.map((item) => (
            <div key={item.key} className="contents">
              <dt className="flex min-w-0 items-center gap-1.5 text-text-2">
                {item.color && <Swatch color={item.color} />}
                <span className="truncate">{item.title}</span>
              </dt>
              <dd className="text-right font-medium">{item.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {hint && <p className="mt-1 text-11 text-text-2">{hint}</p>}
    </div>
  );
}

/** Moves a tooltip up when it would reach below the window, because Recharts only knows the box of the chart. */
function keepInWindow(element: HTMLElement | null) {
  if (element === null) return;
  element.style.translate = "";
  const beyond = element.getBoundingClientRect().bottom + 8 - window.innerHeight;
  if (beyond > 0) element.style.translate = `0 ${-beyond}px`;
}

/** The tooltip's wrapper is above everything on the page, and never in the way of the pointer. */
const TOOLTIP = {
  isAnimationActive: false,
  allowEscapeViewBox: { x: false, y: true },
  wrapperStyle: { zIndex: "var(--z-popover)", pointerEvents: "none" },
} as const;

/** Returns the props of a tooltip that shows the active one of the rows of a chart. */
export function rowTooltip<Row>(rows: readonly Row[], render: (row: Row) => ReactNode) {
  return {
    ...TOOLTIP,
    content: ({ active, activeIndex }: { active?: boolean; activeIndex?: unknown }) => {
      const row = active ? rows[Number(activeIndex)] : undefined;
      return row === undefined ? null : render(row);
    },
  };
}

interface LegendProps {
  series: readonly { readonly key: string; readonly title: string; readonly color: string; readonly sum?: string }[];
  hidden: ReadonlySet<string>;
  onToggle: (key: string) => void;
  className?: string;
}

/** Each series is a button that hides or shows it. */
export function ChartLegend({ series, hidden, onToggle, className = "" }: LegendProps) {
  return (
    <ul data-testid="legend" aria-label="Series" className={className}>
      {series.map(({ key, title, color, sum }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a series is identified by its position, for any set of series
        <li key={place} className="min-w-0">
          <button
            type="button"
            aria-pressed={!hidden.has(key)}
            title={hidden.has(key) ? `Show ${title}` : `Hide ${title}`}
            className="focus-ring-inset flex h-6 max-w-full cursor-pointer items-center gap-1.5 rounded-1 pr-1 whitespace-nowrap hover:bg-surface-hover aria-[pressed=false]:text-text-3 aria-[pressed=false]:line-through"
            onClick={() => onToggle(key)}
          >
            <Swatch color={hidden.has(key) ? CHART_QUIET : color} />
            <span className="truncate">{title}</span> {sum && <span className="text-text-2">{sum}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Swatch({ color }: { color: string }) {
  return <span className="forced-color-adjust-none size-[9px] flex-none" style={{ background: color }} />;
}

interface ChartTableProps {
  /** The caption summarizes the chart, with its main values. */
  caption: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Gives a screen reader the data of the chart as a table. */
function ChartTable({ caption, head, rows }: ChartTableProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their position
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={head[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Draws columns over time, their parts stacked by series; a legend switches series off and on. */
import { memo, type ReactNode, useState } from "react";
import { Bar, BarChart, CartesianGrid, Tooltip, usePlotArea, XAxis, YAxis } from "recharts";
import {
  CHARACTER,
  ChartContainer,
  ChartLegend,
  ChartTooltipContent,
  FILLS,
  NO_MARGIN,
  rowTooltip,
} from "@/components/ui/chart";
import { cn } from "@/lib/cn";
import { Hatched } from "./hatched";
import { OwnedBar, ownedShare } from "./owned-bar";
import { type Brush, PressArea } from "./press-area";
import { type ColoredSeries, type Parts, shownParts } from "./series";

export interface Column {
  readonly key: string;
  readonly tick: string;
  /** The title names the period and its sum. */
  readonly title: string;
  readonly total: string;
  readonly parts: Parts;
  /** The owned share of each part is drawn solid where a chart distinguishes it, and the rest lighter. */
  readonly owned?: Parts;
  /** The parts of these series are estimates. */
  readonly about?: readonly string[];
  /** Describes in words what is owned and what is not. */
  readonly shares?: { readonly owned: string; readonly rest: string } | undefined;
  /** The filter is set to the period of a pressed column. */
  readonly pressed?: boolean | undefined;
}

interface Props {
  /** The label says what the chart shows, with its main values. */
  label: string;
  columns: readonly Column[];
  series: readonly ColoredSeries[];
  format: (value: number) => string;
  /** Marks the sum as an estimate. */
  formatAbout?: (value: number) => string;
  /** Formats the values at the gridlines. */
  formatTick: (value: number) => string;
  /** This many columns at the beginning are hatched, with these words over them. */
  missing?: { readonly columns: number; readonly words: string } | undefined;
  hint?: ReactNode;
  onPress?: ((index: number) => void) | undefined;
  brush?: Brush;
  tickCount: number;
  /** Stands at the beginning of the legend's line above the chart. Without it, the legend is below, with sums. */
  head?: ReactNode;
  className: string;
}

const SCALE_WIDTH = 46;

export function StackedColumns(props: Props) {
  const {
    label,
    columns,
    series,
    format,
    formatAbout = format,
    formatTick,
    missing,
    hint,
    onPress,
    brush,
    tickCount,
    head,
    className,
  } = props;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const rows = columns.map((column) => {
    const values = shownParts(column.parts, series);
    const about = shownParts(Object.fromEntries((column.about ?? []).map((key) => [key, 1])), series);
    const texts = values.map((value, place) => ((about[place] ?? 0) > 0 ? formatAbout : format)(value));
    return { ...column, values, texts, owned: shownParts(column.owned ?? column.parts, series) };
  });
  const shared = columns.some(({ shares }) => shares !== undefined);
  const toggle = (key: string) =>
    setHidden((before) => new Set(before.has(key) ? without(before, key) : [...before, key]));
  const ticks = new Map(columns.map(({ key, tick }) => [key, tick]));
  const getTick = (key: string) => ticks.get(key) ?? "";
  // A single series without a name stands for everything.
  const named = series.some(({ key }) => key !== "");
  const sums = head === undefined;
  const legend = (
    <div className={cn("flex", !sums && "h-6 flex-none items-center gap-3 text-11 whitespace-nowrap")}>
      {head}
      {named && (
        <ChartLegend
          className={cn(
            "flex flex-wrap",
            // Its right end stays where it is while the caption changes.
            sums
              ? "flex-1 gap-x-3 text-12"
              : "ml-auto h-6 max-w-[70%] flex-none justify-end gap-x-2 overflow-hidden @max-[640px]:max-w-full",
          )}
          series={series.map(({ sum, ...one }) => (sums ? { ...one, sum: format(sum) } : one))}
          hidden={hidden}
          onToggle={toggle}
        />
      )}
    </div>
  );
  return (
    <>
      {!sums && legend}
      <ChartContainer
        className={className}
        table={{
          caption: label,
          head: ["Period", ...series.map(({ title }) => title), "Total", ...(shared ? ["Owned", "Not owned"] : [])],
          rows: rows.map(({ title, values, texts, total, shares }) => [
            ...[title, ...texts.map((text, place) => (values[place] === 0 ? "–" : text)), total],
            ...(shared ? [shares?.owned ?? "–", shares?.rest ?? "–"] : []),
          ]),
        }}
      >
        <BarChart
          {...FILLS}
          data={rows}
          margin={{ ...NO_MARGIN, top: 8 }}
          barCategoryGap="30%"
          maxBarSize={48}
          aria-label={label}
        >
          <CartesianGrid vertical={false} />
          <XAxis
            dataKey="key"
            height={18}
            ticks={columns.flatMap(({ key, tick }) => (tick === "" ? [] : [key]))}
            tickFormatter={getTick}
            tick={({ x, y, payload }) => <Tick x={Number(x)} y={Number(y)} text={getTick(String(payload.value))} />}
            tickLine={false}
            tickMargin={2}
            interval="equidistantPreserveStart"
            minTickGap={20}
          />
          <YAxis
            orientation="right"
            width={SCALE_WIDTH}
            axisLine={false}
            tickLine={false}
            tickCount={tickCount}
            interval={0}
            allowDecimals={false}
            tickFormatter={formatTick}
          />
          {missing && <Missing {...missing} of={columns.length} />}
          {onPress && <PressArea items={columns.map(toPress)} along="x" onPress={onPress} brush={brush} />}
          <Tooltip
            {...rowTooltip(rows, (row) => {
              const items = series.flatMap(({ key, title, color }, place) => {
                const hides = row.values[place] === 0 || hidden.has(key);
                return hides ? [] : [{ key, title, color, value: row.texts[place] ?? "" }];
              });
              const shares = row.shares && [
                { key: "owned", title: "Owned", value: row.shares.owned },
                { key: "rest", title: "Not owned", value: row.shares.rest },
              ];
              return (
                <ChartTooltipContent
                  title={`${row.title}: ${row.total}`}
                  items={[...(named ? items.toReversed() : []), ...(shares ?? [])]}
                  hint={hint}
                />
              );
            })}
          />
          {series.map(({ key, color }, place) => (
            <SeriesBar
              // biome-ignore lint/suspicious/noArrayIndexKey: Recharts stacks bars in the order in which they were mounted
              key={place}
              place={place}
              color={color}
              edged={series.length > 1}
              hide={hidden.has(key)}
            />
          ))}
        </BarChart>
      </ChartContainer>
      {sums && named && legend}
    </>
  );
}

interface SeriesBarProps {
  /** The values of a row have the series at this index. */
  place: number;
  color: string;
  /** A thin edge separates the parts of a column. */
  edged: boolean;
  hide: boolean;
}

/**
 * Changed data reaches the bars through Recharts' store, so rendering them with the chart too would do the work twice.
 */
const SeriesBar = memo(({ place, color, edged, hide }: SeriesBarProps) => (
  <Bar
    dataKey={`values[${place}]`}
    stackId="all"
    fill={color}
    stroke="var(--surface)"
    strokeWidth={edged ? 0.5 : 0}
    shape={({ x, y, width, height, fill, stroke, strokeWidth, payload }) => (
      <OwnedBar
        {...{ x, y, width, height, fill, stroke, strokeWidth }}
        along="y"
        share={ownedShare(payload?.owned[place], payload?.values[place])}
      />
    )}
    hide={hide}
    isAnimationActive={false}
  />
));

function toPress({ key, title, total, pressed }: Column) {
  return { key, label: `${title}: ${total}`, pressed };
}

function without(keys: ReadonlySet<string>, key: string): string[] {
  return [...keys].filter((other) => other !== key);
}

/** A tick is centred under its column, and never cut at the left edge. */
function Tick({ x, y, text }: { x: number; y: number; text: string }) {
  return (
    <text
      x={Math.max(x, (text.length * CHARACTER) / 2)}
      y={y}
      dy="0.71em"
      textAnchor="middle"
      className="fill-chart-axis"
    >
      {text}
    </text>
  );
}

/** Hatches columns; the words stand where they have room, and in the tooltips anyway. */
function Missing({ columns, words, of }: { columns: number; words: string; of: number }) {
  const plot = usePlotArea();
  if (plot === undefined) return null;
  const width = (plot.width * columns) / of;
  const [first = "", last = ""] = words.split(": ");
  const lines =
    [[words], [`${first}:`, last]].find((all) => all.every((line) => line.length * CHARACTER + 8 < width)) ?? [];
  return <Hatched x={plot.x} y={plot.y} width={width} height={plot.height} lines={lines} />;
}

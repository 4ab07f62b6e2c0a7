/** Draws what a company has raised over time as steps; its other events are below them at their dates. */
import {
  CartesianGrid,
  Line,
  LineChart,
  Tooltip,
  usePlotArea,
  useXAxisScale,
  useYAxisScale,
  XAxis,
  YAxis,
} from "recharts";
import { CHARACTER, ChartContainer, FILLS, NO_MARGIN, rowTooltip } from "@/components/ui/chart";
import { formatCount } from "@/lib/format/counts";
import { longDate } from "@/lib/format/dates";
import { compactUsd, exactUsd, shortAmount } from "@/lib/format/money";
import {
  amountText,
  type ChartEvent,
  EventMarks,
  EventsTooltip,
  eventDays,
  eventTime,
  useClusterList,
} from "./event-marks";
import { Hatched } from "./hatched";
import { KIND_TITLES } from "./marks";
import { type Box, placeLabels } from "./place-labels";
import { timeAxis, timeSpan } from "./time-axis";

interface Props {
  /** These are rounds and all other events, and their dates are valid. */
  events: readonly ChartEvent[];
  /** The last step reaches to this moment. */
  now: Date;
  /** Returns a text for the time before the first round, where it is unknown. */
  before?: (date: string) => string;
  onOpen: (href: string) => void;
}

const SCALE_WIDTH = 52;
const AXIS_HEIGHT = 20;
/** The line of other events below zero needs this height. */
const OTHERS_HEIGHT = 28;
const MARK = 4.5;
/** A young company's first year is not drawn wider than this many days would be. */
const LEAST_DAYS = 365;

export function RaisedToDate({ events, now, before, onOpen }: Props) {
  const { onList, list } = useClusterList(onOpen);
  const span = timeSpan(events.map(eventTime), LEAST_DAYS, now);
  const rounds = events.filter(({ kind }) => kind === "funding").toSorted((a, b) => eventTime(a) - eventTime(b));
  const others = events.filter(({ kind }) => kind !== "funding");
  const [first] = rounds;
  if (span === undefined || first === undefined) return null;
  let raised = 0;
  const days = eventDays(events).map((day) => {
    for (const { kind, usd } of day.events) if (kind === "funding") raised += usd ?? 0;
    return { ...day, raised };
  });
  const raisedAt = new Map(days.map((day) => [day.time, day.raised]));
  const unknownBefore = before?.(first.date);
  const start = unknownBefore === undefined ? [{ time: span[0], raised: 0, events: [] }] : [];
  const rows = [...start, ...days, { time: span[1], raised, events: [] }];
  const name = chartName(rounds, raised);
  return (
    <div className="relative h-full">
      <ChartContainer
        className="h-full"
        table={{
          caption: name,
          head: ["Date", "Event", "Amount", "Raised to date"],
          rows: events.map((event) => [
            longDate(event.date),
            `${KIND_TITLES[event.kind]}: ${event.label}`,
            amountText(event),
            exactUsd(raisedAt.get(eventTime(event)) ?? 0),
          ]),
        }}
      >
        <LineChart {...FILLS} data={rows} margin={{ ...NO_MARGIN, top: 12 }} aria-label={name}>
          <CartesianGrid vertical={false} />
          <XAxis {...timeAxis(span)} padding={{ left: 20, right: 12 }} height={AXIS_HEIGHT} tickMargin={2} />
          <YAxis
            orientation="right"
            width={SCALE_WIDTH}
            axisLine={false}
            tickLine={false}
            tickCount={5}
            padding={{ bottom: others.length > 0 ? OTHERS_HEIGHT : 0 }}
            tickFormatter={(value: number) => (value === 0 ? "0" : `$${shortAmount(value)}`)}
          />
          {unknownBefore && <Unknown until={eventTime(first)} words={unknownBefore} />}
          <Tooltip
            {...rowTooltip(rows, ({ time, raised: sum, events: ofDay }) => (
              <EventsTooltip
                date={new Date(time).toISOString()}
                events={ofDay}
                also={[{ key: "raised", title: "Raised to date", value: compactUsd(sum) }]}
              />
            ))}
          />
          <Line
            dataKey="raised"
            type="stepAfter"
            stroke="var(--chart-1)"
            strokeWidth={2}
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
          <Labels rounds={rounds} raisedAt={raisedAt} />
          <EventMarks
            events={rounds}
            y={(event, _, scale) => scale(raisedAt.get(eventTime(event)) ?? 0)}
            onOpen={onOpen}
            onList={onList}
          />
          <EventMarks
            events={others}
            y={(_, { bottom }) => bottom - OTHERS_HEIGHT / 2}
            onOpen={onOpen}
            onList={onList}
          />
        </LineChart>
      </ChartContainer>
      {list}
    </div>
  );
}

/** Labels stand next to the points where there is room; every amount is in a tooltip too. */
function Labels({ rounds, raisedAt }: { rounds: readonly ChartEvent[]; raisedAt: ReadonlyMap<number, number> }) {
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  const plot = usePlotArea();
  if (xScale === undefined || yScale === undefined || plot === undefined) return null;
  const base = yScale(0) ?? plot.y + plot.height;
  const points = rounds.map((round) => ({
    round,
    x: xScale(eventTime(round)) ?? 0,
    y: yScale(raisedAt.get(eventTime(round)) ?? 0) ?? base,
  }));
  const lines = points.flatMap(({ x, y }, index) => {
    const before = points[index - 1] ?? { x: plot.x, y: base };
    const rest = index === points.length - 1 ? [line(x, y, plot.x + plot.width, y)] : [];
    return [
      line(before.x, before.y, x, before.y),
      line(x, y, x, before.y),
      line(x - MARK, y - MARK, x + MARK, y + MARK),
      ...rest,
    ];
  });
  const labels = placeLabels(
    points.map(({ x, y, round }) => ({ x, y, text: `${round.label} ${amountText(round)}`, weight: round.usd ?? -1 })),
    lines,
    { left: plot.x, top: 0, right: plot.x + plot.width, bottom: base },
  );
  return points.map(({ round }, index) => {
    const position = labels[index];
    if (position === undefined) return null;
    return (
      <text
        key={round.key}
        x={position.x}
        y={position.y}
        dy="0.35em"
        textAnchor={position.anchor}
        strokeWidth={4}
        className="pointer-events-none fill-text-1 stroke-surface font-medium [paint-order:stroke] print:stroke-none"
      >
        {round.label} <tspan className="fill-text-2 font-regular">{amountText(round)}</tspan>
      </text>
    );
  });
}

/** Hatches the time up to the first step; the words are shown where they have room. */
function Unknown({ until, words }: { until: number; words: string }) {
  const scale = useXAxisScale();
  const yScale = useYAxisScale();
  const plot = usePlotArea();
  if (scale === undefined || yScale === undefined || plot === undefined) return null;
  const height = (yScale(0) ?? 0) - plot.y;
  const width = Math.max(0, (scale(until) ?? 0) - plot.x - MARK);
  const lines = width >= CHARACTER * words.length + 16 ? [words] : [];
  return <Hatched x={plot.x} y={plot.y} width={width} height={height} title={words} lines={lines} />;
}

/** Returns a line as a box of 2 px, for labels to avoid. */
function line(x1: number, y1: number, x2: number, y2: number): Box {
  return { left: x1 - 1, right: x2 + 1, top: Math.min(y1, y2) - 1, bottom: Math.max(y1, y2) + 1 };
}

function chartName(rounds: readonly ChartEvent[], raised: number): string {
  const [first, last] = [rounds[0], rounds.at(-1)];
  const sum = `Raised to date: ${compactUsd(raised)} in ${formatCount(rounds.length, "round")}`;
  if (first === undefined || last === undefined) return sum;
  if (rounds.length === 1) return `${sum}, ${first.label}, ${longDate(first.date)}`;
  return `${sum}, from ${first.label}, ${longDate(first.date)}, to ${last.label}, ${longDate(last.date)}`;
}

"use client";
/** What a company has raised by when, as steps; its other events are under the axis at their dates. */
import { scaleLinear, scaleUtc } from "d3-scale";
import { useId } from "react";
import { formatCount } from "@/lib/format/counts";
import { longDate } from "@/lib/format/dates";
import { compactUsd, exactUsd, shortAmount } from "@/lib/format/money";
import { type EventKind, KIND_TITLES, Mark } from "./marks";
import { type Box, placeLabels } from "./place-labels";
import { Plot } from "./plot";
import { type Round, type Step, stepsOf } from "./steps";
import { TimeAxis } from "./time-axis";
import { spanOf } from "./time-ticks";
import { ValueAxis } from "./value-axis";

export interface OtherEvent {
  /** ISO-8601. */
  readonly date: string;
  readonly kind: EventKind;
  readonly label: string;
}

interface Props {
  rounds: readonly Round[];
  others: readonly OtherEvent[];
  /** How far the last step reaches; the last event when absent. */
  now?: Date;
  /** Text for the time before the first round, where it is unknown. */
  before?: (date: string) => string;
}

const TOP = 22;
const BASE = 152;
const AXIS = 166;
const OTHERS_LINE = 176.5;
const OTHERS = 188;
const HEIGHT = 200;
const SCALE_WIDTH = 52;
const MARK = 4.5;
/** A young company's first year is not drawn wider than this many days would be. */
const LEAST_DAYS = 365;

export function RaisedToDate({ rounds, others, now, before }: Props) {
  const steps = stepsOf(rounds);
  const events = others.filter((event) => !Number.isNaN(Date.parse(event.date)));
  const times = [...steps.map((step) => step.time), ...events.map((event) => Date.parse(event.date))];
  const span = spanOf(times, LEAST_DAYS, now);
  if (steps.length === 0 || span === undefined) return null;
  return (
    <Plot
      name={nameOf(steps)}
      height={events.length > 0 ? HEIGHT : HEIGHT - 24}
      table={{
        head: ["Date", "Event", "Amount", "Raised to date"],
        rows: [
          ...steps.map((step) => [longDate(step.date), step.label, amountText(step), exactUsd(step.to)]),
          ...events.map((event) => [longDate(event.date), `${KIND_TITLES[event.kind]}: ${event.label}`, "", ""]),
        ],
      }}
    >
      {(width) => <Drawing steps={steps} events={events} span={span} width={width} before={before} />}
    </Plot>
  );
}

interface DrawingProps {
  steps: readonly Step[];
  events: readonly OtherEvent[];
  span: [Date, Date];
  width: number;
  before: Props["before"] | undefined;
}

function Drawing({ steps, events, span, width, before }: DrawingProps) {
  const right = width - SCALE_WIDTH;
  const x = scaleUtc()
    .domain(span)
    .range([24, right - 9]);
  const total = steps.at(-1)?.to ?? 0;
  const y = scaleLinear()
    .domain([0, total || 1])
    .nice(4)
    .range([BASE, TOP]);
  const points = steps.map((step) => ({ ...step, x: x(step.time), y: y(step.to), under: y(step.from) }));
  const lines = points.flatMap((point, index) => {
    const before = points[index - 1];
    return [
      line(before?.x ?? 0, point.under, point.x, point.under),
      line(point.x, point.y, point.x, point.under),
      line(point.x - MARK, point.y - MARK, point.x + MARK, point.y + MARK),
    ];
  });
  const last = points.at(-1);
  if (last !== undefined) lines.push(line(last.x, last.y, right, last.y));
  const labels = placeLabels(
    points.map((point) => ({ x: point.x, y: point.y, text: labelText(point), weight: point.usd ?? -1 })),
    lines,
    { left: 0, top: 0, right, bottom: BASE },
  );
  const path = points.map((point) => `H${point.x}V${point.y}`).join("");
  return (
    <>
      <ValueAxis
        ticks={total === 0 ? [0] : y.ticks(4)}
        y={y}
        right={right}
        edge={width}
        text={(value) => (value === 0 ? "0" : `$${shortAmount(value)}`)}
      />
      {before && points[0] && <Unknown width={points[0].x - MARK} words={before(points[0].date)} />}
      <path className="plot-steps" d={`M${before && points[0] ? points[0].x : 0},${BASE}${path}H${right - 9}`} />
      <TimeAxis x={x} y={AXIS} width={right} />
      {points.map((point, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rounds may share date, kind and amount
        <g key={index}>
          <circle
            className="plot-point"
            data-kind={point.usd === null ? "undisclosed" : undefined}
            cx={point.x}
            cy={point.y}
            r={MARK}
          >
            <title>{`${labelText(point)}, ${longDate(point.date)}; raised to date ${compactUsd(point.to)}`}</title>
          </circle>
          <Label position={labels[index]} name={point.label} amount={amountText(point)} />
        </g>
      ))}
      {events.length > 0 && <line className="plot-grid" x2={right} y1={OTHERS_LINE} y2={OTHERS_LINE} />}
      {events.map((event, index) => (
        <Mark
          // biome-ignore lint/suspicious/noArrayIndexKey: two events may share date, kind and words
          key={index}
          kind={event.kind}
          x={x(Date.parse(event.date))}
          y={OTHERS}
          radius={MARK}
          title={`${event.label}, ${longDate(event.date)}`}
        />
      ))}
    </>
  );
}

/** Hatched up to the first step; the text is where it has room. */
function Unknown({ width, words }: { width: number; words: string }) {
  const id = useId();
  const needed = 6 * words.length + 16;
  return (
    <>
      <defs>
        <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line className="plot-hatch" y2={6} />
        </pattern>
      </defs>
      <rect y={TOP} width={Math.max(0, width)} height={BASE - TOP} fill={`url(#${id})`}>
        <title>{words}</title>
      </rect>
      {width >= needed && (
        <text
          className="plot-label plot-label-quiet"
          x={width / 2}
          y={(TOP + BASE) / 2}
          dy="0.35em"
          textAnchor="middle"
        >
          {words}
        </text>
      )}
    </>
  );
}

function Label(props: { position: ReturnType<typeof placeLabels>[number]; name: string; amount: string }) {
  const { position, name, amount } = props;
  if (position === undefined) return null;
  return (
    <text className="plot-label" x={position.x} y={position.y} dy="0.35em" textAnchor={position.anchor}>
      {name} <tspan className="plot-label-quiet">{amount}</tspan>
    </text>
  );
}

/** A line as a box of 2 px, for labels to avoid. */
function line(x1: number, y1: number, x2: number, y2: number): Box {
  return { left: x1 - 1, right: x2 + 1, top: y1 - 1, bottom: y2 + 1 };
}

function amountText(round: Round): string {
  return round.usd === null ? "undisclosed" : compactUsd(round.usd);
}

function labelText(round: Round): string {
  return `${round.label} ${amountText(round)}`;
}

function nameOf(steps: readonly Step[]): string {
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return "Raised to date";
  const rounds = `Raised to date: ${compactUsd(last.to)} in ${formatCount(steps.length, "round")}`;
  if (steps.length === 1) return `${rounds}, ${first.label}, ${longDate(first.date)}`;
  return `${rounds}, from ${first.label}, ${longDate(first.date)}, to ${last.label}, ${longDate(last.date)}`;
}

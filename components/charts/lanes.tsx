"use client";
/** Companies side by side on one time axis, an event a mark; a larger mark is a larger amount. */
import { scaleSqrt, scaleUtc } from "d3-scale";
import { formatCount } from "@/lib/format/counts";
import { longDate } from "@/lib/format/dates";
import { compactUsd } from "@/lib/format/money";
import { type EventKind, KIND_TITLES, Mark } from "./marks";
import { Plot } from "./plot";
import { TimeAxis } from "./time-axis";
import { spanOf } from "./time-ticks";

export interface LaneEvent {
  /** ISO-8601. */
  readonly date: string;
  readonly kind: EventKind;
  readonly label: string;
  /** Whole US dollars; null where there is no amount. */
  readonly usd: number | null;
}

export interface Lane {
  readonly id: string;
  readonly name: string;
  readonly events: readonly LaneEvent[];
}

const AXIS_HEIGHT = 28;
/** Beside the lanes the names take this much; below this width of the whole they stand above them. */
const NAMES = 152;
const NARROW = 560;
const LANE = 32;
const NARROW_LANE = 46;
const [LEAST_MARK, LARGEST_MARK] = [3.5, 8];
const LEAST_DAYS = 365;
/** A name in a column is truncated after this many characters; the full name is in the table and on hover. */
const NAME_CHARACTERS = 21;

export function Lanes({ lanes }: { lanes: readonly Lane[] }) {
  const events = lanes.flatMap((lane) => lane.events).filter((event) => !Number.isNaN(Date.parse(event.date)));
  const span = spanOf(
    events.map((event) => Date.parse(event.date)),
    LEAST_DAYS,
  );
  if (span === undefined) return null;
  return (
    <Plot
      name={nameOf(lanes.length, events)}
      height={(width) => AXIS_HEIGHT + lanes.length * laneHeight(width)}
      table={{
        head: ["Company", "Date", "Kind", "Event", "Amount"],
        rows: lanes.flatMap((lane) =>
          lane.events.map((event) => [
            lane.name,
            longDate(event.date),
            KIND_TITLES[event.kind],
            event.label,
            event.usd === null ? "" : compactUsd(event.usd),
          ]),
        ),
      }}
    >
      {(width) => <Drawing lanes={lanes} span={span} width={width} />}
    </Plot>
  );
}

function laneHeight(width: number): number {
  return width < NARROW ? NARROW_LANE : LANE;
}

function Drawing({ lanes, span, width }: { lanes: readonly Lane[]; span: [Date, Date]; width: number }) {
  const narrow = width < NARROW;
  const left = narrow ? 0 : NAMES;
  const right = width - left;
  const height = laneHeight(width);
  const bottom = lanes.length * height;
  const x = scaleUtc()
    .domain(span)
    .range([LARGEST_MARK + 2, right - LARGEST_MARK - 2]);
  const most = Math.max(1, ...lanes.flatMap((lane) => lane.events.map((event) => event.usd ?? 0)));
  const size = scaleSqrt().domain([0, most]).range([LEAST_MARK, LARGEST_MARK]);
  return (
    <>
      <g transform={`translate(${left},0)`}>
        <TimeAxis x={x} y={bottom + 14} width={right} lines={[0, bottom]} />
      </g>
      {lanes.map((lane, index) => {
        const middle = index * height + (narrow ? 32 : height / 2);
        return (
          <g key={lane.id}>
            <text className="plot-lane" x={0} y={narrow ? index * height + 12 : middle} dy="0.35em">
              {narrow || lane.name.length <= NAME_CHARACTERS
                ? lane.name
                : `${lane.name.slice(0, NAME_CHARACTERS - 1).trimEnd()}…`}
              <title>{lane.name}</title>
            </text>
            <line className="plot-base" x1={left} x2={width} y1={middle} y2={middle} />
            <g transform={`translate(${left},0)`}>
              {lane.events.map((event, eventIndex) => {
                const time = Date.parse(event.date);
                if (Number.isNaN(time)) return null;
                const amount = event.usd === null ? "" : ` ${compactUsd(event.usd)}`;
                return (
                  <Mark
                    // biome-ignore lint/suspicious/noArrayIndexKey: two events may share date, kind and words
                    key={eventIndex}
                    kind={event.kind}
                    x={x(time)}
                    y={middle}
                    radius={size(event.usd ?? 0)}
                    title={`${event.label}${amount}, ${longDate(event.date)}`}
                  />
                );
              })}
            </g>
          </g>
        );
      })}
      <line className="plot-base" x1={left} x2={width} y1={bottom + 0.5} y2={bottom + 0.5} />
    </>
  );
}

function nameOf(lanes: number, events: readonly LaneEvent[]): string {
  const dates = events.map((event) => event.date).sort();
  const [first = "", last = ""] = [dates[0], dates.at(-1)];
  const companies = formatCount(lanes, "company", "companies");
  return `${formatCount(events.length, "event")} of ${companies} on one time axis, ${longDate(first)} to ${longDate(last)}`;
}

/** Draws companies on one time axis, an event as a mark; a larger mark is a larger amount. */
import { CartesianGrid, Line, LineChart, Tooltip, usePlotArea, XAxis, YAxis } from "recharts";
import { ChartContainer, FILLS, NO_MARGIN, rowTooltip } from "@/components/ui/chart";
import { formatCount } from "@/lib/format/counts";
import { longDate } from "@/lib/format/dates";
import { compactUsd } from "@/lib/format/money";
import { type ChartEvent, EventMarks, EventsTooltip, eventDays, eventTime, useClusterList } from "./event-marks";
import { KIND_TITLES } from "./marks";
import { timeAxis, timeSpan } from "./time-axis";

export interface Lane {
  readonly id: string;
  readonly name: string;
  /** Every date has to be valid. */
  readonly events: readonly ChartEvent[];
}

interface LaneEvent extends ChartEvent {
  readonly lane: number;
}

const AXIS_HEIGHT = 28;
const [LEAST_MARK, LARGEST_MARK] = [3.5, 8];
const LEAST_DAYS = 365;
/** A lane that is higher than this has its name above the marks. */
const NAME_ABOVE = 40;

export function Lanes({ lanes, onOpen }: { lanes: readonly Lane[]; onOpen: (href: string) => void }) {
  const { onList, list } = useClusterList<LaneEvent>(onOpen);
  const events = lanes.flatMap((lane, index) => lane.events.map((event) => ({ ...event, lane: index })));
  const span = timeSpan(events.map(eventTime), LEAST_DAYS);
  if (span === undefined) return null;
  const rows = eventDays(events).map((day) => ({ ...day, line: 0 }));
  const most = Math.max(1, ...events.map(({ usd }) => usd ?? 0));
  const name = lanesName(lanes.length, rows);
  return (
    <div className="relative h-full @[560px]:pl-38">
      <ul className="absolute inset-x-0 top-0 bottom-7 flex flex-col text-12 font-medium" aria-hidden="true">
        {lanes.map((lane) => (
          <li key={lane.id} className="flex min-h-0 flex-1 @[560px]:w-35 @[560px]:items-center" title={lane.name}>
            <span className="truncate">{lane.name}</span>
          </li>
        ))}
      </ul>
      <ChartContainer
        className="h-full"
        table={{
          caption: name,
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
        <LineChart {...FILLS} data={rows} margin={NO_MARGIN} aria-label={name}>
          <CartesianGrid horizontal={false} />
          <XAxis
            {...timeAxis(span)}
            padding={{ left: LARGEST_MARK + 10, right: LARGEST_MARK + 10 }}
            height={AXIS_HEIGHT}
            tickMargin={6}
          />
          <YAxis hide domain={[0, 1]} />
          <Tooltip
            {...rowTooltip(rows, ({ date, events: ofDay }) => {
              const named = ofDay.map((event) => ({
                ...event,
                label: `${lanes[event.lane]?.name ?? ""}: ${event.label}`,
              }));
              return <EventsTooltip date={date} events={named} />;
            })}
          />
          {/* The tooltip follows this line, which draws nothing. */}
          <Line dataKey="line" stroke="none" dot={false} activeDot={false} isAnimationActive={false} />
          <LaneLines number={lanes.length} />
          <EventMarks
            events={events}
            y={({ lane }, { top, bottom }) => laneMiddle(lane, top, (bottom - top) / lanes.length)}
            radius={({ usd }) => LEAST_MARK + (LARGEST_MARK - LEAST_MARK) * Math.sqrt((usd ?? 0) / most)}
            onOpen={onOpen}
            onList={onList}
          />
        </LineChart>
      </ChartContainer>
      {list}
    </div>
  );
}

function LaneLines({ number }: { number: number }) {
  const plot = usePlotArea();
  if (plot === undefined) return null;
  return Array.from({ length: number }, (_, lane) => {
    const y = Math.round(laneMiddle(lane, plot.y, plot.height / number)) + 0.5;
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
    return <line key={lane} x1={plot.x} x2={plot.x + plot.width} y1={y} y2={y} className="stroke-line-strong" />;
  });
}

function laneMiddle(lane: number, top: number, height: number): number {
  return top + lane * height + (height > NAME_ABOVE ? height - 14 : height / 2);
}

function lanesName(
  lanes: number,
  days: readonly { readonly date: string; readonly events: readonly unknown[] }[],
): string {
  const events = days.reduce((sum, day) => sum + day.events.length, 0);
  const [first = "", last = ""] = [days[0]?.date, days.at(-1)?.date];
  const companies = formatCount(lanes, "company", "companies");
  return `${formatCount(events, "event")} of ${companies} on one time axis, ${longDate(first)} to ${longDate(last)}`;
}

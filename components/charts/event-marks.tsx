/**
 * Draws events as marks in a chart over time: each opens its record, and those that collide become one that lists
 * them.
 */
import { periodStart } from "@dealflow/contract/records/periods";
import { type MouseEvent, type RefObject, useRef, useState } from "react";
import { useActiveTooltipLabel, usePlotArea, useXAxisScale, useYAxisScale } from "recharts";
import { ChartTooltipContent, type TooltipItem } from "@/components/ui/chart";
import { AnchoredPopover } from "@/components/ui/floating/anchored-popover";
import { formatCount } from "@/lib/format/counts";
import { longDate } from "@/lib/format/dates";
import { type Cluster, clusterMarks } from "./cluster-marks";
import { type EventKind, KIND_COLORS, KIND_TITLES, KindMark, markPath } from "./marks";

export interface ChartEvent {
  readonly key: string;
  /** The date is in ISO-8601. */
  readonly date: string;
  readonly kind: EventKind;
  readonly label: string;
  /** The amount is in whole US dollars; null means that there is none. */
  readonly usd: number | null;
  /** The amount of a round in words, in dollars or else in its own currency. */
  readonly amount: string | undefined;
  /** The address of the record is undefined where the host gave no id. */
  readonly href: string | undefined;
}

/** Returns the rows of a chart, one for each day that has events, oldest first. */
export function eventDays<E extends ChartEvent>(events: readonly E[]): { time: number; date: string; events: E[] }[] {
  const days = new Map<number, E[]>();
  for (const event of events) days.set(eventTime(event), [...(days.get(eventTime(event)) ?? []), event]);
  return [...days]
    .sort(([a], [b]) => a - b)
    .map(([time, events]) => ({ time, date: new Date(time).toISOString(), events }));
}

/** Events of one day share one place, at its midnight. */
export function eventTime({ date }: ChartEvent): number {
  return Date.parse(periodStart(date).slice(0, 10));
}

/** A tooltip names at most this many events. */
const NAMED = 6;

interface TooltipProps {
  date: string;
  events: readonly ChartEvent[];
  /** These lines stand below the events. */
  also?: readonly TooltipItem[];
}

/** Names the events of a day, and counts those that are too many to name. */
export function EventsTooltip({ date, events, also = [] }: TooltipProps) {
  const named = events.slice(0, NAMED);
  const more = events.length - named.length;
  return (
    <ChartTooltipContent
      title={longDate(date)}
      items={[...named.map((event) => ({ key: event.key, title: event.label, value: amountText(event) })), ...also]}
      hint={more > 0 ? formatCount(more, "more event") : undefined}
    />
  );
}

interface Props<E extends ChartEvent> {
  events: readonly E[];
  /** The result is in px or a value on the axis. */
  y: (event: E, plot: { top: number; bottom: number }, scale: (value: number) => number) => number;
  radius?: (event: E) => number;
  onOpen: (href: string) => void;
  onList: (cluster: Cluster<E>) => void;
}

const RADIUS = 4.5;
const CLUSTER_RADIUS = 9;
const TARGET = 12;

/** Has to be rendered inside a Recharts chart. */
export function EventMarks<E extends ChartEvent>({ events, y, radius = () => RADIUS, onOpen, onList }: Props<E>) {
  const x = useXAxisScale();
  const scale = useYAxisScale();
  const plot = usePlotArea();
  const active = useActiveTooltipLabel();
  if (x === undefined || plot === undefined) return null;
  const edges = { top: plot.y, bottom: plot.y + plot.height };
  const placed = events.map((event) => ({
    x: x(eventTime(event)) ?? 0,
    y: y(event, edges, (value) => scale?.(value) ?? 0),
    event,
  }));
  return clusterMarks(placed).map((cluster) => {
    const [event] = cluster.events;
    if (event === undefined) return null;
    const at = {
      transform: `translate(${cluster.x},${cluster.y})`,
      "data-active": cluster.events.some((one) => eventTime(one) === active),
    };
    const key = cluster.events.map((one) => one.key).join();
    if (cluster.events.length > 1) return <ClusterMark key={key} {...at} cluster={cluster} onList={onList} />;
    return (
      <EventLink key={key} {...at} event={event} tabIndex={-1} onOpen={onOpen} className="cursor-pointer outline-none">
        <circle r={TARGET} className="fill-transparent" />
        <path
          d={markPath(event.kind, radius(event))}
          fill={event.kind === "funding" && event.usd === null ? "var(--surface)" : KIND_COLORS[event.kind]}
          stroke={event.kind === "funding" && event.usd === null ? "var(--chart-1)" : "var(--surface)"}
          strokeWidth={1.5}
        />
      </EventLink>
    );
  });
}

function ClusterMark<E extends ChartEvent>({
  cluster,
  onList,
  ...at
}: {
  cluster: Cluster<E>;
  onList: (cluster: Cluster<E>) => void;
  transform: string;
  "data-active": boolean;
}) {
  const [first] = cluster.events;
  const one = cluster.events.every(({ kind }) => kind === first?.kind);
  return (
    // biome-ignore lint/a11y/useSemanticElements: HTML has no place within an SVG
    <g
      {...at}
      role="button"
      tabIndex={-1}
      aria-haspopup="dialog"
      aria-label={clusterTitle(cluster)}
      className="cursor-pointer outline-none"
      onClick={() => onList(cluster)}
    >
      <circle r={TARGET} className="fill-transparent" />
      <circle
        r={CLUSTER_RADIUS}
        className="fill-surface"
        strokeWidth={1.5}
        stroke={one && first ? KIND_COLORS[first.kind] : "var(--line-control)"}
      />
      <text textAnchor="middle" dy="0.35em" className="fill-text-1 text-11">
        {cluster.events.length}
      </text>
    </g>
  );
}

function EventLink({
  event,
  onOpen,
  ...rest
}: React.ComponentProps<"a"> & { event: ChartEvent; transform?: string; onOpen: (href: string) => void }) {
  function open(press: MouseEvent) {
    // The browser opens another tab or window.
    if (event.href === undefined || press.metaKey || press.ctrlKey || press.shiftKey || press.altKey) return;
    press.preventDefault();
    onOpen(event.href);
  }
  return <a aria-label={eventTitle(event)} {...rest} href={event.href} onClick={open} />;
}

/** Writes an event as `Series A $14.0m, 12 May 2024`. */
function eventTitle(event: ChartEvent): string {
  const amount = amountText(event);
  return `${event.label}${amount && ` ${amount}`}, ${longDate(event.date)}`;
}

/** Only rounds have an amount; other events have their own words. */
export function amountText({ kind, amount }: ChartEvent): string {
  return kind === "funding" ? (amount ?? "undisclosed") : "";
}

function clusterTitle({ events }: Cluster<ChartEvent>): string {
  const [first, last] = [events[0]?.date ?? "", events.at(-1)?.date ?? ""];
  const kinds = new Set(events.map(({ kind }) => kind));
  const [kind] = kinds;
  const noun = kinds.size === 1 && kind ? `${KIND_TITLES[kind].toLowerCase()} event` : "event";
  return `${formatCount(events.length, noun)}, ${longDate(first)} to ${longDate(last)}`;
}

/** Lists a cluster's events over a chart and returns the focus to the chart. */
export function useClusterList<E extends ChartEvent>(onOpen: (href: string) => void) {
  const [cluster, setCluster] = useState<Cluster<E>>();
  const chart: RefObject<SVGElement | null> = useRef(null);
  const onList = (next: Cluster<E>) => {
    const focused = document.activeElement;
    // A press by pointer focuses the mark, which is part of the chart.
    chart.current = focused instanceof SVGElement ? (focused.ownerSVGElement ?? focused) : null;
    setCluster(next);
  };
  const close = () => {
    setCluster(undefined);
    chart.current?.focus();
  };
  const list = cluster && (
    <AnchoredPopover
      role="dialog"
      aria-label={clusterTitle(cluster)}
      anchor={{ left: cluster.x, top: cluster.y + CLUSTER_RADIUS }}
      placement="bottom"
      className="max-w-[min(420px,calc(100vw-16px))] text-12"
      onClose={close}
    >
      <ul className="max-h-80 overflow-y-auto">
        {cluster.events.map((event) => (
          <li key={event.key}>
            <EventLink
              event={event}
              aria-label={undefined}
              className="focus-ring-inset flex min-h-7 items-center gap-2 rounded-2 px-2 hover:bg-surface-hover"
              onOpen={(href) => {
                close();
                onOpen(href);
              }}
            >
              <KindMark kind={event.kind} />
              <span className="truncate">{eventTitle(event)}</span>
            </EventLink>
          </li>
        ))}
      </ul>
    </AnchoredPopover>
  );
  return { onList, list };
}

/** Computes the span and the ticks of the axis of time. Everything is in UTC. */
import { longDate } from "@/lib/format/dates";

const DAY_MS = 86_400_000;

const STEPS = [1, 3, 6, 12, 24, 60, 120];
const MOST_TICKS = 10;

/** Returns first days of months or years, not more of them than can be read. */
export function timeTicks([from, to]: readonly [from: number, to: number]): number[] {
  const [first, last] = [from, to].map((at) => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth());
  if (first === undefined || last === undefined) return [];
  const step = STEPS.find((months) => (last - first) / months < MOST_TICKS) ?? 240;
  const months = Array.from({ length: Math.floor(last / step) - Math.floor(first / step) + 1 }, (_, index) =>
    Date.UTC(0, (Math.floor(first / step) + index) * step - 12 * 1900),
  );
  return months.filter((at) => at >= from && at <= to);
}

/** Writes `2026` where a year starts, else `Apr`; the first tick always has its year: `Apr 26`. */
export function formatTimeTick(value: number, index: number): string {
  const date = new Date(value).toISOString();
  const [, month = "", year = ""] = longDate(date).split(" ");
  if (date.slice(5, 10) === "01-01") return year;
  return index === 0 ? `${month} ${year.slice(2)}` : month;
}

/**
 * Returns the span of instants, with as much room at both ends as makes it at least `leastDays` long; undefined when
 * there are none. With `now` it reaches to then at least, and all of the room is before.
 */
export function timeSpan(
  times: readonly number[],
  leastDays: number,
  now?: Date,
): [from: number, to: number] | undefined {
  if (times.length === 0) return undefined;
  const first = times.reduce((a, b) => Math.min(a, b));
  const last = times.reduce((a, b) => Math.max(a, b), now?.getTime() ?? Number.NEGATIVE_INFINITY);
  const room = Math.max(0, leastDays * DAY_MS - (last - first));
  return now === undefined ? [first - room / 2, last + room / 2] : [first - room, last];
}

/** Returns what every axis of time shares, for `<XAxis>`. */
export function timeAxis(span: readonly [from: number, to: number]) {
  return {
    dataKey: "time",
    type: "number",
    scale: "time",
    domain: [...span],
    tickLine: false,
    ticks: timeTicks(span),
    minTickGap: 12,
    interval: "equidistantPreserveStart",
    tickFormatter: formatTimeTick,
  } as const;
}

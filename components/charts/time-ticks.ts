/** Where a time axis is marked, and how: years, months with the year in January, or days. All in UTC. */
import { scaleUtc } from "d3-scale";
import { shortDate } from "@/lib/format/dates";
import { monthText } from "./month-text";

export interface TimeTick {
  readonly at: Date;
  readonly text: string;
}

const DAY_MS = 86_400_000;
const YEAR_DAYS = 360;
const MONTH_DAYS = 27;

/** At most about `most` ticks from one instant to another. */
export function timeTicks(from: Date, to: Date, most: number): TimeTick[] {
  const ticks = scaleUtc()
    .domain([from, to])
    .ticks(Math.max(1, most))
    .filter((at) => at.getTime() % DAY_MS === 0);
  const [first, second] = ticks;
  const days = first && second ? (second.getTime() - first.getTime()) / DAY_MS : YEAR_DAYS;
  return ticks.map((at) => ({ at, text: tickText(at, days, to) }));
}

function tickText(at: Date, days: number, to: Date): string {
  if (days >= YEAR_DAYS) return String(at.getUTCFullYear());
  return days >= MONTH_DAYS ? monthText(at) : shortDate(at.toISOString(), to);
}

/**
 * The span of instants, with as much room at both ends as makes it at least `leastDays` long; undefined when there are
 * none. With `now` it reaches to then at least, and all of the room is before.
 */
export function spanOf(times: readonly number[], leastDays: number, now?: Date): [from: Date, to: Date] | undefined {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const time of times) {
    if (Number.isNaN(time)) continue;
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  if (last < first) return undefined;
  if (now !== undefined) last = Math.max(last, now.getTime());
  const room = Math.max(0, leastDays * DAY_MS - (last - first));
  return now === undefined
    ? [new Date(first - room / 2), new Date(last + room / 2)]
    : [new Date(first - room), new Date(last)];
}

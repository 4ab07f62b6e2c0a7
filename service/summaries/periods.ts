/** The periods of a series: days, weeks, months, quarters or years, chosen by the time that the matches span. */
import type { SeriesInterval } from "@dealflow/contract/account-summaries";

const DAY_MS = 86_400_000;
/** The longest span, in days, that is shown by each interval: about as many columns as can be read and drawn at once. */
const LONGEST: readonly (readonly [SeriesInterval, number])[] = [
  ["day", 31],
  ["week", 182],
  ["month", 3 * 366],
  ["quarter", 9 * 366],
];
const MONTHS: Readonly<Record<"month" | "quarter" | "year", number>> = { month: 1, quarter: 3, year: 12 };

export interface Periods {
  readonly interval: SeriesInterval;
  /** ms since 1970 at which each period begins, ascending and without gaps. */
  readonly starts: readonly number[];
}

/** @param first, last ms since 1970 of the first and the last match */
export function periodsOf(first: number, last: number): Periods {
  const days = (last - first) / DAY_MS;
  const interval = LONGEST.find(([, longest]) => days <= longest)?.[0] ?? "year";
  const starts: number[] = [];
  for (let at = startOf(interval, first); at <= last; at = nextStart(interval, at)) starts.push(at);
  return { interval, starts };
}

function startOf(interval: SeriesInterval, time: number): number {
  const day = Math.floor(time / DAY_MS);
  if (interval === "day") return day * DAY_MS;
  // The first of January 1970 was a Thursday.
  if (interval === "week") return (day - ((((day + 3) % 7) + 7) % 7)) * DAY_MS;
  const date = new Date(time);
  const months = MONTHS[interval];
  return monthStart(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / months) * months);
}

function nextStart(interval: SeriesInterval, start: number): number {
  if (interval === "day") return start + DAY_MS;
  if (interval === "week") return start + 7 * DAY_MS;
  const date = new Date(start);
  return monthStart(date.getUTCFullYear(), date.getUTCMonth() + MONTHS[interval]);
}

/** Not `Date.UTC`, which takes the years 0 to 99 for those of the twentieth century. */
function monthStart(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1);
}

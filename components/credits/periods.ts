/** Days and months of UTC, in which budgets are counted. */
import { shortDate } from "@/lib/format/dates";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** `November`. */
export function monthName(iso: string): string {
  return MONTHS[new Date(iso).getUTCMonth()] ?? "This month";
}

/** `22 Nov`: when the day of this instant is over. */
export function nextDay(iso: string): string {
  const at = new Date(iso);
  return written(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1));
}

/** `1 Dec`: when its month is over. */
export function nextMonth(iso: string): string {
  const at = new Date(iso);
  return written(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}

/** Without the year: it is the next one of that name. */
function written(ms: number): string {
  const day = new Date(ms);
  return shortDate(day.toISOString(), day);
}

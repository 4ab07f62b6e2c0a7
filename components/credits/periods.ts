/** Budgets are counted by days and months of UTC. */
import { shortDate } from "@/lib/format/dates";

/** The result looks like `November`. */
export function monthName(iso: string): string {
  return new Date(iso).toLocaleDateString("en", { month: "long", timeZone: "UTC" });
}

/** The day after this instant begins then, as in `22 Nov`. */
export function nextDay(iso: string): string {
  const at = new Date(iso);
  return written(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1));
}

/** The month after this instant begins then, as in `1 Dec`. */
export function nextMonth(iso: string): string {
  const at = new Date(iso);
  return written(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}

/** The year is left out, because it is always the next such day. */
function written(ms: number): string {
  const day = new Date(ms);
  return shortDate(day.toISOString(), day);
}

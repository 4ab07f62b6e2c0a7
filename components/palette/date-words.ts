/** A period as people write it: `last 90 days`, `6 months`, `May 2026`, `q2 2026`, `22/05/2026`, `since 2026-03-01`. */

export interface Period {
  /** Days, YYYY-MM-DD, both inclusive. */
  readonly since?: string;
  readonly until?: string;
}

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

/** Undefined where the text is no period. @param today YYYY-MM-DD in UTC */
export function parsePeriod(text: string, today: string): Period | undefined {
  const [, edge, rest = ""] = /^(since|from|after|until|up to|before|to) (.+)$/.exec(text) ?? [];
  if (edge === undefined) return lastPeriod(text, today) ?? calendarPeriod(text, today);
  const period = calendarPeriod(rest, today);
  if (period === undefined) return undefined;
  const { since, until } = period;
  if (["since", "from", "after"].includes(edge)) return since === undefined ? undefined : { since };
  const last = edge === "before" || since === until ? since : until;
  return last === undefined ? undefined : { until: last };
}

/** `last 90`, `90 days`, `6 months`, `past year`: up to now. */
function lastPeriod(text: string, today: string): Period | undefined {
  const [, last, number, unit] =
    /^(last |past )?(\d{1,4})? ?(d|days?|w|weeks?|months?|mo|quarters?|y|years?)?$/.exec(text) ?? [];
  // A bare number, or a bare unit, is no period unless it is said to be one.
  if (!last && (number === undefined || unit === undefined)) return undefined;
  if (number === undefined && unit === undefined) return undefined;
  const by = Number(number ?? 1);
  const since = new Date(today);
  if (unit?.startsWith("w")) since.setUTCDate(since.getUTCDate() - 7 * by);
  else if (unit?.startsWith("m")) moveMonths(since, by);
  else if (unit?.startsWith("q")) moveMonths(since, 3 * by);
  else if (unit?.startsWith("y")) moveMonths(since, 12 * by);
  else since.setUTCDate(since.getUTCDate() - by);
  return Number.isNaN(since.getTime()) ? undefined : { since: since.toISOString().slice(0, 10) };
}

/** The same day of an earlier month, or the last one that it has. */
function moveMonths(date: Date, by: number): void {
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - by);
  date.setUTCDate(Math.min(day, daysIn(date.getUTCFullYear(), date.getUTCMonth() + 1)));
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** A day, month, quarter or year of the calendar. */
function calendarPeriod(text: string, today: string): Period | undefined {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  if (text === "today") return { since: today, until: today };
  if (text === "this month") return { since: `${today.slice(0, 7)}-01` };
  if (text === "this quarter") return { since: dayOf(year, month - ((month - 1) % 3), 1) };
  if (["ytd", "year to date", "this year"].includes(text)) return { since: `${year}-01-01` };
  const [, quarter, ofYear = String(year)] = /^q([1-4]) ?(\d{4})?$/.exec(text) ?? [];
  if (quarter !== undefined) return months(Number(ofYear), 3 * Number(quarter) - 2, 3);
  const [, named = "", inYear] = /^([a-z]{3,9})(?: (\d{4}))?$/.exec(text) ?? [];
  // Three letters are a month only before a year.
  const index = MONTHS.findIndex((title) => title === named || (inYear !== undefined && title.slice(0, 3) === named));
  if (index >= 0) return months(Number(inYear ?? year), index + 1, 1);
  if (/^(?:19|20)\d\d$/.test(text)) return { since: `${text}-01-01`, until: `${text}-12-31` };
  const [, first] = /^(\d{4}-\d\d-\d\d)$/.exec(text) ?? [];
  const [, day, ofMonth, full] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text) ?? [];
  const exact = first ?? (full === undefined ? undefined : dayOf(Number(full), Number(ofMonth), Number(day)));
  return exact !== undefined && isDay(exact) ? { since: exact, until: exact } : undefined;
}

function months(year: number, month: number, number: number): Period {
  const last = month + number - 1;
  return { since: dayOf(year, month, 1), until: dayOf(year, last, daysIn(year, last)) };
}

function dayOf(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

function isDay(text: string): boolean {
  return !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
}

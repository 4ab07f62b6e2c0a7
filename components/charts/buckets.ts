/**
 * Splits the time between two dates into days, weeks, months, quarters or years, each as the period that a filter on
 * dates is set to. Weeks begin on Monday, and are for a chart that asks for them: `chooseGrain` never does.
 */
import { addDays, monday } from "@dealflow/contract/query/days";
import { longDate, shortDate } from "@/lib/format/dates";

export type Grain = "day" | "week" | "month" | "quarter" | "year";

export interface Bucket {
  /** Both days are inclusive: `2026-04-01`, `2026-04-30`. */
  readonly since: string;
  readonly until: string;
  /**
   * `text` stands under the column, with the year in the first one and where a year starts; `name` has it in full:
   * `Apr`, `Apr 2026`. With many months or quarters only the first of a year has a text, the year.
   */
  readonly text: string;
  readonly name: string;
}

const DAY_MS = 86_400_000;
const MOST_DAYS = 62;
const MOST_MONTHS = 36;
const MOST_QUARTERS = 36;
/** More of them are labelled with their years. */
const MOST_NAMED: Readonly<Partial<Record<Grain, number>>> = { month: 24, quarter: 12 };
const MONTHS: Readonly<Record<Exclude<Grain, "day" | "week">, number>> = { month: 1, quarter: 3, year: 12 };

/** Chooses the finest grain that results in no more columns than are readable. */
export function chooseGrain(first: string, last: string): Grain {
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  if (days <= MOST_DAYS) return "day";
  const months = monthNumber(last) - monthNumber(first) + 1;
  if (months <= MOST_MONTHS) return "month";
  return months / 3 <= MOST_QUARTERS ? "quarter" : "year";
}

/** Returns the periods that contain the days from `first` to `last`; the outer periods are cut to these days. */
export function createBuckets(first: string, last: string, grain: Grain): Bucket[] {
  const buckets: Bucket[] = [];
  for (let start = bucketStart(first, grain); start <= last; start = after(start, grain)) {
    const end = addDays(after(start, grain), -1);
    const [since, until] = [start < first ? first : start, end > last ? last : end];
    buckets.push({ since, until, ...words(start, grain, last, buckets.length === 0) });
  }
  if (buckets.length <= (MOST_NAMED[grain] ?? Number.POSITIVE_INFINITY)) return buckets;
  return buckets.map((bucket) => ({
    ...bucket,
    text: bucket.since.endsWith("-01-01") ? bucket.since.slice(0, 4) : "",
  }));
}

/** Identifies the period of a date by its first letters, or a quarter by its first month. */
export function bucketKey(date: string, grain: Grain): string {
  if (grain === "week") return bucketStart(date, grain);
  if (grain === "quarter") return bucketStart(date, grain).slice(0, 7);
  return date.slice(0, { day: 10, month: 7, year: 4 }[grain]);
}

function bucketStart(date: string, grain: Grain): string {
  if (grain === "day") return date.slice(0, 10);
  if (grain === "week") return monday(date.slice(0, 10));
  const number = monthNumber(date);
  return firstOfMonth(number - (number % MONTHS[grain]));
}

function after(start: string, grain: Grain): string {
  if (grain === "day") return addDays(start, 1);
  if (grain === "week") return addDays(start, 7);
  return firstOfMonth(monthNumber(start) + MONTHS[grain]);
}

/** Returns the last day of the period of a date. */
export function bucketEnd(date: string, grain: Grain): string {
  return addDays(after(bucketStart(date, grain), grain), -1);
}

/** Returns the first day of the month that is this many months before. */
export function firstOfMonthBefore(date: string, months: number): string {
  return firstOfMonth(monthNumber(date) - months);
}

function monthNumber(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

function firstOfMonth(number: number): string {
  const [year, month] = [Math.floor(number / 12), (number % 12) + 1];
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-01`;
}

function words(start: string, grain: Grain, last: string, first: boolean): { text: string; name: string } {
  const year = start.slice(0, 4);
  const withYear = (text: string, starts: boolean) => (first || starts ? `${text} ${year.slice(2)}` : text);
  const month = longDate(start).replace(/^\d+ /, "");
  switch (grain) {
    case "day":
      return { text: first ? longDate(start) : shortDate(start, new Date(last)), name: longDate(start) };
    case "week":
      return { text: first ? longDate(start) : shortDate(start, new Date(last)), name: `Week of ${longDate(start)}` };
    case "month":
      return { text: withYear(month.slice(0, 3), start.slice(5, 7) === "01"), name: month };
    case "quarter": {
      const quarter = `Q${Math.ceil(Number(start.slice(5, 7)) / 3)}`;
      return { text: withYear(quarter, quarter === "Q1"), name: `${quarter} ${year}` };
    }
    case "year":
      return { text: year, name: year };
  }
}

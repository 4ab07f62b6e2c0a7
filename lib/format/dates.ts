/**
 * Formats dates. Announcement dates are days of the feed's calendar, in UTC for everyone; the time of a fetch is in the
 * reader's time zone. `now` is passed in, so that server and browser agree. Where a source names only a month (`2019-05`), a
 * quarter (`2024-Q3`) or a year (`2019`), every format shows no more.
 */

import { periodStart, readQuarter } from "@dealflow/contract/records/periods";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;
const DAY_MS = 86_400_000;

function read(iso: string): Date | undefined {
  const at = new Date(periodStart(iso));
  return Number.isNaN(at.getTime()) ? undefined : at;
}

function dayMonth(at: Date): string {
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]}`;
}

const [YEAR_LENGTH, MONTH_LENGTH] = ["YYYY".length, "YYYY-MM".length];

/** Returns the text of a month, a quarter or a year; undefined for a day or an instant. */
function period(iso: string, at: Date): string | undefined {
  const year = String(at.getUTCFullYear());
  const part = partOfYear(iso, at);
  return part === undefined ? undefined : `${part} ${year}`.trimStart();
}

/** Returns the text of a period without its year, which is empty for a year; undefined for a day or an instant. */
function partOfYear(iso: string, at: Date): string | undefined {
  if (iso.length === YEAR_LENGTH) return "";
  const [, quarter] = readQuarter(iso) ?? [];
  if (quarter !== undefined) return `Q${quarter}`;
  return iso.length === MONTH_LENGTH ? MONTHS[at.getUTCMonth()] : undefined;
}

/** Returns false for a month, a quarter or a year. */
export function isDay(iso: string): boolean {
  return iso.length > MONTH_LENGTH;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/**
 * The result looks like `18 Nov` in the year of `now`, otherwise like `18 Nov 23`; years more than 99 away are written
 * in full, and so are those of months (`May 2019`). Invalid dates are returned as they are.
 */
export function shortDate(iso: string, now: Date): string {
  const at = read(iso);
  if (at === undefined) return iso;
  const known = period(iso, at);
  if (known !== undefined) return known;
  const year = at.getUTCFullYear();
  if (year === now.getUTCFullYear()) return dayMonth(at);
  return `${dayMonth(at)} ${Math.abs(now.getUTCFullYear() - year) > 99 ? year : twoDigits(year % 100)}`;
}

/** The result looks like `13 Nov 2026`. */
export function longDate(iso: string): string {
  const at = read(iso);
  return at === undefined ? iso : (period(iso, at) ?? `${dayMonth(at)} ${at.getUTCFullYear()}`);
}

/** Formats a day or a month in ISO 8601 as `Nov 2026`, a quarter as `Q4 2026`, and a year as `2026`. */
export function monthYear(iso: string): string {
  const at = read(iso);
  return at === undefined ? iso : (period(iso.slice(0, MONTH_LENGTH), at) ?? iso);
}

/** The result looks like `18 Nov`, `Nov`, `Q4` or nothing, for a place next to the year. */
export function dayOfYear(iso: string): string {
  const at = read(iso);
  return at === undefined ? iso : (partOfYear(iso, at) ?? dayMonth(at));
}

/**
 * The result looks like `14 Nov 2026, 06:12 UTC`; at midnight, which is how a bare day is stored, it is only the day.
 */
export function exactTime(iso: string): string {
  const at = read(iso);
  if (at === undefined) return iso;
  if (at.getTime() % DAY_MS === 0) return longDate(iso);
  return `${longDate(iso)}, ${twoDigits(at.getUTCHours())}:${twoDigits(at.getUTCMinutes())} UTC`;
}

/** Counts whole calendar days from one instant to another, in UTC. */
export function daysBetween(from: string, to: string | Date): number | undefined {
  const [start, end] = [read(from), typeof to === "string" ? read(to) : to];
  if (start === undefined || end === undefined) return undefined;
  return Math.floor(end.getTime() / DAY_MS) - Math.floor(start.getTime() / DAY_MS);
}

/**
 * The result looks like `today`, `2 d`, from a year on `3 y`, in the future `in 4 d`; it is empty for an invalid date.
 */
export function age(iso: string, now: Date): string {
  const days = daysBetween(iso, now);
  if (days === undefined) return "";
  if (days === 0) return "today";
  return days < 0 ? `in ${span(days)}` : span(days);
}

/** Formats a number of days in either direction as `2 d`, from a year on as `3 y`. */
export function span(days: number): string {
  const size = Math.abs(days);
  return size < 365 ? `${size} d` : `${Math.max(1, Math.floor(size / 365.25))} y`;
}

interface Clock {
  year: number;
  month: number;
  day: number;
  weekday: string;
  time: string;
}

const CLOCKS = new Map<string, Intl.DateTimeFormat>();
const MINUTE_MS = 60_000;

/** The latest results are cached: the rows of a page were fetched at one moment, and each formats it three times. */
const clocks = new Map<string, Clock>();
const MAX_CACHED_CLOCKS = 100;

function clock(at: Date, zone: string): Clock {
  const key = `${Math.floor(at.getTime() / MINUTE_MS)} ${zone}`;
  let known = clocks.get(key);
  if (known === undefined) {
    if (clocks.size >= MAX_CACHED_CLOCKS) clocks.clear();
    known = readClock(at, zone);
    clocks.set(key, known);
  }
  return known;
}

function readClock(at: Date, zone: string): Clock {
  let format = CLOCKS.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      year: "numeric",
      month: "numeric",
      day: "numeric",
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    CLOCKS.set(zone, format);
  }
  const parts = new Map(format.formatToParts(at).map((part) => [part.type, part.value]));
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  return {
    year: number("year"),
    month: number("month"),
    day: number("day"),
    weekday: parts.get("weekday") ?? "",
    time: `${parts.get("hour")}:${parts.get("minute")}`,
  };
}

/** The time of a fetch is `10:29` today, `Tue` within the week, then `12 Nov`, and in another year `12 Nov 23`. */
export function cachedMark(purchasedAt: Date, now: Date, zone: string): string {
  const [cached, today] = [clock(purchasedAt, zone), clock(now, zone)];
  const days = (dayNumber(today) - dayNumber(cached)) / DAY_MS;
  if (days <= 0) return cached.time;
  if (days < 7) return cached.weekday;
  const month = `${cached.day} ${MONTHS[cached.month - 1]}`;
  return cached.year === today.year ? month : `${month} ${twoDigits(cached.year % 100)}`;
}

/** Formats the full time for hover and the sheet, as in `20 Nov 2026, 10:29`. */
export function cachedTime(purchasedAt: Date, zone: string): string {
  const cached = clock(purchasedAt, zone);
  return `${cached.day} ${MONTHS[cached.month - 1]} ${cached.year}, ${cached.time}`;
}

function dayNumber(day: Clock): number {
  return Date.UTC(day.year, day.month - 1, day.day);
}

/**
 * Parses single values: dates, numbers, domains, ids, codes. These functions are pure, and shared by schemas, SQL and
 * the browser.
 */

import { UNKNOWN } from "../values/unknown";
import { isRelativeDate, resolveRelativeDate } from "./relative-dates";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/* Dates of ISO 8601 are a calendar date, the day of a week and the day of a year, each also without hyphens. */
const DATE =
  /^(?<year>\d{4})(?:(?<dash>-?)(?<month>\d{2})\k<dash>(?<day>\d{2})|-?W(?<week>\d{2})-?(?<weekday>[1-7])|-?(?<ordinal>\d{3}))$/i;
/*
 * A timestamp consists of date, time and offset. A space may stand in place of the T before a full time, and before an
 * offset, where an unescaped plus sign arrives as one.
 */
const TIMESTAMP =
  /^([^ T]+)(?:T([\d:.,]+)| (\d{2}:\d{2}:\d{2}(?:[.,]\d+)?))(?:Z|([+\-\u2212 ])(\d{2})(?::?(\d{2}))?)?$/i;
/* The last unit that is given may have a fraction. */
const TIME = /^(\d{2})(?::?(\d{2})(?::?(\d{2}))?)?(?:[.,](\d{1,9}))?$/;
/* `normalizeInstant` leaves these spellings as they are. */
const USUAL = /^\d{4}-\d{2}-\d{2}(?:T(?!24).*)?$/;
const DECIMAL = /^\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i;
const HOST = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Both a database and an ISO text with a four-digit year can represent the instants between these, in ms. */
const EARLIEST = Date.parse("0001-01-01T00:00:00.000Z");
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Parses a non-negative number, in plain digits or as `1e6` (not `-0`, `٣` or `0x1`), else returns undefined. */
export function parseDecimal(text: string): number | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/**
 * Returns the instant of a date or timestamp of ISO 8601, in ms since 1970 UTC, else undefined (`2026-02-30` is not a
 * date). A bare date means its first or last ms; a timestamp without an offset is UTC; digits beyond ms are cut;
 * relative dates count from the day of `now`.
 */
export function parseInstant(text: string, edge: "start" | "end", now = new Date()): number | undefined {
  const relative = isRelativeDate(text) ? resolveRelativeDate(text, now.toISOString().slice(0, 10)) : undefined;
  if (relative !== undefined) return parseInstant(relative, edge);
  const day = parseDay(text);
  if (day !== undefined) return clamp(edge === "start" ? day : day + DAY_MS - 1);
  const [, date = "", time, fullTime, sign, hours, minutes] = TIMESTAMP.exec(text) ?? [];
  const [start, sinceMidnight] = [parseDay(date), parseTime(time ?? fullTime ?? "")];
  const [offsetHour, offsetMinute] = [Number(hours ?? 0), Number(minutes ?? 0)];
  if (start === undefined || sinceMidnight === undefined || offsetHour > 23 || offsetMinute > 59) return undefined;
  const offset = (offsetHour * 60 + offsetMinute) * MINUTE_MS;
  return clamp(start + sinceMidnight + (sign === "-" || sign === "\u2212" ? offset : -offset));
}

/**
 * Writes a valid date or timestamp as YYYY-MM-DD or a timestamp that begins so; usual spellings and relative dates stay
 * as they are.
 */
export function normalizeInstant(text: string): string {
  if (USUAL.test(text) || isRelativeDate(text)) return text;
  const instant = new Date(parseInstant(text, "start") ?? Number.NaN).toISOString();
  return parseDay(text) === undefined ? instant : instant.slice(0, 10);
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Returns the start of a date. */
function parseDay(text: string): number | undefined {
  const { year, month, day, week, weekday, ordinal } = DATE.exec(text)?.groups ?? {};
  if (year === undefined) return undefined;
  if (week !== undefined) {
    // The first week of a year is that of 4 January, and its year is that of its Thursday.
    const fourth = dayOfYear(year, 4);
    const thursday = addDays(fourth, (Number(week) - 1) * 7 + 4 - (fourth.getUTCDay() || 7));
    const inYear = thursday.getUTCFullYear() === Number(year);
    return inYear ? addDays(thursday, Number(weekday) - 4).getTime() : undefined;
  }
  if (ordinal !== undefined) {
    const at = dayOfYear(year, Number(ordinal));
    return at.getUTCFullYear() === Number(year) ? at.getTime() : undefined;
  }
  const at = new Date(0);
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day) ? at.getTime() : undefined;
}

/** The number 1 is 1 January. */
function dayOfYear(year: string, number: number): Date {
  const at = new Date(0);
  at.setUTCFullYear(Number(year), 0, number);
  return at;
}

function addDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS);
}

/** Returns ms since midnight. 24:00:00 is the end of the day, and a leap second the one after it. */
function parseTime(text: string): number | undefined {
  const [, hour, minute, second, fraction = "0"] = TIME.exec(text) ?? [];
  if (hour === undefined) return undefined;
  const [hours, minutes, seconds] = [Number(hour), Number(minute ?? 0), Number(second ?? 0)];
  const unit = second !== undefined ? 1_000 : minute !== undefined ? MINUTE_MS : 60 * MINUTE_MS;
  // A thousandth of a ms is the noise of the multiplication.
  const ms = Math.floor(Number(`0.${fraction}`) * unit + 1e-3);
  const sinceMidnight = (hours * 60 + minutes) * MINUTE_MS + seconds * 1_000 + ms;
  const inMinute = seconds < 60 || (seconds === 60 && minutes === 59);
  return minutes < 60 && inMinute && (hours < 24 || sinceMidnight === DAY_MS) ? sinceMidnight : undefined;
}

function clamp(ms: number): number {
  return Math.min(Math.max(ms, EARLIEST), LATEST);
}

/**
 * Reduces a domain or URL to a domain: lower case, ASCII, without `www.`, port and path; undefined when there is none.
 */
export function reduceDomain(text: string): string | undefined {
  const trimmed = text.trim();
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  if (!URL.canParse(url)) return undefined;
  const host = new URL(url).hostname
    .toLowerCase()
    .replace(/\.$/, "")
    .replace(/^www\.(?=[^.]+\.)/, "");
  return HOST.test(host) && !/^[\d.]+$/.test(host) ? host : undefined;
}

/** Returns true for text that a database can store: without null bytes and lone surrogates. */
export function isWellFormed(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** Returns true for a name without line breaks and without characters that hide or turn text around. */
export function isPlainText(text: string): boolean {
  return isWellFormed(text) && !DISGUISING.test(text);
}

/** These are controls, line and paragraph separators, invisible spaces, and marks of direction. */
const DISGUISING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u;

/** A search, name, profile or handle has at most this many characters. */
export const MAX_TEXT_LENGTH = 300;

/** Counts characters, however many code units these take. */
export function characters(text: string): number {
  return [...text].length;
}

/** Sector ranges of NAICS stand for these two-digit prefixes. */
export const NAICS_RANGES: Readonly<Record<string, readonly string[]>> = {
  "31-33": ["31", "32", "33"],
  "44-45": ["44", "45"],
  "48-49": ["48", "49"],
};

export function isNaicsRange(code: string): boolean {
  return Object.hasOwn(NAICS_RANGES, code);
}

/** Returns true for 2 to 6 digits, a listed range, or `unknown`. */
export function isNaicsParameter(text: string): boolean {
  return /^[0-9]{2,6}$/.test(text) || isNaicsRange(text) || text === UNKNOWN;
}

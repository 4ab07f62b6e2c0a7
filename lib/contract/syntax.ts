/** Formats of single values: dates, numbers, domains, ids, codes. Pure, shared by schemas, SQL and the browser. */
import { isRelativeDate, resolveRelativeDate } from "./relative-dates";
import { UNKNOWN } from "./values/unknown";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
/* An unescaped plus sign arrives as a space, so a space before the offset is read as one. */
const TIMESTAMP =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:(Z)|([+\- ])(\d{2}):?(\d{2}))?$/i;
const DECIMAL = /^\d+(?:\.\d+)?$/;
const HOST = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The instants that both a database and an ISO text with a four-digit year can represent, in ms. */
const EARLIEST = Date.parse("0001-01-01T00:00:00.000Z");
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** A non-negative number in plain digits (not `1e9`, `-0`, `٣` or `0x1`), else undefined. */
export function parseDecimal(text: string): number | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/**
 * The instant of a date or timestamp, in ms since 1970 UTC, else undefined (`2026-02-30` is not a date). A bare date
 * means its first or last ms; a timestamp without an offset is UTC; digits beyond ms are cut; relative dates count from
 * the day of `now`.
 */
export function parseInstant(text: string, edge: "start" | "end", now = new Date()): number | undefined {
  const relative = isRelativeDate(text) ? resolveRelativeDate(text, now.toISOString().slice(0, 10)) : undefined;
  if (relative !== undefined) return parseInstant(relative, edge);
  const date = DATE.exec(text);
  if (date) {
    const day = calendarDay(date);
    return day === undefined ? undefined : clamp(edge === "start" ? day : day + 86_399_999);
  }
  const stamp = TIMESTAMP.exec(text);
  if (!stamp) return undefined;
  const day = calendarDay(stamp);
  const [hour, minute, second] = [Number(stamp[4]), Number(stamp[5]), Number(stamp[6] ?? 0)];
  const [offsetHour, offsetMinute] = [Number(stamp[10] ?? 0), Number(stamp[11] ?? 0)];
  if (day === undefined || hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59)
    return undefined;
  const ms = Number((stamp[7] ?? "").padEnd(3, "0").slice(0, 3));
  const offset = (stamp[9] === "-" ? -1 : 1) * (offsetHour * 60 + offsetMinute) * 60_000;
  return clamp(day + ((hour * 60 + minute) * 60 + second) * 1000 + ms - offset);
}

function calendarDay(parts: RegExpExecArray): number | undefined {
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.getTime() : undefined;
}

function clamp(ms: number): number {
  return Math.min(Math.max(ms, EARLIEST), LATEST);
}

/** The domain of a domain or URL: lower case, ASCII, without `www.`, port and path; undefined when there is none. */
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

/** Text that a database can store: no null byte, no lone surrogate. */
export function isWellFormed(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** Whether a name looks like what it is: without line breaks, and without characters that hide or turn text around. */
export function isPlainText(text: string): boolean {
  return isWellFormed(text) && !DISGUISING.test(text);
}

/** Controls, line and paragraph separators, invisible spaces, and marks of direction. */
const DISGUISING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u;

/** Maximum length of a search, name, profile or handle, in characters. */
export const MAX_TEXT_LENGTH = 300;

/** Number of characters, however many code units these take. */
export function characters(text: string): number {
  return [...text].length;
}

/** Sector ranges of NAICS and the two-digit prefixes they stand for. */
export const NAICS_RANGES: Readonly<Record<string, readonly string[]>> = {
  "31-33": ["31", "32", "33"],
  "44-45": ["44", "45"],
  "48-49": ["48", "49"],
};

export function isNaicsRange(code: string): boolean {
  return Object.hasOwn(NAICS_RANGES, code);
}

/** Whether the text is valid for the parameter: 2 to 6 digits, a listed range, or `unknown`. */
export function isNaicsParameter(text: string): boolean {
  return /^[0-9]{2,6}$/.test(text) || isNaicsRange(text) || text === UNKNOWN;
}

/** Parses dates of sources in the formats that a map lists, and keeps how precise they are. */
import { parseInstant } from "@dealflow/contract/query/syntax";
import { DATE_PATTERNS, type DateFormat, type DatePrecision, type PatternFormat } from "./date-formats";
import { readMonthName } from "./month-names";

export { DATE_FORMATS, type DateFormat, type DatePrecision } from "./date-formats";

/** Lines in our own form state a day or an instant, or only a longer period, as exports of the dashboard do. */
export const OWN_DATES: readonly DateFormat[] = ["iso", "yyyy-mm", "qq yyyy", "yyyy"];

export interface ParsedDate {
  /** A day is its 00:00 UTC, and a longer period that of its first day. */
  readonly at: Date;
  readonly precision: DatePrecision;
}

const DAY_MS = 86_400_000;

/**
 * Returns the date of a text in the first format that fits it; undefined when none fits. Years of two digits are those
 * from 2000 to the one after `now`, and else of the 20th century.
 */
export function parseDate(text: string, formats: readonly DateFormat[], now = new Date()): ParsedDate | undefined {
  for (const format of formats) {
    const date = parseAs(text, format, now);
    if (date !== undefined) return date;
  }
  return undefined;
}

function parseAs(text: string, format: DateFormat, now: Date): ParsedDate | undefined {
  switch (format) {
    case "iso":
      return isoDate(text);
    case "unix":
      return unixDate(text);
    case "excel":
      return workbookDate(text);
    case "auto":
      return unambiguousDate(text, now);
    default:
      return patternDate(text, format, now);
  }
}

const PLAIN_DAY = /^\d{4}-\d{2}-\d{2}$/;

function isoDate(text: string): ParsedDate | undefined {
  if (PLAIN_DAY.test(text)) {
    const at = utcDay(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8)));
    return at === undefined ? undefined : { at, precision: "day" };
  }
  // A table's export leaves out what ISO demands: the T, the seconds, the letter Z.
  const exact = text.replace(/ (?:UTC|GMT)$/, "Z").replace(/^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})$/, "$1T$2");
  const ms = parseInstant(exact, "start");
  return ms === undefined ? undefined : dayOrInstant(ms);
}

function dayOrInstant(ms: number): ParsedDate {
  return { at: new Date(ms), precision: ms % DAY_MS === 0 ? "day" : "instant" };
}

/** Programs count seconds or milliseconds from 1970; these are from 2001 to 2033. */
const UNIX = /^1\d{9}(?:\d{3})?$/;

function unixDate(text: string): ParsedDate | undefined {
  return UNIX.test(text) ? dayOrInstant(Number(text) * (text.length === 10 ? 1_000 : 1)) : undefined;
}

/** Workbooks count days from 30 December 1899, which makes up for a leap day in 1900 that they invented. */
const WORKBOOK_START = Date.UTC(1899, 11, 30);
const WORKBOOK_END = 2_958_466;

function workbookDate(text: string): ParsedDate | undefined {
  const number = /^\d{1,7}(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (number < 1 || number >= WORKBOOK_END) return undefined;
  return dayOrInstant(WORKBOOK_START + Math.round(number * 86_400) * 1_000);
}

/** These forms exclude each other, so that at most one of them fits. */
const CERTAIN: readonly PatternFormat[] = [
  "yyyy/mm/dd",
  "dd mmm yyyy",
  "mmm dd yyyy",
  "mmm yyyy",
  "qq yyyy",
  "yyyy-mm",
  "mm/yyyy",
  "yyyy",
  "dd mmm yy",
];

function unambiguousDate(text: string, now: Date): ParsedDate | undefined {
  const iso = /^\d{4}-?\d{2}-?\d{2}(?!\d)/.test(text) ? isoDate(text) : undefined;
  if (iso !== undefined) return iso;
  for (const format of CERTAIN) {
    const date = patternDate(text, format, now);
    if (date !== undefined) return date;
  }
  return onlyDay(text, "dd/mm/yyyy", "mm/dd/yyyy", now) ?? onlyDay(text, "dd/mm/yy", "mm/dd/yy", now);
}

/** Where both orders fit, points tell that the day is first: nobody writes them after a month. */
function onlyDay(text: string, dayFirst: PatternFormat, monthFirst: PatternFormat, now: Date): ParsedDate | undefined {
  const [one, other] = [patternDate(text, dayFirst, now), patternDate(text, monthFirst, now)];
  if (one === undefined || other === undefined) return one ?? other;
  const dotted = /^\d{1,2}\.\s?\d{1,2}\./.test(text);
  return dotted || one.at.getTime() === other.at.getTime() ? one : undefined;
}

function patternDate(text: string, format: PatternFormat, now: Date): ParsedDate | undefined {
  const { patterns, precision } = DATE_PATTERNS[format];
  const plain = withoutTime(text);
  for (const pattern of patterns) {
    const parts = pattern.exec(plain)?.groups;
    const at = parts === undefined ? undefined : calendarDay(parts, now);
    if (at !== undefined) return { at, precision };
  }
  return undefined;
}

/** A date that is only about right is that date. */
const ABOUT = /^(?:~|≈|c(?:irca|a)?\.?\s|about\s|around\s)\s*(?=\d|\p{L})/iu;
const STATUS = /^(?:(?:announced|closed|completed)\s+(?:on |in )?|d(?:en|\.)\s+)(?=\d|\p{L}{3,9} \d)/iu;
const WEEKDAY = /^(?:\p{L}{2,10}\.?,\s*|(?:mon|tue|wed|thu|fri|sat|sun)\w*\.?\s+(?=\d|\p{L}))/iu;
const TIME_OF_DAY =
  /[\sT,]+(?:at\s+)?\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?)?\s*(?:Z|[A-Z]{2,4}|[+-]\d{2}:?\d{2})?$/i;

/** Russian, Ukrainian and Polish dates end with the letter of the word for a year. */
const YEAR_WORD = /(?<=\d{4})\s*(?:года?|року|г|р|r|roku)\.?$/iu;

/** Chinese, Japanese and Korean dates name the year, the month and the day after their numbers. */
const NUMBERED = /^\d{4}[年년](?:\s*\d{1,2}[月월](?:\s*\d{1,2}[日일])?)?$/;

function withoutTime(text: string): string {
  const exact = /^\d/.test(text) ? text : text.replace(ABOUT, "");
  const day = exact.includes(":") ? exact.replace(TIME_OF_DAY, "") : exact;
  const plain = /^\p{L}/u.test(day) ? day.replace(STATUS, "").replace(WEEKDAY, "") : day;
  if (NUMBERED.test(plain)) return plain.slice(0, -1).replace(/[年년月월]\s*/g, "-");
  return plain.replace(YEAR_WORD, "").replace(/\.$/, "");
}

function calendarDay(parts: Readonly<Record<string, string | undefined>>, now: Date): Date | undefined {
  const year = parts.short === undefined ? Number(parts.year) : fullYear(Number(parts.short), now);
  const quarter = parts.quarter ?? parts.ordinal;
  const named = parts.name === undefined ? Number(parts.month ?? 1) : (readMonthName(parts.name) ?? 0);
  const month = quarter === undefined ? named : Number(quarter) * 3 - 2;
  const day = Number(parts.day ?? 1);
  return utcDay(year, month, day);
}

/** Returns undefined for a day that no month has. */
function utcDay(year: number, month: number, day: number): Date | undefined {
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at : undefined;
}

function fullYear(short: number, now: Date): number {
  return short + (2000 + short <= now.getUTCFullYear() + 1 ? 2000 : 1900);
}

export function dayText(date: Date): string {
  return date.toISOString().replace(/T.*$/, "");
}

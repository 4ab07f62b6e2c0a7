/** Parses dates of sources in the formats that a map lists. */
import { parseInstant } from "@dealflow/contract/query/syntax";

/** `iso` is YYYY-MM-DD or an ISO-8601 timestamp; the others accept any separators, also broken ones. */
export const DATE_FORMATS = ["iso", "yyyy/mm/dd", "dd/mm/yyyy", "mm/dd/yyyy", "dd mmm yyyy", "mmm dd yyyy"] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Sources write separators like `12/05.2015`, `22/01//2015`, `13-04-2015`. */
const SEPARATOR = String.raw`[\s/.,\-]+`;
const DAY = String.raw`(?<day>\d{1,2})`;
const MONTH = String.raw`(?<month>\d{1,2})`;
const MONTH_NAME = "(?<month>[a-z]{3,9})";
const YEAR = String.raw`(?<year>\d{3,5})`;

/** A separator may be missing (`05/072018`) where every part has its full width. */
const PATTERNS: Readonly<Record<Exclude<DateFormat, "iso">, readonly RegExp[]>> = {
  "yyyy/mm/dd": [pattern(YEAR, MONTH, DAY), /^(?<year>\d{4})\W*(?<month>\d{2})\W*(?<day>\d{2})$/],
  "dd/mm/yyyy": [pattern(DAY, MONTH, YEAR), /^(?<day>\d{2})\W*(?<month>\d{2})\W*(?<year>\d{4})$/],
  "mm/dd/yyyy": [pattern(MONTH, DAY, YEAR), /^(?<month>\d{2})\W*(?<day>\d{2})\W*(?<year>\d{4})$/],
  "dd mmm yyyy": [pattern(DAY, MONTH_NAME, YEAR)],
  "mmm dd yyyy": [pattern(MONTH_NAME, DAY, YEAR)],
};

function pattern(...parts: readonly string[]): RegExp {
  return new RegExp(`^${parts.join(SEPARATOR)}$`, "i");
}

/**
 * Returns the instant of a text in the first format that fits it, a bare date at 00:00 UTC; undefined when none fits.
 */
export function parseDate(text: string, formats: readonly DateFormat[]): Date | undefined {
  for (const format of formats) {
    const ms = format === "iso" ? parseInstant(text, "start") : calendarDay(text, PATTERNS[format]);
    if (ms !== undefined) return new Date(ms);
  }
  return undefined;
}

function calendarDay(text: string, patterns: readonly RegExp[]): number | undefined {
  for (const candidate of patterns) {
    const parts = candidate.exec(text)?.groups;
    if (parts === undefined) continue;
    const [year, month, day] = [Number(parts.year), getMonth(parts.month ?? ""), Number(parts.day)];
    const at = new Date(0);
    at.setUTCFullYear(year, month - 1, day);
    if (at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day) return at.getTime();
  }
  return undefined;
}

function getMonth(text: string): number {
  return /^\d/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;
}

export function dayText(date: Date): string {
  return date.toISOString().replace(/T.*$/, "");
}

/** Defines the forms of dates that a map may name, as patterns for their parts. */

/**
 * `iso` is YYYY-MM-DD or an ISO-8601 timestamp; the others accept any separators, also broken ones, a weekday before and
 * a time of day after. `excel` is the number of a day in a workbook. `auto` is any form that can mean one day only.
 */
export const DATE_FORMATS = [
  "iso",
  "yyyy/mm/dd",
  "dd/mm/yyyy",
  "mm/dd/yyyy",
  "dd mmm yyyy",
  "mmm dd yyyy",
  "dd/mm/yy",
  "mm/dd/yy",
  "dd mmm yy",
  "yyyymmdd",
  "yyyy-mm",
  "mm/yyyy",
  "mmm yyyy",
  "mmm yy",
  "qq yyyy",
  "yyyy",
  "unix",
  "excel",
  "auto",
] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** The period that a text names: `2019` is a year, of which only the first day is stored. */
export type DatePrecision = "instant" | "day" | "month" | "quarter" | "year";

/** Formats whose texts have parts; `iso`, `unix`, `excel` and `auto` are read in another way. */
export type PatternFormat = Exclude<DateFormat, "iso" | "unix" | "excel" | "auto">;

/** Sources write separators like `12/05.2015`, `22/01//2015`, `13-04-2015`, and `5th of November`. */
const SEPARATOR = String.raw`[\s/.,'’\-–]+(?:(?:of|de|del|di|do|van)\s+)?`;
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|er|re|[ºª°])?`;
const MONTH = String.raw`(?<month>\d{1,2})`;
const MONTH_NAME = String.raw`(?<name>\p{L}{3,12})`;
const YEAR = String.raw`(?<year>\d{3,5})`;
const SHORT_YEAR = String.raw`(?<short>\d{2})`;
const QUARTER = String.raw`(?:[qtk](?<quarter>[1-4])|(?<ordinal>[1-4])(?:\.|st|nd|rd|th|er|e|º)?\s*(?:q|t|k|quarter|quartal|trimestre|trim\.?))`;

interface Form {
  readonly precision: DatePrecision;
  readonly patterns: readonly RegExp[];
}

/** A separator may be missing (`05/072018`) where every part has its full width. */
export const DATE_PATTERNS: Readonly<Record<PatternFormat, Form>> = {
  "yyyy/mm/dd": days([YEAR, MONTH, DAY], /^(?<year>\d{4})\W*(?<month>\d{2})\W*(?<day>\d{2})$/),
  "dd/mm/yyyy": days([DAY, MONTH, YEAR], /^(?<day>\d{2})\W*(?<month>\d{2})\W*(?<year>\d{4})$/),
  "mm/dd/yyyy": days([MONTH, DAY, YEAR], /^(?<month>\d{2})\W*(?<day>\d{2})\W*(?<year>\d{4})$/),
  "dd mmm yyyy": {
    precision: "day",
    patterns: [
      pattern(DAY, MONTH_NAME, YEAR),
      pattern(YEAR, MONTH_NAME, DAY),
      /^(?<day>\d{2})(?<name>\p{L}{3,12})(?<year>\d{4})$/u,
    ],
  },
  "mmm dd yyyy": days([MONTH_NAME, DAY, YEAR]),
  "dd/mm/yy": days([DAY, MONTH, SHORT_YEAR]),
  "mm/dd/yy": days([MONTH, DAY, SHORT_YEAR]),
  "dd mmm yy": days([DAY, MONTH_NAME, SHORT_YEAR], /^(?<day>\d{2})(?<name>\p{L}{3,12})(?<short>\d{2})$/u),
  yyyymmdd: { precision: "day", patterns: [/^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/] },
  "yyyy-mm": { precision: "month", patterns: [pattern(String.raw`(?<year>\d{4})`, MONTH)] },
  "mm/yyyy": { precision: "month", patterns: [pattern(MONTH, String.raw`(?<year>\d{4})`)] },
  "mmm yyyy": { precision: "month", patterns: [pattern(MONTH_NAME, YEAR), pattern(YEAR, MONTH_NAME)] },
  "mmm yy": { precision: "month", patterns: [pattern(MONTH_NAME, SHORT_YEAR)] },
  "qq yyyy": {
    precision: "quarter",
    patterns: [
      new RegExp(String.raw`^${QUARTER}[\s/.,'’\-–]*(?:(?<year>\d{4})|(?<short>\d{2}))$`, "iu"),
      new RegExp(String.raw`^(?<year>\d{4})[\s/.,'’\-–]*${QUARTER}$`, "iu"),
    ],
  },
  yyyy: { precision: "year", patterns: [/^(?<year>\d{4})$/] },
};

function days(parts: readonly string[], joined?: RegExp): Form {
  return { precision: "day", patterns: joined === undefined ? [pattern(...parts)] : [pattern(...parts), joined] };
}

function pattern(...parts: readonly string[]): RegExp {
  return new RegExp(`^${parts.join(SEPARATOR)}$`, "iu");
}

/**
 * Parses dates and periods in the words that people type: `6 months`, `May 2026`, `22/05/2026`, `Q1 2026`, `since
 * March`. Days are YYYY-MM-DD in UTC; a period that is counted from today begins with a relative date (`-6mo`). The
 * parser is our own, because a general one (chrono-node) is 14 kB, knows neither quarters nor halves, and takes the
 * first date that it finds in a text for the whole of it.
 */
import { addDays, dayText } from "@dealflow/contract/query/days";
import {
  formatRelativeDate,
  isRelativeDate,
  resolveRelativeDate,
  THIS_QUARTER,
  THIS_YEAR,
} from "@dealflow/contract/query/relative-dates";

/** Both ends are inclusive; an absent one is open. */
export interface Period {
  readonly since?: string;
  readonly until?: string;
  /** Day and month could have been swapped, and `dayFirst` decided. */
  readonly ambiguous?: true;
  /** It is true when the text names one day. */
  readonly day?: true;
}

export interface DateContext {
  /** The day has the form YYYY-MM-DD. */
  readonly today: string;
  /** `05/06/2026` is 5 June when this is true, otherwise May 6. */
  readonly dayFirst: boolean;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH = `(${MONTHS.join("|")})[a-z]*\\.?`;
const FULL_MONTHS =
  /^(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/;

/** Returns true when the reader's own locale writes the day before the month. */
export function isDayFirst(): boolean {
  const parts = new Intl.DateTimeFormat(undefined).formatToParts(0).map(({ type }) => type);
  return parts.indexOf("day") < parts.indexOf("month");
}

/** Returns undefined when the text is not a date or period. */
export function parsePeriod(text: string, context: DateContext): Period | undefined {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/(\d)(st|nd|rd|th)\b/g, "$1");
  const relative = relativeDate(words);
  if (relative !== undefined) return { since: relative };
  return parseRange(words, context) ?? parseOpen(words, context) ?? parseOne(words, context);
}

function parseRange(words: string, context: DateContext): Period | undefined {
  const parts = /^(?:from |between )?(.+?)(?: to | until | and | ?[–—] ?| - )(.+)$/.exec(words);
  if (parts === null) return undefined;
  const end = parseOne(parts[2] ?? "", context);
  // `May to July 2026` names the year only once.
  const year = /\b\d{4}$/.exec(parts[2] ?? "")?.[0];
  const first = parts[1] ?? "";
  const start = parseOne(year !== undefined && !/\d{4}/.test(first) ? `${first} ${year}` : first, context);
  if (start?.since === undefined || end === undefined) return undefined;
  const until = end.until ?? context.today;
  if (start.since > until) return undefined;
  return { since: start.since, until, ...((start.ambiguous || end.ambiguous) && { ambiguous: true }) };
}

function parseOpen(words: string, context: DateContext): Period | undefined {
  const parts = /^(since|from|after|until|till|to|up to|through|before) (.+)$/.exec(words);
  if (parts === null) return undefined;
  const one = parseOne(parts[2] ?? "", context);
  if (one === undefined) return undefined;
  const ambiguous = one.ambiguous && { ambiguous: true as const };
  switch (parts[1]) {
    case "since":
    case "from":
      return { ...(one.since !== undefined && { since: relativeDate(parts[2] ?? "") ?? one.since }), ...ambiguous };
    case "after":
      return one.until === undefined ? undefined : { since: addDays(one.until, 1), ...ambiguous };
    case "before":
      return one.since === undefined ? undefined : { until: addDays(one.since, -1), ...ambiguous };
    default:
      return { until: one.until ?? context.today, ...ambiguous };
  }
}

function parseOne(words: string, context: DateContext): Period | undefined {
  return parseRelative(words, context) ?? parseDay(words, context) ?? parseSpan(words, context);
}

const UNITS = { d: "d", w: "w", m: "mo", y: "y" } as const;

function isUnit(letter: string): letter is keyof typeof UNITS {
  return letter in UNITS;
}

/** Returns the relative date of a period that lasts until today. */
function relativeDate(words: string): string | undefined {
  if (isRelativeDate(words)) return words;
  if (/^(?:(?:start of )?this quarter)$/.test(words)) return THIS_QUARTER;
  if (/^(?:ytd|year to date|(?:start of )?this year)$/.test(words)) return THIS_YEAR;
  const back =
    /^(?:(?:in )?(?:the )?(?:last|past) )?([1-9]\d{0,2}) ?(d|days?|w|weeks?|m|mo|months?|y|yrs?|years?)(?: ago)?$/.exec(
      words,
    ) ??
    /^(?:last|past) ([1-9]\d{0,2})$/.exec(words) ??
    /^past ()(day|week|month|year)$/.exec(words);
  const letter = (back?.[2] ?? "day").slice(0, 1);
  return back !== null && isUnit(letter)
    ? formatRelativeDate({ count: Number(back[1] || 1), unit: UNITS[letter] })
    : undefined;
}

function parseRelative(words: string, { today }: DateContext): Period | undefined {
  if (words === "today") return { since: today, until: today, day: true };
  if (words === "yesterday") return wholeDay(addDays(today, -1));
  const since = resolveRelativeDate(relativeDate(words) ?? "", today);
  if (since !== undefined) return { since };
  const named = /^(this|last|previous) (week|month|quarter|year)$/.exec(words);
  if (named === null) return undefined;
  const unit = named[2];
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const ago = named[1] === "this" ? 0 : 1;
  if (unit === "week") {
    const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7) - 7 * ago);
    return closed(monday, addDays(monday, 6), today);
  }
  if (unit === "year") return closed(dayText(year - ago, 1, 1), dayText(year - ago, 12, 31), today);
  const length = unit === "quarter" ? 3 : 1;
  const first = month - ((month - 1) % length) - length * ago;
  return closed(dayText(year, first, 1), dayText(year, first + length, 0), today);
}

function parseDay(words: string, { today, dayFirst }: DateContext): Period | undefined {
  const isoDay = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(words);
  if (isoDay !== null) return exactDay(Number(isoDay[1]), Number(isoDay[2]), Number(isoDay[3]));
  const numbers = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(words);
  if (numbers !== null) {
    const [first, second] = [Number(numbers[1]), Number(numbers[3])];
    const year = fullYear(numbers[4] ?? "");
    // Dates with dots have the day first in every locale.
    const ambiguous = first <= 12 && second <= 12 && first !== second && numbers[2] !== ".";
    const dayIsFirst = first > 12 || (second <= 12 && (dayFirst || numbers[2] === "."));
    const day = dayIsFirst ? exactDay(year, second, first) : exactDay(year, first, second);
    return day && ambiguous ? { ...day, ambiguous } : day;
  }
  const named =
    new RegExp(`^(?<day>\\d{1,2}) (?:of )?(?<month>${MONTH}),?(?: (?<year>\\d{4}))?$`).exec(words) ??
    new RegExp(`^(?<month>${MONTH}) (?<day>\\d{1,2})(?:,? (?<year>\\d{4}))?$`).exec(words);
  const { day, month = "", year } = named?.groups ?? {};
  const number = parseMonth(month);
  if (number === undefined) return undefined;
  if (year !== undefined) return exactDay(Number(year), number, Number(day));
  // Without a year the text means the latest such date that is not in the future.
  const now = Number(today.slice(0, 4));
  const thisYear = exactDay(now, number, Number(day));
  return thisYear?.since !== undefined && thisYear.since > today ? exactDay(now - 1, number, Number(day)) : thisYear;
}

/** Parses a month, quarter, half or year. */
function parseSpan(words: string, { today }: DateContext): Period | undefined {
  if (/^(19|20)\d\d$/.test(words)) return { since: `${words}-01-01`, until: `${words}-12-31` };
  const part = /^(?:(\d{4}) ?)?([qh])([1-4])(?:,? ?(\d{4}))?$/.exec(words);
  if (part !== null) {
    const length = part[2] === "q" ? 3 : 6;
    const index = Number(part[3]) - 1;
    if (index * length >= 12) return undefined;
    return span(part[1] ?? part[4], index * length + 1, length, today);
  }
  const month =
    /^(?<month>[a-z]+)\.?,?(?: (?<year>\d{4}))?$/.exec(words) ?? /^(?<number>\d{1,2})[/.-](?<year>\d{4})$/.exec(words);
  const iso = /^(?<year>\d{4})-(?<number>\d{2})$/.exec(words);
  const groups = (month ?? iso)?.groups;
  if (groups === undefined) return undefined;
  const number = groups.number === undefined ? parseMonth(groups.month ?? "") : Number(groups.number);
  if (number === undefined || number < 1 || number > 12) return undefined;
  return span(groups.year, number, 1, today);
}

function span(year: string | undefined, month: number, months: number, today: string): Period {
  const now = Number(today.slice(0, 4));
  const first = year === undefined && dayText(now, month, 1) > today ? now - 1 : Number(year ?? now);
  return { since: dayText(first, month, 1), until: dayText(first, month + months, 0) };
}

function parseMonth(word: string): number | undefined {
  const name = word.replace(/\.$/, "");
  return FULL_MONTHS.test(name) ? MONTHS.indexOf(name.slice(0, 3)) + 1 : undefined;
}

function fullYear(text: string): number {
  if (text.length === 4) return Number(text);
  return Number(text) + (Number(text) < 70 ? 2000 : 1900);
}

/** A period that has not ended yet stays open, so that it grows with the days. */
function closed(since: string, until: string, today: string): Period {
  return until >= today ? { since } : { since, until };
}

function wholeDay(day: string): Period {
  return { since: day, until: day, day: true };
}

/** Returns undefined for a date that no calendar has, such as 30 February. */
function exactDay(year: number, month: number, day: number): Period | undefined {
  const text = dayText(year, month, day);
  return Number(text.slice(5, 7)) === month && day > 0 && year >= 1000 ? wholeDay(text) : undefined;
}

/**
 * Relative dates move with the days: some days, weeks, months or years before today (`-90d`, `-6mo`), and the first day
 * of the current quarter or year. They stay as written in addresses and saved views, and are resolved where they are
 * used.
 */
import { addDays, dayText, monthsBefore } from "./days";

export const RELATIVE_UNITS = { d: "day", w: "week", mo: "month", y: "year" } as const;
type RelativeUnit = keyof typeof RELATIVE_UNITS;

export const THIS_QUARTER = "this-quarter";
export const THIS_YEAR = "this-year";

const BACK = /^-([1-9]\d{0,2})(d|w|mo|y)$/;

interface RelativeDate {
  readonly count: number;
  readonly unit: RelativeUnit;
}

export function formatRelativeDate({ count, unit }: RelativeDate): string {
  return `-${count}${unit}`;
}

/** Parses `-6mo`; undefined for the current quarter and year, and for text that is not relative. */
export function parseRelativeDate(text: string): RelativeDate | undefined {
  const [, count, unit] = BACK.exec(text) ?? [];
  return unit === undefined || !isUnit(unit) ? undefined : { count: Number(count), unit };
}

function isUnit(text: string): text is RelativeUnit {
  return text in RELATIVE_UNITS;
}

export function isRelativeDate(text: string): boolean {
  return text === THIS_QUARTER || text === THIS_YEAR || BACK.test(text);
}

/**
 * Returns the day (YYYY-MM-DD, UTC) of a relative date, and undefined when the text is not one. `today` is YYYY-MM-DD.
 */
export function resolveRelativeDate(text: string, today: string): string | undefined {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  if (text === THIS_YEAR) return dayText(year, 1, 1);
  if (text === THIS_QUARTER) return dayText(year, month - ((month - 1) % 3), 1);
  const relative = parseRelativeDate(text);
  if (relative === undefined) return undefined;
  const { count, unit } = relative;
  if (unit === "d" || unit === "w") return addDays(today, -count * (unit === "w" ? 7 : 1));
  return monthsBefore(today, unit === "y" ? count * 12 : count);
}

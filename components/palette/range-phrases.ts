/** Amounts, years, numbers and days as people write them: `from $5m`, `5m to 20m`, `last 30 days`, `ytd`. */
import type { AnyQuery, DatesFilter, RangeFilter } from "@/lib/contract/filters";
import { parseAmount, shortAmount } from "@/lib/format/money";

export interface Phrase {
  readonly title: string;
  readonly values: AnyQuery;
}

const LOW = /^(?:from|over|above|at least|min|more than|>=?)\s*(.+)$/;
const HIGH = /^(?:up to|under|below|at most|max|less than|<=?)\s*(.+)$/;
const BETWEEN = /^(?:between\s+)?(.+?)\s*(?:-|–|to|and)\s*(.+)$/;
const OPEN = /^(.+)\+$/;

/** `named`: the filter's name was typed before it, so that a bare number can mean it. */
export function rangePhrase(filter: RangeFilter, text: string, named: boolean): Phrase | undefined {
  const read = (part: string | undefined) => (part === undefined ? undefined : bound(filter, part, named));
  const low = read((LOW.exec(text) ?? OPEN.exec(text))?.[1]) ?? read(text);
  const high = read(HIGH.exec(text)?.[1]);
  const [, first, second] = BETWEEN.exec(text) ?? [];
  // In `5 to 20m` the first number has the unit of the second.
  const unit = /[a-z]+$/.exec(second ?? "")?.[0] ?? "";
  const [from, to] = [read(first) ?? read(`${first}${unit}`), read(second)];
  const shown = (value: number) => (filter.unit === "usd" ? `$${shortAmount(value)}` : String(value));
  if (filter.max !== undefined && from !== undefined && to !== undefined && from <= to)
    return { title: `${shown(from)} to ${shown(to)}`, values: { [filter.min]: from, [filter.max]: to } };
  if (filter.max !== undefined && high !== undefined)
    return { title: `up to ${shown(high)}`, values: { [filter.min]: undefined, [filter.max]: high } };
  if (low === undefined) return undefined;
  return {
    title: `from ${shown(low)}`,
    values: { [filter.min]: low, ...(filter.max === undefined ? {} : { [filter.max]: undefined }) },
  };
}

function bound(filter: RangeFilter, text: string, named: boolean): number | undefined {
  if (filter.unit !== "usd") return named && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  // A bare number is an amount only where it is said to be one.
  return named || /[$a-z]/.test(text) ? parseAmount(text) : undefined;
}

const DAYS = /^(?:last |past )?(\d{1,4}) ?(?:d|days?)$/;
const DAY_MS = 86_400_000;
const SINCE = /^(?:since|from|after) (\d{4}-\d{2}-\d{2})$/;
const UNTIL = /^(?:until|up to|before|to) (\d{4}-\d{2}-\d{2})$/;

/** `today`: YYYY-MM-DD in UTC. */
export function datesPhrase(filter: DatesFilter, text: string, today: string): Phrase | undefined {
  const since = (day: string, title: string): Phrase => ({
    title,
    values: { [filter.since]: day, ...(filter.until === undefined ? {} : { [filter.until]: undefined }) },
  });
  const days = DAYS.exec(text)?.[1];
  if (days !== undefined)
    return since(
      new Date(Date.parse(today) - Number(days) * DAY_MS).toISOString().slice(0, 10),
      `last ${Number(days)} days`,
    );
  if (text === "this quarter") {
    const month = Number(today.slice(5, 7));
    return since(`${today.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, "0")}-01`, "this quarter");
  }
  if (["ytd", "year to date", "this year"].includes(text)) return since(`${today.slice(0, 4)}-01-01`, "year to date");
  const from = SINCE.exec(text)?.[1];
  if (from !== undefined && isDay(from)) return since(from, `from ${from}`);
  const until = UNTIL.exec(text)?.[1];
  if (until === undefined || filter.until === undefined || !isDay(until)) return undefined;
  return { title: `up to ${until}`, values: { [filter.until]: until } };
}

function isDay(text: string): boolean {
  return !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
}

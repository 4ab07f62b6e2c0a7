/** Parses amounts, years and numbers as people write them: `from $5m`, `5m to 20m`. */
import type { AnyQuery, RangeFilter } from "@dealflow/contract/filters";
import { parseAmount, shortAmount } from "@/lib/format/money";

interface Phrase {
  readonly title: string;
  readonly values: AnyQuery;
}

const LOW = /^(?:from|over|above|at least|min|more than|>=?)\s*(.+)$/;
const HIGH = /^(?:up to|under|below|at most|max|less than|<=?)\s*(.+)$/;
const BETWEEN = /^(?:between\s+)?(.+?)\s*(?:-|–|to|and)\s*(.+)$/;
const OPEN = /^(.+)\+$/;

/** `named` means that the filter's name was typed before, so that a bare number can mean it. */
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
  // A number is an amount only after the filter's name, with a currency or unit, or with thousands separators.
  return named || /[$a-z]|\d,\d{3}/.test(text) ? parseAmount(text) : undefined;
}

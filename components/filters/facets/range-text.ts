/** Parses the fields of a range, and describes an error in one sentence. */
import type { AnyQuery, RangeFilter } from "@dealflow/contract/filters";
import { parseAmount } from "@/lib/format/money";

/** Returns undefined when the text cannot be read. Years and people are whole numbers. */
export function readBound(unit: RangeFilter["unit"], text: string): number | undefined {
  if (unit === "usd") return parseAmount(text);
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

export interface TypedRange {
  readonly low?: number;
  readonly high?: number;
}

const BOTH_ENDS = /^(\S.*?)\s*(?:-|–|\bto\b)\s*(\S.*)$/;
const LOW_END = /^(?:>=?|from|over|above|more than|at least)\s*(\S.*)$|^(.*\S)\s*\+$/;
const HIGH_END = /^(?:<=?|to|under|below|up to|less than|at most)\s*(\S.*)$/;

/** Reads a range that is typed into one field: `5m-20m`, `5-20m`, `over 5m`, `20m+`, `<5m`. Returns undefined for anything else. */
export function readRange(unit: RangeFilter["unit"], text: string): TypedRange | undefined {
  const words = text.trim().toLowerCase();
  const [, from, to] = BOTH_ENDS.exec(words) ?? [];
  if (from !== undefined && to !== undefined) {
    // The unit behind the second number is that of the first, too.
    const suffix = /^[\d.,]+$/.test(from) ? (/[a-z]+$/.exec(to)?.[0] ?? "") : "";
    const [low, high] = [readBound(unit, from + suffix), readBound(unit, to)];
    if (low !== undefined && high !== undefined) return { low, high };
  }
  const [, above, more] = LOW_END.exec(words) ?? [];
  const low = readBound(unit, above ?? more ?? "");
  if (low !== undefined) return { low };
  const high = readBound(unit, HIGH_END.exec(words)?.[1] ?? "");
  return high === undefined ? undefined : { high };
}

const EXAMPLES = {
  usd: "an amount such as 5m, 1.2bn or 750,000",
  year: "a year such as 2015",
  people: "a whole number",
} as const;

export function formatReadError({ unit }: RangeFilter): string {
  return `Enter ${EXAMPLES[unit]}.`;
}

/** Describes a range that is empty by its own bounds. */
export function aboveBound(filter: RangeFilter, query: AnyQuery): string | undefined {
  const [low, high] = [query[filter.min], filter.max === undefined ? undefined : query[filter.max]];
  if (typeof low !== "number" || typeof high !== "number" || low <= high) return undefined;
  return "The minimum is above the maximum.";
}

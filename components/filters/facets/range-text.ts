/** Parses the fields of a range, and describes an error in one sentence. */
import type { AnyQuery, RangeFilter } from "@dealflow/contract/filters";
import { parseAmount } from "@/lib/format/money";

/** Returns undefined when the text cannot be read. Years and people are whole numbers. */
export function readBound(unit: RangeFilter["unit"], text: string): number | undefined {
  if (unit === "usd") return parseAmount(text);
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
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

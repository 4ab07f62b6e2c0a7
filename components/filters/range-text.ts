/** Parses what is typed into the fields of a range, and describes an error in one sentence. */
import type { AnyQuery, RangeFilter } from "@/lib/contract/filters";
import { parseAmount } from "@/lib/format/money";
import { unitText } from "./summaries";

/** Undefined: it cannot be read. Years and people are whole numbers. */
export function readBound(unit: RangeFilter["unit"], text: string): number | undefined {
  if (unit === "usd") return parseAmount(text);
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

const EXAMPLES = {
  usd: "write it like 5m, 1.2bn or 750,000",
  year: "write it like 2015",
  people: "write a whole number",
} as const;

const NOUNS = { usd: "an amount", year: "a year", people: "a number of people" } as const;

export function formatReadError(filter: RangeFilter, text: string): string {
  const shown = text.length > 20 ? `${text.slice(0, 20)}…` : text;
  return `“${shown}” is not ${NOUNS[filter.unit]}: ${EXAMPLES[filter.unit]}.`;
}

/** What is wrong with a range that is empty by its own bounds. */
export function aboveBound(filter: RangeFilter, query: AnyQuery): string | undefined {
  const [low, high] = [query[filter.min], filter.max === undefined ? undefined : query[filter.max]];
  if (typeof low !== "number" || typeof high !== "number" || low <= high) return undefined;
  return `From ${unitText(filter.unit, low)} is above to ${unitText(filter.unit, high)}: nothing lies between.`;
}

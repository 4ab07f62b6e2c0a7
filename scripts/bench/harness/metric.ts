/** Summarizes what was measured, and compares it with the product's promises. */

export type Budget = { readonly most: number } | { readonly least: number };

export interface Metric {
  /** The name includes the unit: `/funding: JavaScript, kB`. */
  readonly what: string;
  /** The value is NaN where it could not be measured. */
  readonly value: number;
  /** The budget is absent where the product promises nothing. */
  readonly budget?: Budget | undefined;
}

/** Returns a metric as a row for `console.table`. */
export function toRow({ what, value, budget }: Metric) {
  if (budget === undefined) return { what, value };
  const [sign, limit, isWithin] =
    "most" in budget ? ["≤", budget.most, value <= budget.most] : ["≥", budget.least, value >= budget.least];
  return { what, value, budget: `${sign} ${limit}`, verdict: isWithin ? "within" : "over" };
}

export function round(number: number, digits = 0): number {
  return Math.round(number * 10 ** digits) / 10 ** digits;
}

/** Returns the value below which this share of the numbers lies. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns the mean of the two in the middle where there are two. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

export interface Quantiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export function getQuantiles(numbers: readonly number[]): Quantiles {
  return { p50: quantile(numbers, 0.5), p95: quantile(numbers, 0.95), p99: quantile(numbers, 0.99) };
}

interface TimesOptions {
  /** The times are rounded to this many digits. */
  readonly digits?: number;
  readonly budget?: Budget | undefined;
}

/** Describes times (ms) by their median and their 95th percentile, of which the latter has a budget. */
export function describeTimes(
  what: string,
  { p50, p95 }: Pick<Quantiles, "p50" | "p95">,
  { digits = 0, budget }: TimesOptions = {},
): Metric[] {
  return [
    { what: `${what}: p50, ms`, value: round(p50, digits) },
    { what: `${what}: p95, ms`, value: round(p95, digits), budget },
  ];
}

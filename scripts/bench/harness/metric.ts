/** Compares results of benchmarks with the product's promises. */

export type Budget = { readonly most: number } | { readonly least: number };

export interface Metric {
  /** The name includes the unit: `/funding: JavaScript, kB`. */
  readonly what: string;
  /** The value is NaN where it could not be measured. */
  readonly value: number;
  /** The budget is absent where the product promises nothing. */
  readonly budget?: Budget | undefined;
}

export type Verdict = "within" | "over" | "";

export function getVerdict({ value, budget }: Metric): Verdict {
  if (budget === undefined) return "";
  const within = "most" in budget ? value <= budget.most : value >= budget.least;
  return within ? "within" : "over";
}

function budgetText(budget: Budget | undefined): string {
  if (budget === undefined) return "";
  return "most" in budget ? `≤ ${budget.most}` : `≥ ${budget.least}`;
}

export function formatTable(metrics: readonly Metric[]): string {
  const lines = metrics.map((one) => [one.what, String(one.value), budgetText(one.budget), getVerdict(one)] as const);
  const head = ["what", "value", "budget", ""] as const;
  const widths = head.map((word, at) => Math.max(word.length, ...lines.map((line) => line[at]?.length ?? 0)));
  const [what = 0, value = 0, budget = 0] = widths;
  const line = (cells: readonly [string, string, string, string]) =>
    `${cells[0].padEnd(what)}  ${cells[1].padStart(value)}  ${cells[2].padEnd(budget)}  ${cells[3]}`.trimEnd();
  return [line(head), "-".repeat(what + value + budget + 12), ...lines.map(line)].join("\n");
}

export function round(number: number, digits = 0): number {
  return Math.round(number * 10 ** digits) / 10 ** digits;
}

/** Returns the value below which this share of the numbers lies. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
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

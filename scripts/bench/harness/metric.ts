/** Compares results of benchmarks with the product's promises. */

export type Budget = { readonly most: number } | { readonly least: number };

export interface Metric {
  /** The name includes the unit: `/funding: JavaScript, kB`. */
  readonly what: string;
  /** The value is NaN where it could not be measured. */
  readonly value: number;
  /** The budget is absent where the product promises nothing. */
  readonly budget?: Budget;
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

/** Formats a table of text, metrics at the right. */
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

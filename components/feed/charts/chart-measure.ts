/** Whether a chart is drawn by amount or by count, and how either is written. */
import type { Grain } from "@/components/charts/buckets";
import { count, formatCount } from "@/lib/format/counts";
import { compactUsd, shortAmount } from "@/lib/format/money";
import type { Dimension } from "./chart-dimensions";
import type { Sum } from "./chart-totals";

export type Measure = "amount" | "count";

/** What a column or bar measures. */
export function measuredBy(sum: Sum, measure: Measure): number {
  return measure === "amount" ? sum.usd : sum.rows;
}

/** A value at a gridline or beside a bar. */
export function scaleText(value: number, measure: Measure): string {
  if (measure === "count" || value === 0) return count(value);
  return `$${shortAmount(value)}`;
}

/** What charts are drawn over. */
export type RowNoun = "loaded row" | "owned row" | "matching row";

/** `$171.2m in 6 loaded rows, 1 undisclosed`; `$171.2m in 6 matching rows (2 owned)`. */
export function formatSum(sum: Sum & { readonly owned?: number }, amounts: boolean, noun: RowNoun): string {
  const owned = sum.owned === undefined || sum.owned === 0 ? "" : ` (${count(sum.owned)} owned)`;
  const rows = formatCount(sum.rows, noun) + owned;
  if (!amounts || sum.rows === 0) return rows;
  if (sum.withheld) return `${rows}, too few amounts to show their sum`;
  const undisclosed = sum.undisclosed === 0 ? "" : `, ${count(sum.undisclosed)} undisclosed`;
  return `${compactUsd(sum.usd)} in ${rows}${undisclosed}`;
}

/** `Amount per month`, `Count by country`. */
export function titleOf(dimension: Dimension, measure: Measure, grain: Grain | undefined): string {
  const what = measure === "amount" ? "Amount" : "Count";
  return `${what} ${grain === undefined ? `by ${dimension.title.toLowerCase()}` : `per ${grain}`}`;
}

/** `60 loaded rows · $1.86bn, 4 undisclosed`. */
export function captionOf(sum: Sum, measure: Measure, noun: RowNoun): string {
  const rows = formatCount(sum.rows, noun);
  if (measure === "count" || sum.withheld) return rows;
  const undisclosed = sum.undisclosed === 0 ? "" : `, ${count(sum.undisclosed)} undisclosed`;
  return `${rows} · ${compactUsd(sum.usd)}${undisclosed}`;
}

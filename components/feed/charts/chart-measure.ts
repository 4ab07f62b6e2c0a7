/** Writes the measure of a chart, which is the amount or the count. */
import type { Grain } from "@/components/charts/buckets";
import { count, countText, formatCountText } from "@/lib/format/counts";
import { aboutUsd, compactUsd, shortAmount } from "@/lib/format/money";
import type { Dimension } from "./chart-dimensions";
import type { Sum } from "./chart-sums";

export type Measure = "amount" | "count";

/** Returns the measure of a column or bar. */
export function measuredBy(sum: Sum, measure: Measure): number {
  return measure === "amount" ? sum.usd : sum.rows;
}

/** Returns the owned part; undefined where the chart does not distinguish it. */
export function ownedBy({ owned }: Sum, measure: Measure): number | undefined {
  return measure === "amount" ? owned?.usd : owned?.rows;
}

/** Writes `$171.2m`, `about $170m`, or `no $ amounts` where none is known. */
export function amountText({ rows, usd, undisclosed, about }: Sum): string {
  if (rows > 0 && undisclosed === rows) return "no $ amounts";
  return about ? aboutUsd(usd) : compactUsd(usd);
}

/** Writes a value at a gridline or next to a bar. */
export function scaleText(value: number, measure: Measure): string {
  if (measure === "count" || value === 0) return count(value);
  return `$${shortAmount(value)}`;
}

/** Names the rows that charts are drawn over. */
export type RowNoun = "loaded row" | "owned row" | "loaded owned row" | "matching row";

/** Writes `$171.2m in 6 loaded rows, 1 without $ amount` or `about $170m in 6 matching rows (2 owned)`. */
export function formatSum(sum: Sum, amounts: boolean, noun: RowNoun): string {
  const owned = sum.owned === undefined || sum.owned.rows === 0 ? "" : ` (${count(sum.owned.rows)} owned)`;
  const rows = formatCountText(sum.rows, sum.approximate, noun) + owned;
  if (!amounts || sum.rows === 0) return rows;
  if (sum.undisclosed === sum.rows) return `${rows}, no $ amounts`;
  return `${amountText(sum)} in ${rows}${undisclosedText(sum)}`;
}

function undisclosedText({ undisclosed, approximate, aboutUndisclosed = approximate }: Sum): string {
  return undisclosed === 0 ? "" : `, ${countText(undisclosed, aboutUndisclosed)} without $ amount`;
}

/** Splits a sum into its owned and other parts for tooltips; the result is empty when one part is all of it. */
export function formatShares(
  sum: Sum,
  measure: Measure,
): { readonly owned: string; readonly rest: string } | undefined {
  const { rows, usd, owned, about, approximate } = sum;
  if (owned === undefined || owned.rows === 0 || owned.rows === rows) return undefined;
  if (measure === "count") return { owned: count(owned.rows), rest: countText(rows - owned.rows, approximate) };
  return { owned: compactUsd(owned.usd), rest: about ? aboutUsd(Math.max(0, usd - owned.usd)) : "undisclosed" };
}

/** Writes `Amount per month` or `Count by country`. */
export function chartTitle(dimension: Dimension, measure: Measure, grain: Grain | undefined): string {
  const what = measure === "amount" ? "Amount" : "Count";
  return `${what} ${grain === undefined ? `by ${dimension.title.toLowerCase()}` : `per ${grain}`}`;
}

/** Writes `60 loaded rows · $1.86bn, 4 without $ amount` or `53 matching rows · 30 owned · about $1.3bn`. */
export function chartCaption(sum: Sum, measure: Measure, noun: RowNoun): string {
  const matching = formatCountText(sum.rows, sum.approximate, noun);
  const rows = [matching, ...(sum.owned === undefined ? [] : [`${count(sum.owned.rows)} owned`])];
  if (measure === "count") return rows.join(" · ");
  return [...rows, `${amountText(sum)}${undisclosedText(sum)}`].join(" · ");
}

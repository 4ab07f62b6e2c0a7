/** Describes a view's state in words and numbers. Everything here is pure. */

import type { Summary } from "@dealflow/contract/account/summaries";
import type { FeedView } from "@/lib/client/feed-view";
import { aboutCount, count, credits, formatCount } from "@/lib/format/counts";
import { aboutUsd, compactUsd } from "@/lib/format/money";

/** This many rows fill the window of a first load. */
const SKELETON_ROWS = 20;

type Numbers = Pick<
  FeedView<unknown>,
  "rows" | "listed" | "ownedOnly" | "hasPreviews" | "total" | "status" | "loadingMore" | "creditsInView" | "offline"
>;

interface ResultParts {
  readonly parts: readonly (readonly [value: number | string, words: string])[];
  readonly note: string | undefined;
}

/** Writes `1,284 matching · $1.3bn in all · 60 owned · 60 credits in this view`. */
export function resultParts(
  { rows, listed, total, status, creditsInView, ownedOnly, hasPreviews, offline }: Numbers,
  summary?: Pick<Summary, "total" | "approximate" | "owned" | "counting" | "amounts">,
): ResultParts {
  const spent = [creditsInView, `${creditsInView === 1 ? "credit" : "credits"} in this view`] as const;
  if (status === "loading" && rows.length === 0) return { parts: [], note: offline ? "Offline" : "Loading" };
  if (ownedOnly) return { parts: [[total ?? rows.length, "owned"]], note: undefined };
  if (summary?.counting) return { parts: [["Counting", "matches"], spent], note: undefined };
  const estimate = summary?.approximate ? aboutCount(summary.total) : undefined;
  const matches = total ?? estimate;
  const matching = matches === undefined ? [] : [[matches, "matching"] as const, ...amountParts(summary)];
  const owned = summary === undefined ? [] : [[summary.owned, "owned"] as const];
  const loaded = hasPreviews ? [] : [[listed.length, "loaded"] as const];
  return { parts: [...matching, ...owned, ...loaded, spent], note: undefined };
}

/** Writes sum and median of the amounts, where any is known. */
function amountParts(summary: Pick<Summary, "amounts"> | undefined): (readonly [value: string, words: string])[] {
  const { sumUsd = null, medianUsd = null, about = false } = summary?.amounts ?? {};
  const text = about ? aboutUsd : compactUsd;
  return [
    ...(sumUsd === null ? [] : [[text(sumUsd), "in all"] as const]),
    ...(medianUsd === null ? [] : [[text(medianUsd), "median"] as const]),
  ];
}

/** The rows of the table are found by a search, and some may be hidden. */
interface ShownRows {
  readonly rows: readonly unknown[];
  /** No search leaves rows out. */
  readonly complete: boolean;
  readonly hides: boolean;
}

/** Counts all rows of the table, also those that are not loaded; undefined where only the loaded ones are known. */
export function countLines(
  { total, hasMore, status }: Pick<FeedView<unknown>, "total" | "hasMore" | "status">,
  { rows, complete, hides }: ShownRows,
): number | undefined {
  if (!complete) return rows.length;
  if (!hides && total !== undefined) return total;
  return hasMore || status !== "ready" ? undefined : rows.length;
}

/** Writes how many rows the table has: all of them, those that a search found, or those that are loaded. */
export function linesText(lines: number | undefined, { rows, complete }: ShownRows): string {
  if (!complete) return `${count(rows.length)} found`;
  return lines === undefined ? `${count(rows.length)} loaded` : count(lines);
}

/** Counts the placeholder rows below the rows. Nothing is expected while the browser is offline. */
export function countSkeletonRows({ listed, status, loadingMore, offline }: Numbers): number {
  if (offline) return 0;
  return loadingMore || (listed.length === 0 && status === "loading") ? SKELETON_ROWS : 0;
}

/** Writes what a screen reader announces when the rows change. */
export function announcement({ listed: rows, total, status, loadingMore, creditsInView, offline }: Numbers): string {
  if (status === "loading" || loadingMore) return offline ? "Offline" : "Loading";
  if (status !== "ready") return "";
  const loaded =
    total === undefined
      ? `${formatCount(rows.length, "row")} loaded`
      : `${count(rows.length)} of ${formatCount(total, "row")} loaded`;
  return `${loaded}, ${credits(creditsInView)} in this view`;
}

/** Writes what a screen reader announces when a record is opened; its place begins at 0. */
export function openRowText(place: number | undefined): string {
  return place === undefined ? "" : `, row ${count(place + 1)} open`;
}

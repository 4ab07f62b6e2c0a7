/** A view's state in words and numbers; pure. */

import type { Summary } from "@dealflow/contract/account-summaries";
import { LIMIT } from "@dealflow/contract/feeds";
import type { FeedView } from "@/lib/client/feed-view-state";
import { count, credits, formatCount } from "@/lib/format/counts";
import { aboutUsd, compactUsd } from "@/lib/format/money";
import { FREE, maxPrice, type Price } from "@/lib/format/price";

/** Rows that fill the window of a first load. */
const FIRST_GHOSTS = 20;
/** Ghost rows at the spending limit that show that there is more. */
const LIMIT_GHOSTS = 4;

type Numbers = Pick<
  FeedView<unknown>,
  | "rows"
  | "listed"
  | "explores"
  | "total"
  | "hasMore"
  | "status"
  | "loadingMore"
  | "creditsInView"
  | "showsPurchased"
  | "listsPurchased"
>;

/** Maximum number of records of the next page, which bounds its price. */
export function nextPageSize({ listed, total, status }: Numbers): number {
  if (total === undefined || status !== "ready") return LIMIT.default;
  return Math.max(1, Math.min(LIMIT.default, total - listed.length));
}

/** Price of the next page: free where the server has it cached. */
export function nextPrice({ nextCached }: Pick<FeedView<unknown>, "nextCached">, next: number): Price {
  return nextCached ? FREE : maxPrice(next);
}

export interface ResultParts {
  readonly parts: readonly (readonly [value: number | string, words: string])[];
  readonly note: string | undefined;
}

/** `1,284 matching · about $1.3bn in all · 60 owned · 60 credits in this view`; of what is owned `146 owned rows match`. */
export function resultParts(
  { rows, total: listed, status, creditsInView, showsPurchased, listsPurchased, explores }: Numbers,
  summary?: Pick<Summary, "total" | "owned" | "counting" | "amounts">,
): ResultParts {
  const total = explores ? listed : (summary?.total ?? listed);
  const spent = [creditsInView, `${creditsInView === 1 ? "credit" : "credits"} in this view`] as const;
  const loaded = [
    rows.length,
    showsPurchased ? (rows.length === 1 ? "owned row matches" : "owned rows match") : "loaded",
  ] as const;
  if (status === "loading" && rows.length === 0) return { parts: [], note: "Loading" };
  if (listsPurchased) return { parts: [[total ?? rows.length, "owned"]], note: undefined };
  const matching = total === undefined ? [] : [[total, "matching"] as const, ...amountParts(summary)];
  if (status === "owned") return { parts: [...matching, [rows.length, "owned"], spent], note: undefined };
  if (showsPurchased) return { parts: [loaded, spent], note: undefined };
  if (explores && summary?.counting) return { parts: [["Counting", "matches"], spent], note: undefined };
  if (explores) {
    const owned = summary === undefined ? [] : [[summary.owned, "owned"] as const];
    return { parts: [...matching, ...owned, spent], note: undefined };
  }
  if (rows.length === 0 && total === 0 && creditsInView === 0)
    return {
      parts: [
        [0, "matching"],
        [0, "credits, nothing was charged"],
      ],
      note: undefined,
    };
  return { parts: [...matching, loaded, spent], note: undefined };
}

/** Sum and median of the amounts, where any is known. */
function amountParts(summary: Pick<Summary, "amounts"> | undefined): (readonly [value: string, words: string])[] {
  const { sumUsd = null, medianUsd = null, about = false } = summary?.amounts ?? {};
  const text = about ? aboutUsd : compactUsd;
  return [
    ...(sumUsd === null ? [] : [[text(sumUsd), "in all"] as const]),
    ...(medianUsd === null ? [] : [[text(medianUsd), "median"] as const]),
  ];
}

/** Number of ghost rows below the rows. */
export function ghostsOf(view: Numbers & { spendingLimit: { paused: boolean } }, next: number): number {
  if (view.rows.length === 0 && (view.status === "loading" || view.status === "resting")) return FIRST_GHOSTS;
  if (view.loadingMore) return next;
  return view.spendingLimit.paused && view.status === "ready" ? LIMIT_GHOSTS : 0;
}

/** Announced to a screen reader when the rows change. */
export function announcement(view: Numbers & { spendingLimit: { paused: boolean } }): string {
  const { listed: rows, total, status, loadingMore, creditsInView, spendingLimit } = view;
  if (status === "loading" || loadingMore) return "Loading";
  if (view.showsPurchased && rows.length > 0) return `${formatCount(rows.length, "owned row")} shown, ${credits(0)}`;
  if (status !== "ready") return "";
  const loaded =
    total === undefined
      ? `${formatCount(rows.length, "row")} loaded`
      : `${count(rows.length)} of ${formatCount(total, "row")} loaded`;
  return `${loaded}, ${credits(creditsInView)} in this view${spendingLimit.paused ? ", paused" : ""}`;
}

export function purchasedMatch(rows: number): string {
  return rows === 1 ? "1 owned row matches" : `${count(rows)} owned rows match`;
}

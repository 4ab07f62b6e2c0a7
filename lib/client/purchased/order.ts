/** The order of owned records: that of the API for events, the newest purchase first for companies and investors. */
import type { FeedRecord } from "@dealflow/client/records";
import type { PurchasedRecord } from "./purchased-record";

/** ms since 1970; what has no date comes last. */
export function instantOf(purchased: Ordered): number {
  const { record, purchasedAt } = purchased;
  const iso = "announcedAt" in record ? record.announcedAt : purchasedAt;
  return (iso === null ? Number.NaN : Date.parse(iso)) || 0;
}

type Ordered = Pick<PurchasedRecord, "key" | "purchasedAt"> & { readonly record: FeedRecord };

/** Newest first, and of one instant the greater id first. */
export function comparePurchased(a: Ordered, b: Ordered): number {
  const between = instantOf(b) - instantOf(a);
  if (between !== 0) return between;
  return a.key < b.key ? 1 : a.key > b.key ? -1 : 0;
}

/** Merges a few ordered rows into many, at the cost of a search each and one copy. */
export function mergeOrdered<T>(many: readonly T[], few: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  const parts: (readonly T[])[] = [];
  let from = 0;
  for (const item of few) {
    const to = insertionIndex(many, item, from, compare);
    parts.push(many.slice(from, to), [item]);
    from = to;
  }
  parts.push(many.slice(from));
  // Whole runs are copied at once, which `flat` does not do.
  return many.slice(0, 0).concat(...parts);
}

/** Index of the first row from `low` on that comes behind the item. */
function insertionIndex<T>(rows: readonly T[], item: T, low: number, compare: (a: T, b: T) => number): number {
  let [start, end] = [low, rows.length];
  while (start < end) {
    const middle = (start + end) >> 1;
    const row = rows[middle];
    if (row !== undefined && compare(row, item) <= 0) start = middle + 1;
    else end = middle;
  }
  return start;
}

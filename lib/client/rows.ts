/** Rows of a view, made of its pages; what is owned is a row as it is, or 100,000 of them would take a copy each. */
import type { FeedPage } from "@/lib/api/dashboard";
import type { FeedRecord } from "@/lib/api/records";
import type { PurchasedRecord, Receipt } from "./purchased/purchased-record";

export interface Row<R = FeedRecord> {
  /** Unique in its view, and the same for as long as the view lives. */
  readonly key: string;
  readonly record: R;
  /** When it was bought: ISO timestamp. */
  readonly heldAt: string;
  readonly receipt: Receipt;
}

/** A record that comes twice is shown where it came first; one without an id goes by its place. */
export function rowsOf(pages: readonly FeedPage[], view: string): Row[] {
  const rows: Row[] = [];
  const seen = new Set<string>();
  for (const [pageIndex, page] of pages.entries()) {
    const { heldAt } = page;
    const receipt = { requestId: page.requestId, view };
    for (const [index, record] of page.records.entries()) {
      const key = record.id ?? `${pageIndex}:${index}`;
      if (seen.has(key)) continue;
      seen.add(key);
      rows.push({ key, record, heldAt, receipt });
    }
  }
  return rows;
}

/** The rows, each as it was bought last, also for another view or by itself. */
export function latestPurchase(
  rows: readonly Row[],
  newest: (key: string) => PurchasedRecord | undefined,
): readonly Row[] {
  return rows.map((row) => {
    const purchased = newest(row.key);
    return purchased !== undefined && Date.parse(purchased.heldAt) > Date.parse(row.heldAt) ? purchased : row;
  });
}

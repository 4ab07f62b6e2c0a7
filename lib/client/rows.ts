/** Rows of a view, built from its pages; a purchased record is used as a row as it is, or 100,000 of them would be copied. */

import type { FeedRecord } from "@dealflow/client/records";
import type { FeedPage } from "@/lib/api/dashboard";
import type { RowPreview } from "@/lib/api/explore";
import type { PurchasedRecord, Receipt } from "./purchased/purchased-record";

export interface Row<R = FeedRecord> {
  /** Unique in its view, and the same for as long as the view lives. */
  readonly key: string;
  readonly record: R;
  /** When it was bought: ISO timestamp. */
  readonly heldAt: string;
  readonly receipt: Receipt;
  /** Absent for a record that is owned. */
  readonly preview?: RowPreview;
  /** Its place in the document, where that outlives its key: a preview that was bought. */
  readonly slot?: string;
}

/** A duplicate record is shown at its first position; one without an id is keyed by its position. */
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

/** Rows of a view, made of its pages or of what is owned. */
import type { FeedPage } from "@/lib/api/dashboard";
import type { FeedRecord } from "@/lib/api/records";
import type { OwnedRecord, Receipt } from "./owned/owned-record";

export interface Row<R = FeedRecord> {
  /** Unique in its view, and the same for as long as the view lives. */
  readonly key: string;
  readonly record: R;
  /** When it was bought. */
  readonly heldAt: Date;
  readonly receipt: Receipt;
}

/** A record that comes twice is shown where it came first; one without an id goes by its place. */
export function rowsOf(pages: readonly FeedPage[], view: string): Row[] {
  const rows: Row[] = [];
  const seen = new Set<string>();
  for (const [pageIndex, page] of pages.entries()) {
    const heldAt = new Date(page.heldAt);
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

const ownedRows = new WeakMap<OwnedRecord, Row>();

/** The row of an owned record: the same one whenever it is asked for. */
export function ownedRow(owned: OwnedRecord): Row {
  let row = ownedRows.get(owned);
  if (row === undefined) {
    row = { key: owned.key, record: owned.record, heldAt: new Date(owned.heldAt), receipt: owned.receipt };
    ownedRows.set(owned, row);
  }
  return row;
}

/** The rows, each as it was bought last, also for another view or by itself. */
export function asBoughtLast(rows: readonly Row[], newest: (key: string) => OwnedRecord | undefined): readonly Row[] {
  return rows.map((row) => {
    const owned = newest(row.key);
    return owned !== undefined && Date.parse(owned.heldAt) > row.heldAt.getTime() ? ownedRow(owned) : row;
  });
}

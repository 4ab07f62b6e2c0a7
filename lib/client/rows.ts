/** Rows of a view, made of its pages. */
import type { FeedPage } from "@/lib/api/dashboard";
import type { FeedRecord } from "@/lib/api/records";

export interface Row<R = FeedRecord> {
  /** Unique in its view, and the same for as long as the view lives. */
  readonly key: string;
  readonly record: R;
  /** When it was bought. */
  readonly heldAt: Date;
}

/** A record that comes twice is shown where it came first; one without an id goes by its place. */
export function rowsOf(pages: readonly FeedPage[]): Row[] {
  const rows: Row[] = [];
  const seen = new Set<string>();
  for (const [pageIndex, page] of pages.entries()) {
    const heldAt = new Date(page.heldAt);
    for (const [index, record] of page.records.entries()) {
      const key = record.id ?? `${pageIndex}:${index}`;
      if (seen.has(key)) continue;
      seen.add(key);
      rows.push({ key, record, heldAt });
    }
  }
  return rows;
}

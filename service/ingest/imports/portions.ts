/** Reads any number of rows in portions. */
import type pg from "pg";
import type { RecordKind } from "../write/import-records";

export const PORTION = 5_000;
export const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Yields the rows in portions that are not empty.
 * @param load returns at most so many rows, those after the last one of the portion before
 */
export async function* inPortions<Row>(
  size: number,
  load: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await load(last);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = rows.at(-1);
  }
}

export interface NotedRecord {
  readonly id: string;
  readonly before: string;
}

export function notedRecords(
  client: pg.ClientBase,
  importId: number,
  kind: RecordKind,
  effect: "added" | "changed" | "removed",
): AsyncGenerator<readonly NotedRecord[]> {
  return inPortions(PORTION, async (last) => {
    const { rows } = await client.query<NotedRecord>(
      `select record_id as id, coalesce(before, '') as before from import_records
       where import_id = $1 and kind = $2 and effect = $3 and record_id > $4 order by record_id limit ${PORTION}`,
      [importId, kind, effect, last?.id ?? FIRST_ID],
    );
    return rows;
  });
}

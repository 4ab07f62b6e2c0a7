/** Reads what an import noted of its records in portions, because it may have named any number. */
import type pg from "pg";
import type { RecordKind } from "../write/import-records";

export const PORTION = 5_000;
export const FIRST_ID = "00000000-0000-0000-0000-000000000000";

export interface PortionRow {
  readonly id: string;
  readonly before: string;
}

export async function inPortions(
  client: pg.ClientBase,
  importId: number,
  kind: RecordKind,
  effect: "added" | "changed" | "removed",
  use: (rows: readonly PortionRow[]) => Promise<void>,
): Promise<void> {
  for (let after = FIRST_ID; ; ) {
    const { rows } = await client.query<PortionRow>(
      `select record_id as id, coalesce(before, '') as before from import_records
       where import_id = $1 and kind = $2 and effect = $3 and record_id > $4 order by record_id limit ${PORTION}`,
      [importId, kind, effect, after],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    await use(rows);
    after = last.id;
  }
}

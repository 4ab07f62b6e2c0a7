/**
 * Withdraws a record. A retraction is an import whose only change is that removal, so it is listed and undone like one.
 * While it is in force, imports that state the record list it instead of bringing it back.
 */
import type pg from "pg";
import { inTransaction } from "@/service/store/transaction";
import { withBulkIndexes } from "../bulk-indexes";
import { type ImportStart, lockImports, recordChange } from "../imports/imports";
import type { RecordKind } from "../write/import-records";
import { findStored } from "../write/stored-records";
import type { FoundRecord } from "./find-record";
import { removeRecords } from "./remove";

/**
 * Returns the id of the import that the retraction is, and how many events were removed with a person, or no longer name the
 * company or investor.
 * @param find finds the record in the transaction; its errors are thrown
 */
export async function retractRecord(
  pool: pg.Pool,
  find: (client: pg.ClientBase) => Promise<FoundRecord>,
  { source, reason, by }: { readonly source: string; readonly reason: string; readonly by?: ImportStart["by"] },
  now: Date,
) {
  return inTransaction(pool, async (client) => {
    // Imports wait until the end; readers do not.
    await lockImports(client);
    const { kind, id: recordId, record, title } = await find(client);
    const id = await recordChange(client, "retraction", { source, file: title, ...(by && { by }) }, now);
    await client.query(
      "insert into retractions (import_id, kind, record_id, reason, record) values ($1, $2, $3, $4, $5)",
      [id, kind, recordId, reason, record],
    );
    await withBulkIndexes(client, () => removeRecords({ client, importId: id }, kind, [recordId]));
    const { rowCount } = await client.query("select from import_records where import_id = $1 and record_id <> $2", [
      id,
      recordId,
    ]);
    return { id: String(id), kind, recordId, title, withdrawn: 1, events: rowCount ?? 0 };
  });
}

/** Withdraws the record of a retraction once more, after an undo derived it again. */
export async function repeatRetraction(client: pg.ClientBase, importId: number): Promise<void> {
  const { rows } = await client.query<{ kind: RecordKind; id: string }>(
    "select kind, record_id as id from retractions where import_id = $1",
    [importId],
  );
  for (const { kind, id } of rows) {
    if ((await findStored(client, kind, [id])).size > 0) await removeRecords({ client, importId }, kind, [id]);
  }
}

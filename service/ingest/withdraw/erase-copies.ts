/**
 * Removes the copies of erased records: what imports noted for an undo, merges, retractions, corrections, the words of reports by members, webhook
 * events and stored answers.
 */
import type pg from "pg";
import * as z from "zod";
import { detachParties } from "./event-kinds";
import type { FoundRecord } from "./find-record";

const removed = z.object({ demo: z.boolean(), record: z.string() });

const ERASED_FILE = "update imports set file = 'an erased record' where id in (select import_id from gone)";

/** Removes the copies of the records `$1`. */
const COPIES = [
  "delete from external_keys where id = any($1::uuid[])",
  "delete from import_records where record_id = any($1::uuid[])",
  "delete from judgements where record_id = any($1::uuid[])",
  "delete from company_names where company_id = any($1::uuid[])",
  `with gone as (delete from retractions where record_id = any($1::uuid[]) returning import_id) ${ERASED_FILE}`,
  `with gone as (delete from corrections where record_id = any($1::uuid[]) returning import_id),
     reports as (delete from import_reports where import_id in (select import_id from gone)) ${ERASED_FILE}`,
  `with gone as (
     delete from merges where from_id = any($1::uuid[]) or into_id = any($1::uuid[]) returning import_id) ${ERASED_FILE}`,
  "delete from merged_records where id = any($1::uuid[])",
  "delete from possible_duplicates where left_id = any($1::uuid[]) or right_id = any($1::uuid[])",
  `delete from webhook_deliveries where event_id in (select id from webhook_events where record_id = any($1::uuid[]))`,
  "delete from webhook_events where record_id = any($1::uuid[])",
  `update record_reports set title = 'an erased record', note = '', decision_note = '', duplicate_of = null
   where record_id = any($1::uuid[]) or duplicate_of = any($1::uuid[])`,
  "delete from inbox_items where record_id = any($1::uuid[]) or company_id = any($1::uuid[])",
  "delete from idempotent_answers where body like any (select '%' || id || '%' from unnest($1::text[]) as id)",
];

/** @param ids the ids of the record and of the events that go with it */
export async function eraseCopies(client: pg.ClientBase, record: FoundRecord, ids: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ id: string; isOf: boolean }>(
    `with recursive part (id, root) as (
       select id, id from unnest($1::uuid[]) erased (id)
       union select m.id, part.root from part join merged_records m on m.into_id = part.id)
     select id, root = $2 as "isOf" from part`,
    [ids, record.id],
  );
  const all = [rows.map(({ id }) => id)];
  for (const statement of COPIES) await client.query(statement, all);
  if (record.kind === "company" || record.kind === "person" || record.kind === "investor")
    for (const { id, isOf } of rows) if (isOf) await eraseFromEvents(client, { kind: record.kind, id });
}

/** Earlier texts of other events may name it. An undo restores those without an investor, and leaves the others as they are. */
async function eraseFromEvents(client: pg.ClientBase, { kind, id }: Pick<FoundRecord, "kind" | "id">): Promise<void> {
  const like = [`%${id}%`];
  if (kind !== "investor") {
    await client.query("delete from import_records where before like $1", like);
    await client.query(
      `with gone as (delete from retractions where record like $1 returning import_id) ${ERASED_FILE}`,
      like,
    );
    return;
  }
  const gone = new Set([id]);
  const notes = await client.query<{ record: string; importId: number; effect: string; before: string }>(
    `select record_id as record, import_id as "importId", effect, before from import_records where before like $1`,
    like,
  );
  for (const { record, importId, effect, before } of notes.rows) {
    const was = effect === "removed" ? removed.parse(JSON.parse(before)) : undefined;
    const text = detachParties(was?.record ?? before, gone);
    await client.query("update import_records set before = $3 where record_id = $1 and import_id = $2", [
      ...[record, importId],
      was === undefined ? text : JSON.stringify({ ...was, record: text }),
    ]);
  }
  for (const table of ["retractions", "webhook_events"]) {
    const key = table === "retractions" ? "import_id" : "id";
    const { rows } = await client.query<{ key: string; record: string }>(
      `select ${key}::text as key, record from ${table} where record like $1`,
      like,
    );
    for (const row of rows)
      await client.query(`update ${table} set record = $2 where ${key}::text = $1`, [
        row.key,
        detachParties(row.record, gone),
      ]);
  }
}

/**
 * Removes the copies of erased records: what imports noted for an undo, merges, retractions, corrections, the words of reports by members, webhook
 * events and stored answers.
 */
import type pg from "pg";
import * as z from "zod";
import { PARTS } from "../write/import-records";
import { detachParties } from "./event-kinds";
import type { FoundRecord } from "./find-record";

const removed = z.object({ demo: z.boolean(), record: z.string() });
const named = z.object({ id: z.string(), name: z.string() });

const ERASED_FILE = "update imports set file = 'an erased record' where id in (select import_id from gone)";

const ERASED_REPORT = "title = 'an erased record', note = '', decision_note = ''";

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
  `update record_reports set ${ERASED_REPORT}, duplicate_of = null
   where record_id = any($1::uuid[]) or duplicate_of = any($1::uuid[])`,
  "delete from watched_companies where company_id = any($1::uuid[])",
  "delete from inbox_items where record_id = any($1::uuid[]) or company_id = any($1::uuid[])",
  "delete from idempotent_answers where body like any (select '%' || id || '%' from unnest($1::text[]) as id)",
];

/** Removes the texts `$1` that name a company or person, of events that no longer do. */
const EARLIER_TEXTS = [
  "delete from import_records where before like $1",
  "delete from retractions where record like $1",
  "delete from webhook_deliveries where event_id in (select id from webhook_events where record like $1)",
  "delete from webhook_events where record like $1",
];

/** Removes from the events `$1` the titles and words that may be of the time when they named the company or person. */
const EARLIER_TITLES = [
  `update imports set file = 'an erased record' where id in (
     select import_id from retractions where record_id = any($1::uuid[])
     union all select import_id from corrections where record_id = any($1::uuid[])
     union all select import_id from merges where from_id = any($1::uuid[]) or into_id = any($1::uuid[]))`,
  `update record_reports set ${ERASED_REPORT} where record_id = any($1::uuid[])`,
];

/** A correction of another fact repeats the names `$2` of the event's parties. A name alone identifies nobody in other reports. */
const EARLIER_CORRECTIONS = `delete from import_reports r using corrections c
  where c.import_id = r.import_id and c.record_id = any($1::uuid[]) and exists (
    select from jsonb_each_text(r.report::jsonb -> 'texts') stated
    where stated.key like '%.name' and stated.value = any($2::text[]))`;

/**
 * @param ids the ids of the record and of the events that go with it
 * @param importIds the imports that had reports about them
 */
export async function eraseCopies(
  client: pg.ClientBase,
  record: FoundRecord,
  ids: readonly string[],
  importIds: readonly number[],
): Promise<void> {
  const { rows } = await client.query<{ id: string; isOf: boolean }>(
    `${PARTS} select part_id as id, id = $2 as "isOf" from part`,
    [ids, record.id],
  );
  const all = [rows.map(({ id }) => id)];
  for (const statement of COPIES) await client.query(statement, all);
  if (record.kind === "company" || record.kind === "person" || record.kind === "investor")
    for (const { id, isOf } of rows) if (isOf) await eraseFromEvents(client, { ...record, id }, importIds);
}

/** Earlier texts of other events may name it. An undo restores those without an investor, and leaves the others as they are. */
async function eraseFromEvents(client: pg.ClientBase, { kind, id, title }: FoundRecord, importIds: readonly number[]) {
  const like = [`%${id}%`];
  if (kind !== "investor") {
    // An undone correction has no notes any more, but it had a report.
    const { rows } = await client.query<{ id: string; text: string | null }>(
      `select record_id as id, before as text from import_records where before like $1
       union all select record_id, record from retractions where record like $1
       union all select record_id, record from webhook_events where record like $1
       union all select record_id, null from corrections where import_id = any($2::integer[])`,
      [...like, importIds],
    );
    const events = [rows.map((row) => row.id)];
    for (const statement of EARLIER_TITLES) await client.query(statement, events);
    const names = rows.flatMap(({ text }) => (text === null ? [] : namesIn(JSON.parse(text), id)));
    await client.query(EARLIER_CORRECTIONS, [...events, [title, ...names]]);
    for (const statement of EARLIER_TEXTS) await client.query(statement, like);
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

/** Returns the names that an event's text has for the company or person; that of a removed event is part of another. */
function namesIn(value: unknown, id: string): string[] {
  const { success, data } = removed.safeParse(value);
  if (success) return namesIn(JSON.parse(data.record), id);
  const { data: found } = named.safeParse(value);
  if (found?.id === id) return [found.name];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap((part) => namesIn(part, id)) : [];
}

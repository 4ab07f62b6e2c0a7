/** Removes records in the name of an import, which notes what they were, so that its undo brings them back. */
import type pg from "pg";
import { RECORD_TABLES, type RecordKind } from "../write/import-records";
import { RECORD_TEXT, type StoredRecord } from "../write/stored-records";
import type { Run } from "../write/update";
import { detachParties, EVENT_KINDS, type EventKind, getEventKind } from "./event-kinds";

const PORTION = 2_000;

/** The import in whose name records are removed or changed. */
export type Noting = Pick<Run, "client" | "importId">;

/** A removed company is noted with these, too. Its ranks and figures are those of the last night. */
const COMPANY_PARTS = `,
    'domains', (select coalesce(json_agg(d), '[]') from company_domains d where d.company_id = t.id),
    'formerNames', (select coalesce(json_agg(n), '[]') from company_former_names n where n.company_id = t.id),
    'figures', (select coalesce(json_agg(f), '[]') from company_figures f where f.company_id = t.id),
    'ranks', (select coalesce(json_agg(r), '[]') from company_ranks r where r.company_id = t.id)`;

/**
 * Removes records of one kind, with what cannot be without them: the moves of a person. Events of a company show it as
 * it was stated, and events of an investor no longer name it. The keys stay, so that a record that comes back has its
 * id. The caller holds the lock of `external_keys`.
 */
export async function removeRecords(run: Noting, kind: RecordKind, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += PORTION)
    await removePortion(run, kind, ids.slice(from, from + PORTION));
}

async function removePortion(run: Noting, kind: RecordKind, ids: readonly string[]): Promise<void> {
  const { client, importId } = run;
  const events = getEventKind(kind);
  if (kind === "person") await removeMoves(run, ids);
  else if (events === undefined) {
    const gone = new Set(ids);
    for (const one of EVENT_KINDS)
      await rewriteNaming(client, importId, one, ids, (record) => detachParties(record, gone));
  }
  await noteRemoved(run, kind, ids);
  // A domain is the key of a company that has no other.
  if (kind === "company")
    await client.query(
      `insert into external_keys (kind, source, key, id)
       select 'company', '', domain, company_id from company_domains where company_id = any($1::uuid[])
       on conflict (kind, source, key) do update set id = excluded.id`,
      [ids],
    );
  await deleteRecords(client, kind, ids);
}

/** Notes what records were before an import removes them, also those that it named or changed before. */
export async function noteRemoved({ client, importId }: Noting, kind: RecordKind, ids: readonly string[]) {
  const before = `json_build_object('demo', t.demo, 'record', ${RECORD_TEXT[kind]}${kind === "company" ? COMPANY_PARTS : ""})`;
  await client.query(
    `insert into import_records as r (record_id, import_id, kind, line, effect, before)
     select t.id, $1, $2, 0, 'removed', ${before}::text from ${RECORD_TABLES[kind]} t where t.id = any($3::uuid[])
     on conflict (record_id, import_id) do update set effect = 'removed', before = case r.effect
       when 'changed' then jsonb_set(excluded.before::jsonb, '{record}', to_jsonb(r.before))::text else excluded.before end
     where r.effect in ('named', 'changed')`,
    [importId, kind, ids],
  );
}

/** Deletes records to which no event refers any more. */
export async function deleteRecords(client: pg.ClientBase, kind: RecordKind, ids: readonly string[]): Promise<void> {
  if (getEventKind(kind) !== undefined)
    await client.query("delete from event_sources where event_id = any($1::uuid[])", [ids]);
  await client.query(`delete from ${RECORD_TABLES[kind]} where id = any($1::uuid[])`, [ids]);
}

async function removeMoves(run: Noting, people: readonly string[]): Promise<void> {
  const moves = "select id from exec_moves where person_id = any($1::uuid[])";
  const { rows } = await run.client.query<{ id: string }>(moves, [people]);
  const ids = rows.map(({ id }) => id);
  await removeRecords(run, "exec_move", ids);
}

/**
 * Changes the events so that they no longer name any of the records. A portion at a time, because these may have any number.
 * @param importId the import that notes what the events were; null for an erasure, which notes nothing
 */
export async function rewriteNaming(
  client: pg.ClientBase,
  importId: number | null,
  events: EventKind,
  ids: readonly string[],
  change: (record: string) => string,
): Promise<void> {
  for (;;) {
    const { rows } = await client.query<StoredRecord>(
      `select t.id, ${RECORD_TEXT[events.kind]} as record from ${events.table} t join (${events.naming}) as named(id) using (id) limit ${PORTION}`,
      [ids],
    );
    if (rows.length === 0) return;
    if (importId !== null) await noteChanged({ client, importId }, events.kind, rows);
    const changed = rows.map(({ record }) => change(record));
    await events.rewrite(client, changed);
  }
}

/** Notes what records were before an import changed them, unless it changed or added them already. */
export async function noteChanged({ client, importId }: Noting, kind: RecordKind, records: readonly StoredRecord[]) {
  await client.query(
    `insert into import_records as r (record_id, import_id, kind, line, effect, before)
     select id, $1, $2, 0, 'changed', record from unnest($3::uuid[], $4::text[]) as e (id, record)
     on conflict (record_id, import_id) do update set effect = 'changed', before = excluded.before where r.effect = 'named'`,
    [importId, kind, records.map(({ id }) => id), records.map(({ record }) => record)],
  );
}

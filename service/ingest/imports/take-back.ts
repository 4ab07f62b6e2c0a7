/** Takes back what one import did: removes what it added, and restores what it changed or removed to what was there before. */
import type pg from "pg";
import { ENTITY_KINDS } from "../withdraw/entity-kinds";
import { EVENT_KINDS } from "../withdraw/event-kinds";
import { deleteRecords } from "../withdraw/remove";
import { restoreRecords } from "../withdraw/restore";
import { RECORD_TABLES, type RecordKind } from "../write/import-records";
import { reassembleEvents } from "../write/reassemble";
import { RECORD_TEXT, type StoredRecord } from "../write/stored-records";
import { FIRST_ID, inPortions, notedRecords, PORTION } from "./portions";

/** The first import that is taken back. It is undone, or derived again with those that came after it. */
interface FirstImport {
  readonly id: number;
  readonly isUndone: boolean;
}

/** Events go before what they refer to, and are restored before it goes. Later imports are taken back before earlier ones. */
export async function takeBack(client: pg.ClientBase, importId: number, first: FirstImport): Promise<void> {
  await client.query(
    "insert into undo_changed select record_id, kind from import_records where import_id = $1 and effect = 'changed'",
    [importId],
  );
  for (const { kind } of EVENT_KINDS) await remove(client, importId, kind);
  await takeBackMerges(client, importId);
  await returnKeys(client, importId);
  await restoreRecords(client, importId);
  await removeLinks(client, importId, first);
  for (const { kind } of ENTITY_KINDS) await remove(client, importId, kind);
  for (const table of ["judgements", "shared_hosts", "company_names"])
    await client.query(`delete from ${table} where import_id = $1`, [importId]);
  await client.query("delete from possible_duplicates where import_id = $1 and verdict is null", [importId]);
  await client.query("delete from import_records where import_id = $1", [importId]);
}

async function remove(client: pg.ClientBase, importId: number, kind: RecordKind): Promise<void> {
  for await (const rows of notedRecords(client, importId, kind, "added")) {
    const ids = rows.map(({ id }) => id);
    await deleteRecords(client, kind, ids);
  }
}

/**
 * Removes the keys, domains and former names that the import gave to records of others. A record that it added keeps
 * its keys, and its domain as a key of no source: when the same thing is imported again it is the same record, for
 * whoever bought it. A record that the undone import added becomes one of the next import that named it, with the id that it
 * has: that one keeps its key, and the others are compared again.
 */
async function removeLinks(client: pg.ClientBase, importId: number, { id, isUndone }: FirstImport): Promise<void> {
  const ofOthers = "r.import_id = $1 and r.effect <> 'added'";
  await client.query(
    `delete from external_keys k using import_records r where k.id = r.record_id and k.import_id = $1 and ${ofOthers}
       and not ($3 and exists (
           select from import_records u where u.record_id = k.id and u.import_id = $2 and u.effect = 'added')
         and not exists (select from import_records x where x.record_id = k.id and x.import_id > $2 and x.import_id < $1))`,
    [importId, id, isUndone],
  );
  for (const table of ["company_domains", "company_former_names"])
    await client.query(
      `delete from ${table} t using import_records r where t.company_id = r.record_id and t.import_id = $1 and ${ofOthers}`,
      [importId],
    );
  await client.query(
    `insert into external_keys (kind, source, key, id)
     select 'company', '', d.domain, d.company_id
     from company_domains d join import_records r on r.record_id = d.company_id
     where r.import_id = $1 and r.effect = 'added' on conflict (kind, source, key) do update set id = excluded.id`,
    [importId],
  );
}

/** Gives keys back to the companies from which decisions of the import moved them. */
async function returnKeys(client: pg.ClientBase, importId: number): Promise<void> {
  await client.query(
    `update external_keys k set id = first.moved_from
     from (select distinct on (kind, source, key) kind, source, key, moved_from from judgements
       where import_id = $1 and moved_from is not null order by kind, source, key, id) first
     where k.kind = first.kind and k.source = first.source and k.key = first.key`,
    [importId],
  );
}

/** Rewrites the events whose companies, investors or people an undo changed. */
export async function refreshEvents(client: pg.ClientBase): Promise<void> {
  for (const { kind, party } of ENTITY_KINDS) {
    const changed = inPortions<StoredRecord>(PORTION, async (last) => {
      const { rows } = await client.query(
        `select t.id, ${RECORD_TEXT[kind]} as record from ${RECORD_TABLES[kind]} t
         where t.id > $1 and t.id in (select id from undo_changed where kind = $2) order by t.id limit ${PORTION}`,
        [last?.id ?? FIRST_ID, kind],
      );
      return rows;
    });
    for await (const rows of changed)
      await reassembleEvents(client, new Map(rows.map(({ id, record }) => [id, party(id, record)])));
  }
}

/** Each purchase that a merge noted (`had`), with those of the records that went into the same one (`gone`, `paid`). */
const NOTED_PURCHASES = `merged_records m
  cross join jsonb_to_recordset(m.purchases) as had (workspace_id uuid, kind text, ledger_id uuid, at timestamptz)
  join merged_records gone on gone.import_id = m.import_id and gone.into_id = m.into_id
  join purchased_records paid on paid.workspace_id = had.workspace_id and paid.kind = had.kind and paid.record_id = gone.id`;

/** Gives back the keys, domains, charges, stars and matches in inboxes of records that an import merged, before the undo restores the records. */
async function takeBackMerges(client: pg.ClientBase, importId: number): Promise<void> {
  const statements = [
    // A record that was merged into one that was merged later has its keys back from there.
    `update external_keys k set id = m.id
     from merged_records m, jsonb_to_recordset(m.keys) as had (source text, key text)
     where m.import_id = $1 and k.kind = m.kind and k.source = had.source and k.key = had.key`,
    `delete from company_domains d using merged_records m
     where m.import_id = $1 and d.import_id = $1 and d.domain in (
       select had.domain from import_records r, jsonb_to_recordset(r.before::jsonb -> 'domains') as had (domain text)
       where r.record_id = m.id and r.import_id = $1 and r.effect = 'removed')`,
    // A report of the one record is of the one whose charge it refunds, which would be refunded again otherwise.
    `update record_reports r set record_id = gone.id from ${NOTED_PURCHASES}
     where m.import_id = $1 and r.workspace_id = had.workspace_id and r.kind = had.kind and r.record_id = m.into_id
       and r.charge_id = paid.ledger_id and r.charge_id is distinct from had.ledger_id and not exists (
         select from record_reports o where o.workspace_id = r.workspace_id and o.kind = r.kind and o.record_id = gone.id
           and o.status = 'open')`,
    // A purchase since the merge has another time, and stays.
    `update purchased_records p set ledger_id = had.ledger_id, at = had.at from ${NOTED_PURCHASES}
     where m.import_id = $1 and p.workspace_id = had.workspace_id and p.kind = had.kind and p.record_id = m.into_id
       and p.at in (had.at, paid.at)`,
    `insert into watched_companies
     select w.* from merged_records m, jsonb_populate_recordset(null::watched_companies, m.watches) w
     where m.import_id = $1 and exists (select from workspaces where id = w.workspace_id) on conflict do nothing`,
    `insert into inbox_matches (workspace_id, position, company_id)
     select workspace_id, position, m.id
     from merged_records m cross join jsonb_to_recordset(m.matches) as had (workspace_id uuid, position bigint)
       join inbox_items using (workspace_id, position)
     where m.import_id = $1`,
    `delete from inbox_matches i
     using merged_records m, jsonb_to_recordset(m.matches) as had (workspace_id uuid, position bigint, moved boolean)
     where m.import_id = $1 and had.moved and i.company_id = m.into_id
       and i.workspace_id = had.workspace_id and i.position = had.position`,
    // A star whose note was changed since, or that was given again, is one of its own.
    `delete from watched_companies w
     using merged_records m, jsonb_populate_recordset(null::watched_companies, m.added_watches) added
     where m.import_id = $1 and w = added`,
    "delete from merged_records where import_id = $1",
  ];
  for (const statement of statements) await client.query(statement, [importId]);
}

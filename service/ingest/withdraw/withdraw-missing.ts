/** Withdraws the records of a source that its full export lacks. */
import type pg from "pg";
import { RECORD_TABLES, type RecordKind } from "../write/import-records";
import { isUnnamed } from "./references";
import { removeRecords } from "./remove";

/** Events go first, because a company, investor or person stays while an event names it. */
const KINDS: readonly RecordKind[] = ["funding", "acquisition", "exec_move", "person", "investor", "company"];

/** A source may have a file for each kind of record: a full export replaces those of its own kind. */
const KIND_OF_ROWS = `case when i.settings ->> 'map' is null then 'lines'
  else (select r.report::jsonb ->> 'kind' from import_reports r where r.import_id = i.id order by r.line limit 1) end`;

/**
 * Removes, in the name of the import, the records that earlier imports of its source from files of the same kind named,
 * and that neither it nor any other import in force names. They come back with a later file that has them, with their ids.
 * Returns how many were withdrawn, and of how many that the source had before.
 */
export async function withdrawMissing(client: pg.ClientBase, importId: number) {
  await client.query(
    `create temporary table if not exists source_records
       (id uuid primary key, kind text not null, missing boolean not null) on commit drop`,
  );
  await client.query("truncate source_records");
  await client.query(
    `with me as (select i.source, ${KIND_OF_ROWS} as rows from imports i where i.id = $1),
     same as materialized (
       select i.id from imports i cross join me where i.source = me.source and i.kind = 'file' and i.undone_at is null
         and ${KIND_OF_ROWS} = me.rows),
     named as materialized (
       select record_id, min(kind) as kind, bool_or(import_id = $1) as here from import_records
       where import_id in (select id from same) and effect <> 'removed' group by record_id)
     insert into source_records select n.record_id, n.kind, not n.here and not exists (
       select from import_records o join imports i on i.id = o.import_id
       where o.record_id = n.record_id and o.effect <> 'removed' and i.kind = 'file' and i.undone_at is null
         and i.id not in (select id from same))
     from named n`,
    [importId],
  );
  let [withdrawn, of] = [0, 0];
  for (const kind of KINDS) {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::integer as n from ${RECORD_TABLES[kind]} t join source_records s using (id) where s.kind = $1`,
      [kind],
    );
    of += rows[0]?.n ?? 0;
  }
  for (const kind of KINDS) {
    const { rows } = await client.query<{ id: string }>(
      `select t.id from ${RECORD_TABLES[kind]} t join source_records s using (id)
       where s.kind = $1 and s.missing and not t.demo and ${isUnnamed(kind)}`,
      [kind],
    );
    const ids = rows.map(({ id }) => id);
    await removeRecords({ client, importId }, kind, ids);
    withdrawn += rows.length;
  }
  return { withdrawn, of };
}

/** Names the records of refused rows, which are in the file although they cannot be read. */
export async function nameRefused(
  client: pg.ClientBase,
  { importId, source }: { readonly importId: number; readonly source: string },
  refused: readonly { readonly kind: RecordKind; readonly key: string }[],
): Promise<void> {
  if (refused.length === 0) return;
  await client.query(
    `insert into import_records (record_id, import_id, kind, line, effect)
     select distinct k.id, $1::integer, k.kind, 0, 'named'
     from external_keys k join unnest($3::text[], $4::text[]) as row (kind, key) on k.kind = row.kind
       and k.key in (row.key, 'key:' || row.key)
     where k.source = $2 on conflict (record_id, import_id) do nothing`,
    [importId, source, refused.map(({ kind }) => kind), refused.map(({ key }) => key)],
  );
}

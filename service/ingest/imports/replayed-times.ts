/**
 * Keeps the times of records that an undo takes back and derives again: they were discovered, created and changed when
 * they were, not when another import was undone.
 */
import type pg from "pg";

const TABLES = ["companies", "investors", "funding_events", "acquisitions", "exec_moves"] as const;

/** Notes the records of these imports as they are now. */
export async function rememberTimes(client: pg.ClientBase, importIds: readonly number[]): Promise<void> {
  await client.query("create temporary table undo_records (id uuid primary key, record text not null) on commit drop");
  for (const table of TABLES)
    await client.query(
      `insert into undo_records select t.id, t.record from ${table} t
       where t.id in (select record_id from import_records where import_id = any($1::integer[]))`,
      [importIds],
    );
}

/** Gives replayed records the times that they had; one whose facts are others now keeps the instant of that change. */
export async function keepReplayedTimes(client: pg.ClientBase): Promise<void> {
  for (const table of ["companies", "investors"] as const) {
    await client.query(
      `update ${table} t set created_at = (u.record::jsonb ->> 'createdAt')::timestamptz,
         updated_at = (u.record::jsonb ->> 'updatedAt')::timestamptz, record = u.record
       from undo_records u where u.id = t.id and u.record <> t.record
         and u.record::jsonb - '{createdAt,updatedAt}'::text[] = t.record::jsonb - '{createdAt,updatedAt}'::text[]`,
    );
    await setTime(client, table, "created_at", "createdAt");
  }
  for (const table of ["funding_events", "acquisitions", "exec_moves"] as const)
    await setTime(client, table, "discovered_at", "discoveredAt");
}

/** Sets a time in its column and in the text of the record, which is served as it stands. */
async function setTime(client: pg.ClientBase, table: string, column: string, field: string): Promise<void> {
  const part = (record: string) => `'"${field}":"' || (${record}::jsonb ->> '${field}') || '"'`;
  await client.query(
    `update ${table} t set ${column} = (u.record::jsonb ->> '${field}')::timestamptz,
       record = replace(t.record, ${part("t.record")}, ${part("u.record")})
     from undo_records u where u.id = t.id
       and u.record::jsonb ->> '${field}' is distinct from t.record::jsonb ->> '${field}'`,
  );
}

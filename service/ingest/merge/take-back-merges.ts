/** Gives back the keys, domains and stars of records that an import merged, before the undo restores the records. */
import type pg from "pg";

export async function takeBackMerges(client: pg.ClientBase, importId: number): Promise<void> {
  const statements = [
    // A record that was merged into one that was merged later has its keys back from there.
    `update external_keys k set id = m.id
     from merged_records m, jsonb_to_recordset(m.keys) as had (source text, key text)
     where m.import_id = $1 and k.kind = m.kind and k.source = had.source and k.key = had.key`,
    `delete from company_domains d using merged_records m
     where m.import_id = $1 and d.import_id = $1 and d.domain in (
       select had.domain from import_records r, jsonb_to_recordset(r.before::jsonb -> 'domains') as had (domain text)
       where r.record_id = m.id and r.import_id = $1 and r.effect = 'removed')`,
    `insert into watched_companies
     select w.* from merged_records m, jsonb_populate_recordset(null::watched_companies, m.watches) w
     where m.import_id = $1 on conflict do nothing`,
    "delete from merged_records where import_id = $1",
  ];
  for (const statement of statements) await client.query(statement, [importId]);
}

/** Reads stored records of every kind as texts: events with the precision of their dates, and people as events show them. */
import type pg from "pg";
import { STORED_EVENT } from "./events/stored-event";
import { RECORD_TABLES, type RecordKind } from "./import-records";

/** Selects the text of a record `t`. */
export const RECORD_TEXT: Readonly<Record<RecordKind, string>> = {
  funding: STORED_EVENT,
  acquisition: STORED_EVENT,
  exec_move: STORED_EVENT,
  person:
    "json_build_object('id', t.id, 'name', t.name, 'socialHandle', t.social_handle, 'socialUrl', t.social_url)::text",
  investor: "t.record",
  company: "t.record",
};

export interface StoredRecord {
  readonly id: string;
  readonly record: string;
}

export async function loadRecords(
  client: pg.ClientBase,
  kind: RecordKind,
  ids: readonly string[],
): Promise<readonly StoredRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<StoredRecord>(
    `select t.id, ${RECORD_TEXT[kind]} as record from ${RECORD_TABLES[kind]} t where t.id = any($1::uuid[])`,
    [ids],
  );
  return rows;
}

export async function findStored(
  client: pg.ClientBase,
  kind: RecordKind,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>(
    `select id from ${RECORD_TABLES[kind]} where id = any($1::uuid[])`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

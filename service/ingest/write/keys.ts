/** Stores the keys by which sources know entities and events. */
import { createHash } from "node:crypto";
import type pg from "pg";
import { newId } from "@/service/store/new-id";
import { RECORD_TABLES, type RecordKind } from "./import-records";
import type { Run } from "./update";

/** Selects keys that no undone import gave: such a key says which id its record had, and nothing about a record that is there. */
export function inForce(key: string): string {
  return `not exists (select from imports undone where undone.id = ${key}.import_id and undone.undone_at is not null)`;
}

/** Returns the ids of those keys that are known, also of records that were removed. */
export async function loadKeys(run: Run, kind: RecordKind, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const { rows } = await run.client.query<{ key: string; id: string }>(
    `select key, id from external_keys k where kind = $1 and source = $2 and key = any($3::text[])
       and (${inForce("k")} or not exists (select from ${RECORD_TABLES[kind]} t where t.id = k.id))`,
    [kind, run.source, keys],
  );
  return new Map(rows.map((row) => [row.key, row.id]));
}

/**
 * Returns the id for a new record: the one that its key had before an undo removed the record, so that whoever bought it
 * still owns it, or else a new one.
 */
export function idFor(former: string | undefined, known: ReadonlyMap<string, unknown>): string {
  return former === undefined || known.has(former) ? newId() : former;
}

/** Writes keys; one whose event an operator deleted is reassigned. */
export async function writeKeys(run: Run, kind: RecordKind, ids: ReadonlyMap<string, string>): Promise<void> {
  if (ids.size === 0) return;
  await run.client.query(
    `insert into external_keys (kind, source, key, id, import_id)
     select $1, $2, *, $5 from unnest($3::text[], $4::uuid[])
     on conflict (kind, source, key) do update set id = excluded.id, import_id = excluded.import_id`,
    [kind, run.source, [...ids.keys()], [...ids.values()], run.importId],
  );
}

/** Returns each text once, without null. */
export function distinct(texts: Iterable<string | null>): string[] {
  const once = new Set(texts);
  once.delete(null);
  return [...once].filter((text) => text !== null);
}

export async function recordsById(
  client: pg.ClientBase,
  table: string,
  ids: readonly string[],
): Promise<{ id: string; record: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<{ id: string; record: string }>(
    `select id, record from ${table} where id = any($1::uuid[])`,
    [ids],
  );
  return rows;
}

const LONGEST_KEY = 500;

/** Returns a key that fits an index entry, which has room for 2,700 bytes: a long one is cut to a digest. */
export function bounded(key: string): string {
  return key.length <= LONGEST_KEY ? key : `sha256:${createHash("sha256").update(key).digest("hex")}`;
}

/** Adds a value to those of a key. */
export function pushTo<V>(map: Map<string, V[]>, key: string, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

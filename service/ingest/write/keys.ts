/** Stores the keys by which sources know entities and events. */
import { createHash } from "node:crypto";
import type pg from "pg";
import type { Run } from "./update";

type KeyKind = "company" | "investor" | "person" | "funding" | "acquisition" | "exec_move";

/** Returns the ids of those keys that are known. */
export async function loadKeys(run: Run, kind: KeyKind, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const { rows } = await run.client.query<{ key: string; id: string }>(
    "select key, id from external_keys where kind = $1 and source = $2 and key = any($3::text[])",
    [kind, run.source, keys],
  );
  return new Map(rows.map((row) => [row.key, row.id]));
}

/** Writes keys; one whose event an operator deleted is reassigned. */
export async function writeKeys(run: Run, kind: KeyKind, ids: ReadonlyMap<string, string>): Promise<void> {
  if (ids.size === 0) return;
  await run.client.query(
    `insert into external_keys (kind, source, key, id)
     select $1, $2, * from unnest($3::text[], $4::uuid[])
     on conflict (kind, source, key) do update set id = excluded.id`,
    [kind, run.source, [...ids.keys()], [...ids.values()]],
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

/** Stores the keys by which sources know entities and events. */
import { createHash } from "node:crypto";
import { defer } from "@/service/store/batching";
import { newId } from "@/service/store/new-id";
import { RECORD_TABLES, type RecordKind } from "./import-records";
import type { Run } from "./update";

/** Selects keys that no undone import gave: such a key says which id its record had, and nothing about a record that is there. */
export function inForce(key: string): string {
  return `(select undone_at from imports where id = ${key}.import_id) is null`;
}

/**
 * Selects from the keys by which a source knows a record, as `k`. The offset makes PostgreSQL read the record's few keys: it read all
 * keys for a source that is not in its statistics yet, and for records that it expects to be many.
 */
export function keysOfRecord(id: string, kind: string, source: string): string {
  const all = `(select * from external_keys where id = ${id} offset 0)`;
  return `${all} k where k.kind = ${kind} and k.source = ${source} and ${inForce("k")}`;
}

/** Selects those keys of a source that are known, also of records that were removed. The last two are parameters. */
export function knownKeys(kind: RecordKind, source: string, keys: string): string {
  const isThere = `exists (select from ${RECORD_TABLES[kind]} t where t.id = k.id)`;
  return `select kind, key, id, ${kind === "company" ? isThere : "true"} as present from external_keys k
    where kind = '${kind}' and source = ${source} and key = any(${keys}::text[]) and (${inForce("k")} or not ${isThere})`;
}

/** Selects domains of companies, and apart from these the ones of companies that an undo removed: they are keys of no source. */
const knownDomains = (domains: string) => `
  select 'domain' as kind, domain as key, company_id as id, true as present from company_domains
    where domain = any(${domains}::text[])
  union all select 'removed domain', key, id, false from external_keys
    where kind = 'company' and source = '' and key = any(${domains}::text[])
      and exists (select from external_keys where kind = 'company' and source = '')`;

type KeyKind = RecordKind | "domain" | "removed domain";

interface WantedKeys {
  readonly domains: readonly string[];
  readonly byKind: readonly (readonly [kind: RecordKind, keys: readonly string[]])[];
}

/** Holds the ids of known keys, also of records that were removed. */
export class KnownKeys {
  /** Companies with these ids were not removed. */
  readonly present = new Set<string>();
  readonly #byKind = new Map<KeyKind, Map<string, string>>();

  /** Loads the keys of all kinds by one statement. */
  static async load({ client, source }: Run, { domains, byKind }: WantedKeys): Promise<KnownKeys> {
    const known = new KnownKeys();
    const values: (string | readonly string[])[] = [];
    const parameter = (value: string | readonly string[]) => `$${values.push(value)}`;
    const selects = [
      ...(domains.length === 0 ? [] : [knownDomains(parameter(domains))]),
      ...byKind.flatMap(([kind, keys]) =>
        keys.length === 0 ? [] : [knownKeys(kind, parameter(source), parameter(keys))],
      ),
    ];
    if (selects.length === 0) return known;
    const { rows } = await client.query<{ kind: KeyKind; key: string; id: string; present: boolean }>(
      selects.join(" union all "),
      values,
    );
    for (const { kind, key, id, present } of rows) {
      if (present && kind === "company") known.present.add(id);
      known.of(kind).set(key, id);
    }
    return known;
  }

  of(kind: KeyKind): Map<string, string> {
    const keys = this.#byKind.get(kind) ?? new Map<string, string>();
    this.#byKind.set(kind, keys);
    return keys;
  }
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
  await defer(
    run.client,
    `insert into external_keys (kind, source, key, id, import_id)
     select $1, $2, *, $5::integer from unnest($3::text[], $4::uuid[])
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

const LONGEST_KEY = 500;

/** Returns a key that fits an index entry, which has room for 2,700 bytes: a long one is cut to a digest. */
export function bounded(key: string): string {
  return key.length <= LONGEST_KEY ? key : `sha256:${createHash("sha256").update(key).digest("hex")}`;
}

export function pushTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

export function readId(record: string): string {
  return (JSON.parse(record) as { readonly id: string }).id;
}

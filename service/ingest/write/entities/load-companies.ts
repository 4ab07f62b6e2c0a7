/** Loads the ids of the companies that the rows of one batch may mean. */
import { lookupKeys } from "../../resolve/names/company-name";
import type { CompanyStatement } from "../../statement";
import { distinct, type KnownKeys, keysOfRecord, knownKeys } from "../keys";
import type { Run } from "../update";
import { nameKeys } from "./company-keys";

export interface LoadedIds {
  readonly ids: readonly string[];
  /** Has the ids of known keys, also of companies that were removed. */
  readonly byKey: ReadonlyMap<string, string>;
  readonly byDomain: ReadonlyMap<string, string>;
  /** Domains of companies that an undo removed map to their ids. */
  readonly removed: ReadonlyMap<string, string>;
  /** Companies that were found by something else than a key of the source. */
  readonly named: readonly string[];
}

/** Adds companies of events that the rows may tell of. */
export function addCompanies(loaded: LoadedIds, others: readonly string[]): LoadedIds {
  return { ...loaded, ids: distinct([...loaded.ids, ...others]), named: distinct([...loaded.named, ...others]) };
}

export async function loadCompanyIds(
  run: Run,
  known: KnownKeys,
  statements: readonly CompanyStatement[],
): Promise<LoadedIds> {
  const bySourceKey = known.of("company");
  const byDomain = known.of("domain");
  // The key of a company that an undo removed says nothing about others of its name.
  const unknown = statements.filter(
    ({ key, domain }) =>
      !known.present.has(bySourceKey.get(key ?? "") ?? "") && !(domain !== null && byDomain.has(domain)),
  );
  const { byName, named } = await loadNamed(run, unknown);
  const byKey = new Map([...bySourceKey, ...byName]);
  const removed = known.of("removed domain");
  return {
    // A company that was removed with its domain may have come back without it.
    ids: distinct([...byKey.values(), ...byDomain.values(), ...removed.values(), ...named]),
    byKey,
    byDomain,
    removed,
    named: distinct([...byDomain.values(), ...byName.values(), ...named]),
  };
}

/** At most this many companies of one name are compared. */
const MOST_NAMESAKES = 20;
/** Each is one of the indexes that have the companies of a name in the order of ids, so that no more of them are read. */
const FIRST_NAMED = [
  ...["name_key", "name_part"].map(
    (column) =>
      `(select id from companies where ${column} = wanted.key and not demo order by id limit ${MOST_NAMESAKES})`,
  ),
  `(select company_id from company_names where name_key = wanted.key order by company_id limit ${MOST_NAMESAKES})`,
];

/** Returns the ids of the companies that the source knows by these names, and of those that have them. */
async function loadNamed({ client, source }: Run, statements: readonly CompanyStatement[]) {
  const keys = distinct(statements.flatMap(nameKeys));
  const { rows } =
    keys.length === 0
      ? { rows: [] }
      : await client.query<{ key: string | null; id: string }>(
          `select key, id from (${knownKeys("company", "$1", "$2")}) known
           union all select null, c.id from unnest($3::text[]) wanted (key) cross join lateral (
             ${FIRST_NAMED.join(" union ")} order by id limit ${MOST_NAMESAKES}) c`,
          [source, keys, distinct(statements.flatMap(({ name }) => (name === null ? [] : lookupKeys(name))))],
        );
  return {
    byName: new Map(rows.flatMap(({ key, id }) => (key === null ? [] : [[key, id] as const]))),
    named: rows.flatMap(({ key, id }) => (key === null ? [id] : [])),
  };
}

interface StoredCompanyRow {
  readonly id: string;
  /** It is null for a company that was removed. */
  readonly record: string | null;
  /** The source knows the company by a key of its own. */
  readonly keyed: boolean;
  /** The source stated the company, for those that were found by something else than a key of it. */
  readonly stated: boolean;
  /** Sources state these names too. */
  readonly names: readonly string[];
}

/**
 * Loads companies; which of them the source knows by keys of its own, or stated, is looked for only of those not found by such a key.
 * A condition on `undone_at` would make PostgreSQL read the partial index of all imports.
 */
export async function loadCompanies({ client, source }: Run, { ids, named }: LoadedIds): Promise<StoredCompanyRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<StoredCompanyRow>(
    `select wanted.id, c.record, wanted.id = any($2::uuid[]) and exists (
       select from ${keysOfRecord("wanted.id", "'company'", "$3")} and k.key not like 'name:%') as keyed,
     wanted.id = any($2::uuid[]) and exists (
       select from import_records r where r.record_id = wanted.id
         and (select case when undone_at is null then source end from imports where id = r.import_id) = $3) as stated,
       array(select name from company_names n where n.company_id = wanted.id order by name_key) as names
     from unnest($1::uuid[]) wanted (id) left join companies c using (id) order by 1`,
    [ids, named, source],
  );
  return rows;
}

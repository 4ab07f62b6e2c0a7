/** Loads the ids of the companies that the rows of one batch may mean. */
import type pg from "pg";
import { lookupKeys } from "../../resolve/names/company-name";
import type { CompanyStatement } from "../../statement";
import { distinct, inForce, loadKeys } from "../keys";
import type { Run } from "../update";
import { nameKeys } from "./company-keys";

export interface LoadedIds {
  readonly ids: readonly string[];
  /** Has the ids of known keys, also of companies that were removed. */
  readonly byKey: ReadonlyMap<string, string>;
  readonly byDomain: ReadonlyMap<string, string>;
  /** Has the ids of companies that an undo removed, by their domains. */
  readonly removed: ReadonlyMap<string, string>;
  /** The source knows these companies by a key of its own. */
  readonly keyed: ReadonlySet<string>;
}

/** @param others companies of events that the rows may tell of */
export async function loadCompanyIds(
  run: Run,
  statements: readonly CompanyStatement[],
  others: readonly string[],
): Promise<LoadedIds> {
  const { client } = run;
  const bySourceKey = await loadKeys(run, "company", distinct(statements.map((one) => one.key)));
  const domains = distinct(statements.map((one) => one.domain));
  const found = await client.query<{ domain: string; company_id: string }>(
    "select domain, company_id from company_domains where domain = any($1::text[])",
    [domains],
  );
  const byDomain = new Map(found.rows.map((row) => [row.domain, row.company_id] as const));
  // The key of a company that an undo removed says nothing about others of its name.
  const present = await presentIds(client, distinct(bySourceKey.values()));
  const unknown = statements.filter(
    ({ key, domain }) => !present.has(bySourceKey.get(key ?? "") ?? "") && !(domain !== null && byDomain.has(domain)),
  );
  const byName = await loadKeys(run, "company", distinct(unknown.flatMap(nameKeys)));
  const byKey = new Map([...bySourceKey, ...byName]);
  const named = await loadNamesakes(
    client,
    distinct(unknown.flatMap(({ name }) => (name === null ? [] : lookupKeys(name)))),
  );
  return {
    ids: distinct([...byKey.values(), ...byDomain.values(), ...named, ...others]),
    byKey,
    byDomain,
    removed: await removedCompanies(client, domains),
    keyed: await loadKeyed(run, [...byDomain.values(), ...byName.values(), ...named, ...others]),
  };
}

async function presentIds(client: pg.ClientBase, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set([]);
  const { rows } = await client.query<{ id: string }>("select id from companies where id = any($1::uuid[])", [ids]);
  return new Set(rows.map((row) => row.id));
}

/** At most this many companies of one name are compared. */
const MOST_NAMESAKES = 20;
/** Each is one of the indexes that have the companies of a name in the order of ids, so that no more of them are read. */
const FIRST_NAMED = ["name_key", "name_part"].map(
  (column) =>
    `(select id from companies where ${column} = wanted.key and not demo order by id limit ${MOST_NAMESAKES})`,
);

async function loadNamesakes(client: pg.ClientBase, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const { rows } = await client.query<{ id: string }>(
    `select c.id from unnest($1::text[]) wanted (key) cross join lateral (
       ${FIRST_NAMED.join(" union ")} order by id limit ${MOST_NAMESAKES}) c`,
    [names],
  );
  return rows.map((row) => row.id);
}

async function loadKeyed({ client, source }: Run, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set([]);
  const { rows } = await client.query<{ id: string }>(
    `select distinct id from external_keys k
     where id = any($1::uuid[]) and kind = 'company' and source = $2 and key not like 'name:%' and ${inForce("k")}`,
    [ids, source],
  );
  return new Set(rows.map((row) => row.id));
}

/** Returns the ids of companies that an undo removed, by their domains, which are kept as keys of no source. */
async function removedCompanies(client: pg.ClientBase, domains: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ key: string; id: string }>(
    `select key, id from external_keys where kind = 'company' and source = '' and key = any($1::text[])
       and exists (select from external_keys where kind = 'company' and source = '')`,
    [domains],
  );
  return new Map(rows.map((row) => [row.key, row.id]));
}

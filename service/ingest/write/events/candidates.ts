/** Loads events of other sources that the rows of one batch may tell of: those of companies with the same name or domain. */
import type { TableRows } from "../../copy";
import { lookupKeys, nameKey } from "../../resolve/names/company-name";
import { loadMisspelled } from "../entities/misspelled";
import { distinct, inForce } from "../keys";
import type { Run } from "../update";

export interface CandidateEvent {
  readonly id: string;
  /** The letters of the company's name, or its domain. */
  readonly companyKey: string;
}

/** A company by whose name or domain an event is looked for. */
export interface WantedCompany {
  readonly name: string | null;
  readonly domain: string | null;
}

/** The company of an event by which events are compared. */
export const SIDES = { funding: "company_id", acquisition: "target_id", exec_move: "company_id" } as const;
const MOST = { companies: 20, events: 50 } as const;

export function companyKeys({ name, domain }: WantedCompany): string[] {
  return distinct([...(name === null ? [] : lookupKeys(name)), domain]);
}

/** Selects the companies of names and domains. */
const NAMED = `select wanted.key, named.id from unnest($1::text[]) wanted (key) cross join lateral (
    select id from companies where (name_key = wanted.key or name_part = wanted.key) and not demo limit ${MOST.companies}) named
  union all select domain, company_id from company_domains where domain = any($5::text[])`;

const FOUND = "select * from unnest($1::text[], $5::uuid[])";

/** @param companies those whose events the source has not reported yet */
export async function loadCandidates<T>(
  run: Run,
  kind: keyof typeof SIDES,
  { table }: TableRows<T>,
  companies: readonly WantedCompany[],
): Promise<readonly CandidateEvent[]> {
  if (companies.length === 0) return [];
  const names = distinct(companies.flatMap(({ name }) => (name === null ? [] : lookupKeys(name))));
  const domains = distinct(companies.map(({ domain }) => domain));
  const named = await loadEventsOf(run, { kind, table, selected: NAMED }, names, domains);
  const found = new Set(named.map((one) => one.companyKey));
  const unknown = companies.filter((company) => !companyKeys(company).some((key) => found.has(key)));
  const misspelled = distinct(unknown.flatMap(({ name }) => (name === null ? [] : nameKey(name))));
  const near = await loadMisspelled(run.client, await unknownNames(run, misspelled));
  if (near.length === 0) return named;
  const [keys, ids] = [near.map(({ key }) => key), near.map(({ id }) => id)];
  return [...named, ...(await loadEventsOf(run, { kind, table, selected: FOUND }, keys, ids))];
}

/** Returns the names that no company has. */
async function unknownNames({ client }: Run, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await client.query<{ key: string }>(
    `select key from unnest($1::text[]) wanted (key)
     where not exists (select from companies known where known.name_key = wanted.key)`,
    [keys],
  );
  return rows.map((row) => row.key);
}

async function loadEventsOf(
  { client, source }: Run,
  { kind, table, selected }: { readonly kind: keyof typeof SIDES; readonly table: string; readonly selected: string },
  names: readonly string[],
  others: readonly string[],
): Promise<readonly CandidateEvent[]> {
  const { rows } = await client.query<CandidateEvent>(
    `select e.id, c.key as "companyKey"
     from (${selected}) c (key, id)
       cross join lateral (select id from ${table} where ${SIDES[kind]} = c.id and not demo
         order by announced_at desc limit $4) e
     where not exists (select from external_keys k where k.id = e.id and k.kind = $2 and k.source = $3
       and ${inForce("k")})`,
    [names, kind, source, MOST.events, others],
  );
  return rows;
}

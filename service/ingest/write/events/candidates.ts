/** Loads events of other sources that the rows of one batch may tell of: those of companies with the same name or domain. */
import { together } from "@/service/store/batching";
import type { TableRows } from "../../copy";
import { queryByIndexes } from "../../index-scans";
import { lookupKeys, nameKey } from "../../resolve/names/company-name";
import { isMisspelled, misspelled, type NearName } from "../entities/misspelled";
import { distinct, keysOfRecord } from "../keys";
import type { Run } from "../update";

interface CandidateEvent {
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
const MOST = { companies: 20, events: 50, open: 2_000 } as const;

export function companyKeys({ name, domain }: WantedCompany): string[] {
  return distinct([...(name === null ? [] : lookupKeys(name)), domain]);
}

/** Selects the companies of names and domains. */
const NAMED = `select wanted.key, named.id from unnest($1::text[]) wanted (key) cross join lateral (
    select id from companies where (name_key = wanted.key or name_part = wanted.key) and not demo limit ${MOST.companies}) named
  union all select stated.name_key, known.id from company_names stated join companies known on known.id = stated.company_id
    where stated.name_key = any($1::text[]) and not known.demo
  union all select domain, company_id from company_domains where domain = any($5::text[])`;

const FOUND = "select * from unnest($1::text[], $5::uuid[])";

/** Only names that no company has are looked for as misspelled ones. */
const MISSPELLED = misspelled(
  "companies",
  `(select key from unnest($1::text[]) stated (key)
    where not exists (select from companies known where known.name_key = stated.key))`,
);

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
  const loaded = await together(
    run.client,
    () => loadNamedEvents(run, { kind, table, selected: NAMED }, names, domains),
    () => loadOpen(run, kind, table, new Set(names)),
  );
  const named = loaded.flat();
  const found = new Set(named.map((one) => one.companyKey));
  const unknown = companies.filter((company) => !companyKeys(company).some((key) => found.has(key)));
  const others = distinct(unknown.flatMap(({ name }) => (name === null ? [] : nameKey(name))));
  if (others.length === 0) return named;
  const near = await queryByIndexes<NearName & { id: string }>(run.client, MISSPELLED, [others]);
  const alike = near.filter(isMisspelled);
  if (alike.length === 0) return named;
  const [keys, ids] = [alike.map(({ key }) => key), alike.map(({ id }) => id)];
  return [...named, ...(await loadNamedEvents(run, { kind, table, selected: FOUND }, keys, ids))];
}

/** Loads events that name a company which may be any of several: they are found by the name alone. */
async function loadOpen(
  { client, source }: Run,
  kind: keyof typeof SIDES,
  table: string,
  names: ReadonlySet<string>,
): Promise<readonly CandidateEvent[]> {
  const stated = kind === "acquisition" ? "stated_target" : "stated_company";
  const { rows } = await client.query<{ id: string; name: string | null }>(
    `select id, ${stated} ->> 'name' as name
     from ${table} where ${SIDES[kind]} is null and not demo order by announced_at desc limit $1`,
    [MOST.open],
  );
  const named = rows.flatMap(({ id, name }) => {
    const key = name === null ? undefined : lookupKeys(name).find((one) => names.has(one));
    return key === undefined ? [] : [{ id, companyKey: key }];
  });
  if (named.length === 0) return [];
  const reported = await client.query<{ id: string }>(
    `select e.id from unnest($1::uuid[]) e (id) where exists (select from ${keysOfRecord("e.id", "$2::text", "$3")})`,
    [named.map(({ id }) => id), kind, source],
  );
  const ownEvents = new Set(reported.rows.map(({ id }) => id));
  return named.filter(({ id }) => !ownEvents.has(id));
}

async function loadNamedEvents(
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
     where not exists (select from ${keysOfRecord("e.id", "$2::text", "$3")})`,
    [names, kind, source, MOST.events, others],
  );
  return rows;
}

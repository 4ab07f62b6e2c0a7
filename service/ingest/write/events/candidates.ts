/** Loads events of other sources that the rows of one batch may tell of: those of companies with the same name or domain. */
import type { TableRows } from "../../copy";
import { lookupKeys, nameKey } from "../../resolve/names/company-name";
import { differsByOneSlip } from "../../resolve/names/misspelled";
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
const SIDES = { funding: "company_id", acquisition: "target_id", exec_move: "company_id" } as const;
const MOST = { companies: 20, events: 50 } as const;

export function companyKeys({ name, domain }: WantedCompany): string[] {
  return distinct([...(name === null ? [] : lookupKeys(name)), domain]);
}

/**
 * A name with a slip in its second half begins as the right one does: at least so many letters. Of common beginnings the first
 * companies are compared, so that the time for a row is bounded.
 */
const MISSPELLED_NAMES = { beginning: 4, shortest: 6, companies: 50 } as const;
const BEGINNING = `left(wanted.key, greatest(${MISSPELLED_NAMES.beginning}, char_length(wanted.key) / 2))`;

/** The end of a misspelled name is right, or all but the end is. */
const END = 3;

/** Selects the companies that an unknown name may mean when its second half is misspelled. */
const MISSPELLED = `select wanted.key, near.id, near.name_key as "nameKey"
  from unnest($1::text[]) wanted (key) cross join lateral (
    select id, name_key from companies
    where name_key >= ${BEGINNING} and name_key < ${BEGINNING} || '{' and not demo
    order by name_key limit ${MISSPELLED_NAMES.companies}) near
  where char_length(wanted.key) >= ${MISSPELLED_NAMES.shortest}
    and char_length(near.name_key) between char_length(wanted.key) - 1 and char_length(wanted.key) + 1
    and (right(near.name_key, ${END}) = right(wanted.key, ${END})
      or left(near.name_key, char_length(wanted.key) - ${END}) = left(wanted.key, -${END}))
    and not exists (select from companies known where known.name_key = wanted.key)`;

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
  if (misspelled.length === 0) return named;
  const { rows } = await run.client.query<{ key: string; id: string; nameKey: string }>(MISSPELLED, [misspelled]);
  const near = rows.filter(({ key, nameKey: stored }) => differsByOneSlip(key, stored));
  if (near.length === 0) return named;
  const [keys, ids] = [near.map(({ key }) => key), near.map(({ id }) => id)];
  return [...named, ...(await loadEventsOf(run, { kind, table, selected: FOUND }, keys, ids))];
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

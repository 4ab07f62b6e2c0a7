/** Loads events of other sources that the rows of one batch may tell of: those of companies with the same name or domain. */
import type { TableRows } from "../../copy";
import { lookupKeys } from "../../resolve/names/company-name";
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

/** @param companies those whose events the source has not reported yet */
export async function loadCandidates<T>(
  { client, source }: Run,
  kind: keyof typeof SIDES,
  { table }: TableRows<T>,
  companies: readonly WantedCompany[],
): Promise<readonly CandidateEvent[]> {
  if (companies.length === 0) return [];
  const { rows } = await client.query<CandidateEvent>(
    `select e.id, c.key as "companyKey"
     from (
         select wanted.key, named.id from unnest($1::text[]) wanted (key) cross join lateral (
           select id from companies where (name_key = wanted.key or name_part = wanted.key) and not demo limit ${MOST.companies}) named
         union all select domain, company_id from company_domains where domain = any($2::text[])) c (key, id)
       cross join lateral (select id from ${table} where ${SIDES[kind]} = c.id and not demo
         order by announced_at desc limit ${MOST.events}) e
     where not exists (select from external_keys k where k.id = e.id and k.kind = $3 and k.source = $4
       and ${inForce("k")})`,
    [
      distinct(companies.flatMap(({ name }) => (name === null ? [] : lookupKeys(name)))),
      distinct(companies.map(({ domain }) => domain)),
      kind,
      source,
    ],
  );
  return rows;
}

/** Loads events of other sources that the rows of one batch may tell of: those of companies with the same names. */
import type { TableRows } from "../../copy";
import { distinct } from "../keys";
import type { Run } from "../update";

export interface CandidateEvent {
  readonly id: string;
  /** The letters of the company's name. */
  readonly nameKey: string;
}

/** The company of an event by whose name events are compared. */
const SIDES = { funding: "company_id", acquisition: "target_id", exec_move: "company_id" } as const;
const MOST = { companies: 20, events: 50 } as const;

/** @param nameKeys the letters of the names of companies whose events the source has not told of yet */
export async function loadCandidates<T>(
  { client, source }: Run,
  kind: keyof typeof SIDES,
  { table }: TableRows<T>,
  nameKeys: readonly string[],
): Promise<readonly CandidateEvent[]> {
  const wanted = distinct(nameKeys);
  if (wanted.length === 0) return [];
  const { rows } = await client.query<CandidateEvent>(
    `select e.id, wanted.key as "nameKey"
     from unnest($1::text[]) wanted (key)
       cross join lateral (select id from companies where name_key = wanted.key and not demo limit ${MOST.companies}) c
       cross join lateral (select id from ${table} where ${SIDES[kind]} = c.id and not demo
         order by announced_at desc limit ${MOST.events}) e
     where not exists (select from external_keys k where k.id = e.id and k.kind = $2 and k.source = $3)`,
    [wanted, kind, source],
  );
  return rows;
}

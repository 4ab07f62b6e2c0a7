/** Finds the companies that rows mean by their names, for rows that only add to companies that are known. */
import type { CompanyStatement } from "../statement";
import type { Run } from "./update";

/**
 * Returns the ids of companies by `namesakeKey`: those of which exactly one has the name in the country, and which have no
 * key of this source yet. Legal forms do not count, as in searches.
 */
export async function loadNamesakes(
  run: Run,
  statements: readonly CompanyStatement[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Map(
    statements.flatMap((one) => {
      const key = namesakeKey(one);
      return key === null ? [] : [[key, one] as const];
    }),
  );
  if (wanted.size === 0) return new Map([]);
  const { rows } = await run.client.query<{ name: string; country: string; id: string }>(
    // Each key is computed once and looked up in its index; a plain join computes those of all companies for each batch.
    `with wanted as materialized (
       select name, country, company_name_key(name) as key from unnest($1::text[], $2::text[]) as w (name, country))
     select w.name, w.country, one.id
     from wanted w cross join lateral (
       select (array_agg(id))[1] as id
       from (select id from companies where company_name_key(name) = w.key and hq_country = w.country limit 2) named
       having count(*) = 1) one
     where w.key <> ''
       and not exists (select from external_keys k where k.kind = 'company' and k.source = $3 and k.id = one.id)`,
    [[...wanted.values()].map((one) => one.name), [...wanted.values()].map((one) => one.hqCountry), run.source],
  );
  return new Map(rows.map(({ name, country, id }) => [JSON.stringify([name, country]), id] as const));
}

/** Returns the name and country of a statement as one text; null when it lacks one of them. */
export function namesakeKey({ name, hqCountry }: CompanyStatement): string | null {
  return name === null || hqCountry === null ? null : JSON.stringify([name, hqCountry]);
}

/** Notes that two stored records were found to be one, so that people can see why, and take it back. */
import { defer } from "@/service/store/batching";
import type { NameVerdict } from "../resolve/score";
import type { Run } from "../write/update";
import type { Pair } from "./merge-records";

/** The record that goes is named by a key of a source, by a domain or by its name. It is called before the merge. */
export function noteDecision(
  { client, importId, now }: Run,
  { kind, from, into }: Pair,
  rule: string,
  {
    score,
    features,
  }: { readonly score: number; readonly features: NameVerdict["features"] | Readonly<Record<string, never>> },
  name = "",
): Promise<void> {
  return defer(
    client,
    `insert into judgements (kind, record_id, source, key, verdict, rule, score, features, import_id, at)
     select $9, $1, coalesce(k.source, ''), coalesce(k.key, d.domain, $3), 'same', $4, $5::real, $6, $7::integer, $8::timestamptz
     from (select) one
       left join lateral (select source, key from external_keys where id = $2 and source <> '' order by 1, 2 limit 1) k on true
       left join lateral (select domain from company_domains where company_id = $2 order by 1 limit 1) d on true`,
    [into, from, name, rule, score, JSON.stringify(features), importId, now, kind],
  );
}

/**
 * Moves keys of sources between companies of one name: once a second company is known, a key goes to it when what is stated under the
 * key agrees with it more than with the company that the key led to so far.
 */
import { type CompanyMatch, contradicts, findStrongest, matchCompany } from "../resolve/same-company";
import type { Run } from "../write/update";
import type { Namesakes } from "./namesakes";
import type { KeyedStatements, KnownCompany, StatedFacts } from "./stated-facts";

interface Move {
  readonly keyed: KeyedStatements;
  readonly from: string;
  readonly to: string;
  readonly match: CompanyMatch;
}

export async function moveKeys(run: Run, groups: readonly Namesakes[], facts: StatedFacts): Promise<void> {
  const moves = groups.flatMap((group) => findMoves(group, facts));
  for (const { keyed, from, to } of moves) facts.moveKeys(keyed, from, to);
  if (moves.length > 0) await writeMoves(run, moves);
}

/** Companies are compared without what other keys say of them, because these may have been taken for the wrong one, too. */
function findMoves({ companies }: Namesakes, facts: StatedFacts): Move[] {
  const known = companies.map((company) => {
    const keyed = facts.listKeyed(company.id);
    return { company, keyed, rest: facts.withoutKeys(company, keyed) };
  });
  return known.flatMap(({ company, keyed: own, rest }) =>
    own.flatMap((keyed) => {
      const present = rest ?? facts.withoutKeys(company, [keyed]);
      if (present === null) return [];
      const isKept = facts.hasOtherKey(company.id, keyed.keys);
      const strength = (isKept ? null : matchAll(present, keyed))?.strength ?? -1;
      const better = known.flatMap((other) => {
        if (other.company === company || facts.hasOtherKey(other.company.id, keyed.keys)) return [];
        const match = matchAll(other.rest ?? { facts: other.company, cities: new Set() }, keyed);
        return match === null || match.strength <= strength ? [] : [{ to: other.company.id, match }];
      });
      const best = findStrongest(better, ({ match }) => match.strength);
      return best === undefined ? [] : [{ keyed, from: company.id, ...best }];
    }),
  );
}

/** Returns the strongest match; null when there is none, or a statement contradicts. A company may have several offices. */
function matchAll({ facts, cities }: KnownCompany, { statements }: KeyedStatements): CompanyMatch | null {
  const stated = [...statements];
  if (stated.some((one) => contradicts(facts, one))) return null;
  return stated
    .map((one) => matchCompany(cities.has(one.hqCity) ? { ...facts, hqCity: one.hqCity } : facts, one))
    .reduce((best, one) => ((one?.strength ?? -1) > (best?.strength ?? -1) ? one : best), null);
}

async function writeMoves({ client, importId, now }: Run, moves: readonly Move[]): Promise<void> {
  const values = moves.flatMap(({ keyed, from, to, match: { rule, verdict } }) =>
    keyed.keys.map((key) => ({ ...key, from, to, rule, score: verdict.score, features: verdict.features })),
  );
  await client.query(
    `with moves as materialized (
       select * from jsonb_to_recordset($1::jsonb) as m (source text, key text, "from" uuid, "to" uuid, rule text, score real, features jsonb)),
     moved as (
       update external_keys k set id = m."to" from moves m where k.kind = 'company' and k.source = m.source and k.key = m.key)
     insert into judgements (kind, record_id, source, key, verdict, rule, score, features, import_id, at, moved_from)
     select 'company', "to", source, key, 'same', rule, score, features, $2, $3, "from" from moves`,
    [JSON.stringify(values), importId, now],
  );
}

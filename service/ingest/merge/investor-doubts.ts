/** Lists the investors that may be one with those that a batch added or changed. */
import { compareInvestors, type NamedInvestor } from "../resolve/same-investor";
import type { Run } from "../write/update";
import { listDoubts, loadAlike, type NamedKind, type PairIds, pairText, withoutApart } from "./pairs";

interface Investor extends NamedInvestor {
  readonly id: string;
}

const INVESTOR: NamedKind = { kind: "investor", columns: `name, domain, hq_country as "hqCountry", type` };

export async function listInvestorDoubts(run: Run, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const alike = (await loadAlike<Investor>(run, INVESTOR, ids)).flatMap(({ one, other }) => {
    const { isDoubtful, names } = compareInvestors(one, other);
    return isDoubtful ? [{ one, other, names }] : [];
  });
  const doubts = (await withoutApart(run, INVESTOR, alike)).map(({ one, other, names }) => ({
    ...{ oneId: one.id, otherId: other.id, rule: names.isMisspelling ? "misspelled name" : "names alike" },
    ...{ score: names.score, features: names.features },
  }));
  const together = await findNamedTogether(run, doubts);
  const apart = doubts.filter(({ oneId, otherId }) => !together.has(pairText(oneId, otherId)));
  await listDoubts(run, "investor", apart);
}

/** Finds the pairs that one source names in one round, side by side: it knows them as two. */
async function findNamedTogether({ client }: Run, doubts: readonly PairIds[]): Promise<ReadonlySet<string>> {
  if (doubts.length === 0) return new Set([]);
  const { rows } = await client.query<PairIds>(
    `select pair.one as "oneId", pair.other as "otherId" from unnest($1::uuid[], $2::uuid[]) pair (one, other)
     where exists (
       select from funding_event_investors a join funding_event_investors b using (event_id)
       where a.investor_id = pair.one and b.investor_id = pair.other
         and (select count(distinct source) from external_keys k where k.id = a.event_id and k.source <> '') < 2)`,
    [doubts.map(({ oneId }) => oneId), doubts.map(({ otherId }) => otherId)],
  );
  return new Set(rows.map(({ oneId, otherId }) => pairText(oneId, otherId)));
}

/**
 * Finds companies that are one with those that a batch added or changed. Facts that a batch added may show that two known
 * companies are one: they are merged then, so that the result does not depend on the order in which sources reported. Pairs
 * that leave doubt are listed for a person.
 */
import { contradicts, leavesDoubt, matchCompany, type NamedCompany } from "../resolve/same-company";
import { judgeNames, type NameVerdict } from "../resolve/score";
import { pushTo } from "../write/keys";
import type { Run } from "../write/update";
import { mergeWithEvents } from "./merge-events";
import { type Candidate, listDoubts, loadAlike, loadPairs, type NamedKind, nameDoubt, withoutApart } from "./pairs";

interface Company extends NamedCompany {
  readonly id: string;
}

/** An import merges at most this many companies into one: a damaged file must not make one of all. */
const MOST_MERGES = 10;

const COMPANY: NamedKind = {
  kind: "company",
  columns: `name, domain, hq_country as "hqCountry", hq_city as "hqCity", founded_year as "foundedYear",
    social_handle as "socialHandle", social_url as "socialUrl"`,
};

/**
 * Returns whether it merged any.
 * @param ids the companies that the batch added or changed
 * @param united pairs of companies that had the same part in one event
 */
export async function settleDuplicates(
  run: Run,
  ids: readonly string[],
  united: readonly (readonly [string, string])[],
): Promise<boolean> {
  const hasUnited = await mergeUnited(run, united);
  if (ids.length === 0) return hasUnited;
  const merged = new Set<string>([]);
  const { matches, doubts } = await sortPairs(run, await loadAlike(run, COMPANY, ids));
  for (const [id, group] of matches) {
    if (merged.has(id)) continue;
    const together = group.filter(({ other }) => !merged.has(other.id));
    // When two of them cannot be one company, none is joined: a person has to say which one it is.
    const isOpen = together.length > MOST_MERGES || (together.length > 1 && (await areApart(run, together)));
    if (isOpen) doubts.push(...together);
    else
      for (const pair of together) {
        const from = await mergePair(run, pair);
        if (from !== undefined) merged.add(from);
        if (from === id) break;
      }
  }
  const open = doubts.filter(({ one, other }) => !merged.has(one.id) && !merged.has(other.id));
  await listDoubts(
    run,
    "company",
    open.map(({ one, other, rule, verdict }) => nameDoubt(one.id, other.id, rule, verdict)),
  );
  return hasUnited || merged.size > 0;
}

interface Pair {
  readonly one: Company;
  readonly other: Company;
  readonly rule: string;
  readonly verdict: NameVerdict;
}

/** Two sources of one event name its company alike, so the names suffice. */
async function mergeUnited(run: Run, united: readonly (readonly [string, string])[]): Promise<boolean> {
  const into = new Map<string, string>([]);
  for (const [one, other] of united) {
    // An earlier merge may have changed either.
    const pair = { oneId: current(into, one), otherId: current(into, other) };
    const [candidate] = await loadPairs<Company>(run.client, COMPANY, [pair]);
    if (candidate === undefined || contradicts(candidate.one, candidate.other)) continue;
    const verdict = judgeNames(candidate.one.name, candidate.other.name);
    if (verdict.outcome !== "same" && !verdict.isMisspelling) continue;
    if ((await withoutApart(run, COMPANY, [candidate])).length === 0) continue;
    const from = await mergePair(run, { ...candidate, rule: "name in one event", verdict });
    if (from !== undefined) into.set(from, from === candidate.one.id ? candidate.other.id : candidate.one.id);
  }
  return into.size > 0;
}

function current(into: ReadonlyMap<string, string>, id: string): string {
  const next = into.get(id);
  return next === undefined ? id : current(into, next);
}

async function sortPairs(
  run: Run,
  candidates: readonly Candidate<Company>[],
): Promise<{ matches: Map<string, Pair[]>; doubts: Pair[] }> {
  const alike = candidates.flatMap(({ one, other }) => {
    if (contradicts(one, other)) return [];
    const match = matchCompany(one, other);
    const verdict = match?.verdict ?? judgeNames(one.name, other.name);
    if (match === null && !leavesDoubt(one, other, verdict)) return [];
    return [{ one, other, isMatch: match !== null, rule: match?.rule ?? doubtOf(one, other, verdict), verdict }];
  });
  const pairs = await withoutApart(run, COMPANY, alike);
  const matches = new Map<string, Pair[]>([]);
  for (const pair of pairs) if (pair.isMatch) pushTo(matches, pair.one.id, pair);
  return { matches, doubts: pairs.filter(({ isMatch }) => !isMatch) };
}

/** A company may have several offices, so another city leaves it open. */
function doubtOf(one: Company, other: Company, { isMisspelling }: NameVerdict): string {
  if (isMisspelling) return "misspelled name";
  return one.hqCity !== null && other.hqCity !== null ? "name, another city" : "name alone";
}

/** Tells whether two of the companies that one is like are known to be different. */
async function areApart(run: Run, pairs: readonly Pair[]): Promise<boolean> {
  const ids = [...new Set(pairs.map(({ other }) => other.id))];
  const among = await loadPairs<Company>(
    run.client,
    COMPANY,
    ids.flatMap((oneId, index) => ids.slice(index + 1).map((otherId) => ({ oneId, otherId }))),
  );
  if (among.some(({ one, other }) => contradicts(one, other))) return true;
  return (await withoutApart(run, COMPANY, among)).length < among.length;
}

/** Merges the younger one into the other, and returns its id. An earlier merge may have changed either. */
async function mergePair(run: Run, { one, other, rule, verdict }: Pair): Promise<string | undefined> {
  const { client, importId, now } = run;
  const found = await client.query<{ id: string }>(
    "select id from companies where id in ($1, $2) order by created_at, id",
    [one.id, other.id],
  );
  if (found.rowCount !== 2) return undefined;
  const [into, from] = found.rows[0]?.id === one.id ? [one, other] : [other, one];
  await client.query(
    `insert into judgements (kind, record_id, source, key, verdict, rule, score, features, import_id, at)
     select 'company', $1, coalesce(k.source, ''), coalesce(k.key, d.domain, $3), 'same', $4, $5, $6, $7, $8
     from (select) one
       left join lateral (select source, key from external_keys where id = $2 and source <> '' order by 1, 2 limit 1) k on true
       left join lateral (select domain from company_domains where company_id = $2 order by 1 limit 1) d on true`,
    [into.id, from.id, from.name, rule, verdict.score, JSON.stringify(verdict.features), importId, now],
  );
  await mergeWithEvents({ client, importId, now }, { kind: "company", from: from.id, into: into.id });
  return from.id;
}

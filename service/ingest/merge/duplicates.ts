/**
 * Finds companies that are one with those that a batch added or changed. Facts that a batch added may show that two known
 * companies are one: they are merged then, so that the result does not depend on the order in which sources reported. Pairs
 * that leave doubt are listed for a person.
 */
import { nameKey } from "../resolve/names/company-name";
import { contradicts, hasAgreeingFact, matchCompany } from "../resolve/same-company";
import { judgeNames, type NameVerdict } from "../resolve/score";
import { storedCompany } from "../write/entities/company-facts";
import { loadMisspelled } from "../write/entities/misspelled";
import { inForce } from "../write/keys";
import type { Run } from "../write/update";
import { mergeWithEvents } from "./merge-events";

type Company = ReturnType<typeof storedCompany>;

interface Candidate {
  readonly one: Company;
  readonly other: Company;
  /** One source has a key for each, or a person decided that they are different. */
  readonly apart: boolean;
}

/** Pairs are compared whose names are equal, or the next ones in the alphabet that begin with the same letters. */
const NEIGHBOURS = { equal: 20, near: 2, letters: 8 } as const;
/** An import merges at most this many companies into one: a damaged file must not make one of all. */
const MOST_MERGES = 10;
/** A company is listed with at most this many others. */
const MOST_LISTED = 3;

const PREFIX = `left(a.name_key, ${NEIGHBOURS.letters})`;
/** Names have letters and digits only, and \`{\` comes after these. */
const near = (range: string, direction: string) => `(
  select id, record from companies b where char_length(a.name_key) >= ${NEIGHBOURS.letters} and ${range} and not demo
  order by name_key ${direction} limit ${NEIGHBOURS.near})`;

/**
 * Selects the sources that have a key of their own for a company. PostgreSQL would join all keys of a source with all others if
 * the two companies' keys were compared in one subquery: 22 GB for 12,000 companies.
 */
const sourcesOf = (id: string) => `array(
    select k.source from external_keys k
    where k.id = ${id} and k.source <> '' and k.key not like 'name:%' and ${inForce("k")})`;

/** Selects pairs \`a\` and \`b\`. @param from the tables that have them */
const pairsOf = (from: string) => `
select a.id as "oneId", a.record as one, b.id as "otherId", b.record as other,
  ${sourcesOf("a.id")} && ${sourcesOf("b.id")}
  or exists (
    select from possible_duplicates d
    where d.left_id = least(a.id, b.id) and d.right_id = greatest(a.id, b.id) and d.verdict = 'different')
  or exists (
    select from judgements j where j.kind = 'company' and j.verdict = 'different' and j.record_id in (a.id, b.id)
      and (j.key in (select key from external_keys k where k.id in (a.id, b.id) and k.id <> j.record_id and k.kind = 'company')
        or j.key in (select domain from company_domains d where d.company_id in (a.id, b.id) and d.company_id <> j.record_id))
  ) as apart
from ${from}`;

const CANDIDATES = pairsOf(`companies a cross join lateral (
  (select id, record from companies b where b.name_key = a.name_key and b.id <> a.id and not demo
    order by id limit ${NEIGHBOURS.equal})
  union all ${near(`b.name_key > a.name_key and b.name_key < ${PREFIX} || '{'`, "asc")}
  union all ${near(`b.name_key < a.name_key and b.name_key >= ${PREFIX}`, "desc")}) b
where a.id = any($1::uuid[]) and not a.demo and a.name_key <> ''`);

const GIVEN = pairsOf(`unnest($1::uuid[], $2::uuid[]) pair (one, other)
  join companies a on a.id = pair.one join companies b on b.id = pair.other where not a.demo and not b.demo`);

/**
 * @param ids the companies that the batch added or changed
 * @param united pairs of companies that had the same part in one event
 */
export async function settleDuplicates(
  run: Run,
  ids: readonly string[],
  united: readonly (readonly [string, string])[],
): Promise<void> {
  await mergeUnited(run, united);
  if (ids.length === 0) return;
  const merged = new Set<string>([]);
  const { matches, doubts } = sortPairs([...(await loadPairs(run, ids)), ...(await loadMisspelledPairs(run, ids))]);
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
  await list(
    run,
    doubts.filter(({ one, other }) => !merged.has(one.id) && !merged.has(other.id)),
  );
}

interface Pair {
  readonly one: Company;
  readonly other: Company;
  readonly rule: string;
  readonly verdict: NameVerdict;
}

/** Two sources of one event name its company alike, so the names suffice. */
async function mergeUnited(run: Run, united: readonly (readonly [string, string])[]): Promise<void> {
  const into = new Map<string, string>([]);
  for (const [one, other] of united) {
    // An earlier merge may have changed either.
    const [candidate] = await loadPairs(run, [current(into, one)], GIVEN, [current(into, other)]);
    if (candidate === undefined || candidate.apart || contradicts(candidate.one, candidate.other)) continue;
    const verdict = judgeNames(candidate.one.name, candidate.other.name);
    if (verdict.outcome !== "same" && !verdict.isMisspelling) continue;
    const from = await mergePair(run, { ...candidate, rule: "name in one event", verdict });
    if (from !== undefined) into.set(from, from === candidate.one.id ? candidate.other.id : candidate.one.id);
  }
}

function current(into: ReadonlyMap<string, string>, id: string): string {
  const next = into.get(id);
  return next === undefined ? id : current(into, next);
}

/**
 * Returns companies with others whose names differ by one slip: those without a domain, because a source that knows the site
 * seldom misspells the name, and comparing all names would take as long as storing them.
 */
async function loadMisspelledPairs(run: Run, ids: readonly string[]): Promise<Candidate[]> {
  const { rows } = await run.client.query<{ id: string; key: string }>(
    "select id, name_key as key from companies where id = any($1::uuid[]) and domain is null and not demo",
    [ids],
  );
  const names = new Set(rows.map((row) => row.key));
  const near = await loadMisspelled(run.client, [...names]);
  const pairs = near.flatMap(({ key, id: right }) =>
    rows.flatMap((row) => (row.key === key ? [{ left: row.id, right }] : [])),
  );
  if (pairs.length === 0) return [];
  const [lefts, rights] = [pairs.map(({ left }) => left), pairs.map(({ right }) => right)];
  return loadPairs(run, lefts, GIVEN, rights);
}

/** Tables that were empty a moment ago have no statistics, and would be read as a whole for each company. */
async function loadPairs(
  { client }: Run,
  ids: readonly string[],
  statement = CANDIDATES,
  others?: readonly string[],
): Promise<Candidate[]> {
  await client.query("set local enable_seqscan = off");
  const { rows } = await client.query<{ oneId: string; one: string; otherId: string; other: string; apart: boolean }>(
    statement,
    others === undefined ? [ids] : [ids, others],
  );
  await client.query("set local enable_seqscan = on");
  // A company is in several pairs.
  const companies = new Map(
    rows.flatMap(
      ({ oneId, one, otherId, other }) =>
        [
          [oneId, one],
          [otherId, other],
        ] as const,
    ),
  );
  const parsed = new Map([...companies].map(([id, record]) => [id, storedCompany(id, record)] as const));
  return rows.flatMap(({ oneId, otherId, apart }) => {
    const [one, other] = [parsed.get(oneId), parsed.get(otherId)];
    return one === undefined || other === undefined ? [] : [{ one, other, apart }];
  });
}

function sortPairs(candidates: readonly Candidate[]): { matches: Map<string, Pair[]>; doubts: Pair[] } {
  const matches = new Map<string, Pair[]>([]);
  const doubts: Pair[] = [];
  for (const { one, other, apart } of candidates) {
    if (apart || contradicts(one, other)) continue;
    const match = matchCompany(one, other);
    const verdict = match?.verdict ?? judgeNames(one.name, other.name);
    if (match !== null) matches.set(one.id, [...(matches.get(one.id) ?? []), { one, other, ...match }]);
    else if (isDoubtful(one, other, verdict)) doubts.push({ one, other, rule: doubtOf(one, other, verdict), verdict });
  }
  return { matches, doubts };
}

/** Short names that differ by a letter are often two. */
const TELLING_LETTERS = 8;

function isDoubtful(one: Company, other: Company, { outcome, isMisspelling }: NameVerdict): boolean {
  if (outcome !== "different") return true;
  return isMisspelling && (hasAgreeingFact(one, other) || nameKey(one.name).length >= TELLING_LETTERS);
}

/** A company may have several offices, so another city leaves it open. */
function doubtOf(one: Company, other: Company, { isMisspelling }: NameVerdict): string {
  if (isMisspelling) return "misspelled name";
  return one.hqCity !== null && other.hqCity !== null ? "name, another city" : "name alone";
}

/** Tells whether two of the companies that one is like are known to be different. */
async function areApart(run: Run, pairs: readonly Pair[]): Promise<boolean> {
  const ids = pairs.map(({ other }) => other.id);
  const among = (await loadPairs(run, ids)).filter(({ other }) => ids.includes(other.id));
  return among.some(({ one, other, apart }) => apart || contradicts(one, other));
}

/** Merges the younger one into the other, and returns its id. An earlier merge may have changed either. */
async function mergePair(run: Run, { one, other, rule, verdict }: Pair): Promise<string | undefined> {
  const { client, importId, now } = run;
  const [into, from] = isOlder(one, other) ? [one, other] : [other, one];
  const found = await client.query("select from companies where id in ($1, $2)", [into.id, from.id]);
  if (found.rowCount !== 2) return undefined;
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

function isOlder(one: Company, other: Company): boolean {
  const [a, b] = [one.createdAt.getTime(), other.createdAt.getTime()];
  return a < b || (a === b && one.id < other.id);
}

/** Lists each pair once, the likeliest ones of a company. */
async function list({ client, importId, now }: Run, pairs: readonly Pair[]): Promise<void> {
  const listed = new Map<string, number>([]);
  const rows = pairs
    .toSorted((a, b) => b.verdict.score - a.verdict.score)
    .filter(({ one }) => {
      const count = (listed.get(one.id) ?? 0) + 1;
      listed.set(one.id, count);
      return count <= MOST_LISTED;
    })
    .map(({ one, other, rule, verdict: { score, features } }) => {
      const [leftId, rightId] = [one.id, other.id].sort();
      return { leftId, rightId, rule, score, features };
    });
  if (rows.length === 0) return;
  await client.query(
    `insert into possible_duplicates (kind, left_id, right_id, rule, score, features, import_id, at)
     select 'company', "leftId", "rightId", rule, score, features, $2, $3
     from jsonb_to_recordset($1) as pair ("leftId" uuid, "rightId" uuid, rule text, score real, features jsonb)
     on conflict (left_id, right_id) do nothing`,
    [JSON.stringify(rows), importId, now],
  );
}

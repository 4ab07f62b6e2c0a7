/**
 * Finds companies that are one with those that a batch added or changed. Facts that a batch added may show that two known
 * companies are one: they are merged then, so that the result does not depend on the order in which sources reported. Pairs
 * that leave doubt are listed for a person.
 */
import { together } from "@/service/store/batching";
import { contradicts, judgeAllNames, leavesDoubt, matchCompany, type NamedCompany } from "../resolve/same-company";
import type { NameVerdict } from "../resolve/score";
import type { OwnName } from "../write/entities/companies";
import { noteMerge } from "../write/judgements";
import { pushTo } from "../write/keys";
import type { Run } from "../write/update";
import { mergeWithEvents } from "./merge-events";
import { withOneEvent } from "./one-event";
import { type Candidate, listDoubts, loadAlike, loadPairs, type NamedKind, type PairIds, withoutApart } from "./pairs";
import { loadOnlyNames, loadProven, type WrittenEvents } from "./proven";

interface Company extends NamedCompany {
  readonly id: string;
}

/** An import merges at most this many companies into one: a damaged file must not make one of all. */
const MOST_MERGES = 10;

const COMPANY: NamedKind = {
  kind: "company",
  columns: `name, domain, hq_country as "hqCountry", hq_city as "hqCity", founded_year as "foundedYear",
    social_handle as "socialHandle", social_url as "socialUrl",
    array(select n.name from company_names n where n.company_id = companies.id order by n.name_key) as "otherNames"`,
};

/** A batch knows this of companies besides their facts. */
interface Proofs {
  /** Pairs of companies that had the same part in one event. */
  readonly united: readonly PairIds[];
  /** Companies that the batch may have named. */
  readonly named: readonly string[];
  readonly written: WrittenEvents;
  /** Pairs of companies that the source states by one name. */
  readonly ownNames: readonly OwnName[];
}

const NO_PROOFS: Proofs = { united: [], named: [], written: {}, ownNames: [] };

/**
 * Returns whether it merged any.
 * @param ids the companies that the batch added or changed
 */
export async function settleDuplicates(
  run: Run,
  ids: readonly string[],
  { united, named, written, ownNames }: Proofs = NO_PROOFS,
): Promise<boolean> {
  const merges = new Merges(run);
  await mergeUnited(run, merges, united);
  const load = () => loadAlike<Company>(run, COMPANY, ids);
  const [proven, onlyNames, alike] = await together(
    run.client,
    () => loadProven(run, named, written),
    () => loadOnlyNames(run, ownNames),
    load,
  );
  await mergeUnited(run, merges, proven);
  await mergeUnited(run, merges, onlyNames, "name in one source");
  if (ids.length > 0) {
    const { matches, doubts } = await sortPairs(run, proven.length + onlyNames.length === 0 ? alike : await load());
    const open = await listOpen(run, matches);
    for (const pair of merges.open(matches))
      if (open.has(pair) || !(await merges.merge(pair, matchCompany))) doubts.push(pair);
    const listOpenDoubts = () =>
      merges.open(doubts).map(({ one, other, rule, verdict }) => {
        const { score, features } = verdict;
        return { oneId: one.id, otherId: other.id, rule, score, features };
      });
    await mergeUnited(run, merges, await withOneEvent(run, listOpenDoubts()));
    await listDoubts(run, "company", listOpenDoubts());
  }
  return merges.hasMerged;
}

interface Pair {
  readonly one: Company;
  readonly other: Company;
  readonly rule: string;
  readonly verdict: NameVerdict;
}

/** Sources of one event, or one source, name the company alike, so the names suffice. */
async function mergeUnited(
  run: Run,
  merges: Merges,
  united: readonly PairIds[],
  rule = "name in one event",
): Promise<void> {
  const current = united.map(({ oneId, otherId }) => ({
    oneId: merges.current(oneId),
    otherId: merges.current(otherId),
  }));
  const pairs = await loadPairs<Company>(run.client, COMPANY, current);
  for (const pair of pairs) await merges.merge({ ...pair, rule }, matchInEvent);
  const others = merges.takeUnited();
  if (others.length > 0) await mergeUnited(run, merges, others);
}

function matchInEvent(one: Company, other: Company): Pick<Pair, "verdict"> | null {
  if (contradicts(one, other)) return null;
  const verdict = judgeAllNames(one, other);
  return verdict.outcome === "same" || verdict.isMisspelling ? { verdict } : null;
}

async function sortPairs(
  run: Run,
  candidates: readonly Candidate<Company>[],
): Promise<{ matches: Pair[]; doubts: Pair[] }> {
  const alike = candidates.flatMap(({ one, other }) => {
    if (contradicts(one, other)) return [];
    const match = matchCompany(one, other);
    const verdict = match?.verdict ?? judgeAllNames(one, other);
    if (match === null && !leavesDoubt(one, other, verdict)) return [];
    return [{ one, other, isMatch: match !== null, rule: match?.rule ?? findDoubt(one, other, verdict), verdict }];
  });
  const pairs = await withoutApart(run, COMPANY, alike);
  return { matches: pairs.filter(({ isMatch }) => isMatch), doubts: pairs.filter(({ isMatch }) => !isMatch) };
}

/** A company may have several offices, so another city leaves it open. */
function findDoubt(one: Company, other: Company, { isMisspelling }: NameVerdict): string {
  if (isMisspelling) return "misspelled name";
  return one.hqCity !== null && other.hqCity !== null ? "name, another city" : "name alone";
}

/**
 * Returns the pairs of which one company is like several others that cannot be one: none of these is joined, and a person has to
 * say which one it is.
 */
async function listOpen(run: Run, matches: readonly Pair[]): Promise<ReadonlySet<Pair>> {
  const groups = new Map<string, Pair[]>([]);
  for (const pair of matches) for (const { id } of [pair.one, pair.other]) pushTo(groups, id, pair);
  const open = new Set<Pair>([]);
  for (const [id, pairs] of groups) {
    const others = [...new Set(pairs.map(({ one, other }) => (one.id === id ? other.id : one.id)))];
    const isOpen = others.length > MOST_MERGES || (others.length > 1 && (await areApart(run, others)));
    if (isOpen) for (const pair of pairs) open.add(pair);
  }
  return open;
}

/** Tells whether two of the companies are known to be different. */
async function areApart(run: Run, ids: readonly string[]): Promise<boolean> {
  const among = await loadPairs<Company>(
    run.client,
    COMPANY,
    ids.flatMap((oneId, index) => ids.slice(index + 1).map((otherId) => ({ oneId, otherId }))),
  );
  if (among.some(({ one, other }) => contradicts(one, other))) return true;
  return (await withoutApart(run, COMPANY, among)).length < among.length;
}

/** Merges companies of one batch, and knows into which one each went. */
class Merges {
  readonly #into = new Map<string, string>([]);
  /** Companies that had the same part in events which the merges made one. */
  #united: PairIds[] = [];

  constructor(private readonly run: Run) {}

  get hasMerged(): boolean {
    return this.#into.size > 0;
  }

  open(pairs: readonly Pair[]): Pair[] {
    return pairs.filter(({ one, other }) => !this.#into.has(one.id) && !this.#into.has(other.id));
  }

  takeUnited(): PairIds[] {
    const united = this.#united;
    this.#united = [];
    return united;
  }

  current(id: string): string {
    const next = this.#into.get(id);
    return next === undefined ? id : this.current(next);
  }

  /**
   * Merges the younger one into the other. Returns false when they are two after all: an earlier merge of the batch may have
   * given either of them a fact or a key that keeps them apart.
   */
  async merge(
    { one, other, rule }: Pick<Pair, "one" | "other" | "rule">,
    match: (one: Company, other: Company) => Pick<Pair, "verdict"> | null,
  ): Promise<boolean> {
    const { run } = this;
    const { client, importId, now } = run;
    const ids = { oneId: this.current(one.id), otherId: this.current(other.id) };
    if (ids.oneId === ids.otherId) return true;
    const [pair] = await loadPairs<Company>(client, COMPANY, [ids]);
    const found = pair === undefined ? null : match(pair.one, pair.other);
    if (pair === undefined || found === null || (await withoutApart(run, COMPANY, [pair])).length === 0) return false;
    const { rows } = await client.query<{ id: string }>(
      "select id from companies where id in ($1, $2) order by created_at, id",
      [pair.one.id, pair.other.id],
    );
    const [into, from] = rows[0]?.id === pair.one.id ? [pair.one, pair.other] : [pair.other, pair.one];
    const merged = { kind: "company", from: from.id, into: into.id } as const;
    await noteMerge(run, merged, rule, found.verdict, from.name);
    this.#united.push(...(await mergeWithEvents({ client, importId, now }, merged)));
    this.#into.set(from.id, into.id);
    return true;
  }
}

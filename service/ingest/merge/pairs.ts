/** Finds pairs of records that may be one, and lists those of which a person has to decide it. */
import type pg from "pg";
import { defer } from "@/service/store/batching";
import { queryByIndexes } from "../index-scans";
import { isMisspelled, misspelled, type NearName } from "../write/entities/misspelled";
import { RECORD_TABLES, type RecordKind } from "../write/import-records";
import { inForce } from "../write/keys";
import type { Run } from "../write/update";
import type { Merge } from "./merge-records";

/** Companies and investors are looked for by their names. */
export interface NamedKind {
  readonly kind: "company" | "investor";
  /** These columns tell nearly all pairs apart, so whole records need not be read. */
  readonly columns: string;
}

export interface Candidate<Named> {
  readonly one: Named;
  readonly other: Named;
}

interface Identified {
  readonly id: string;
}

export interface PairIds {
  readonly oneId: string;
  readonly otherId: string;
}

/** A pair that a person has to decide. */
interface Doubt extends PairIds {
  readonly rule: string;
  /** The likelihood by names, or the share of the facts of two events that agree, from 0 to 1, and what it was made of. */
  readonly score: number;
  readonly features: Readonly<Record<string, number>>;
}

/** Pairs are compared whose names are equal, or the next ones in the alphabet that begin with the same letters. */
const NEIGHBOURS = { equal: 20, near: 2, letters: 8 } as const;
/** A record is listed with at most this many others. */
const MOST_LISTED = 3;

const PREFIX = `left(a.name_key, ${NEIGHBOURS.letters})`;
/** Names have letters and digits only, and \`{\` comes after these. */
const near = (table: string, range: string, direction: string) => `(
  select id, hq_country from ${table} b where char_length(a.name_key) >= ${NEIGHBOURS.letters} and ${range} and not demo
  order by name_key ${direction} limit ${NEIGHBOURS.near})`;

/** Selects whether a person decided that the records with these ids are different. */
export function decidedDifferent(kind: RecordKind, one = "a.id", other = "b.id"): string {
  const domains = `or j.key in (select domain from company_domains d where d.company_id in (${one}, ${other}) and d.company_id <> j.record_id)`;
  return `(exists (
    select from possible_duplicates d
    where d.left_id = least(${one}, ${other}) and d.right_id = greatest(${one}, ${other}) and d.verdict = 'different')
  or exists (
    select from judgements j where j.kind = '${kind}' and j.verdict = 'different' and j.record_id in (${one}, ${other})
      and (j.key in (select key from external_keys k where k.id in (${one}, ${other}) and k.id <> j.record_id and k.kind = '${kind}')
        ${kind === "company" ? domains : ""})))`;
}

/**
 * Selects the sources that have a key of their own for a record. PostgreSQL would join all keys of a source with all others if
 * the two records' keys were compared in one subquery: 22 GB for 12,000 companies.
 */
const sourcesSql = (id: string) => `array(
    select k.source from external_keys k
    where k.id = ${id} and k.source <> '' and k.key not like 'name:%' and ${inForce("k")})`;

/** Selects whether one of two companies acquired the other, so that both are two at that time. */
export const acquiredOneAnother = (one: string, other: string) => `exists (
  select from acquisitions where acquirer_id = ${one} and target_id = ${other}
    or acquirer_id = ${other} and target_id = ${one})`;

/** Selects the pairs that are two: one source has a key for each, one acquired the other, or a person decided it. */
const apart = (kind: RecordKind) =>
  `select one as "oneId", other as "otherId" from unnest($1::uuid[], $2::uuid[]) pair (one, other)
where ${sourcesSql("one")} && ${sourcesSql("other")} or ${decidedDifferent(kind, "one", "other")}
  ${kind === "company" ? `or ${acquiredOneAnother("one", "other")}` : ""}`;

/** Companies that sources know by a name of the company `a`, or by a part of their names or of its own. */
const OTHER_NAMES = `(
  select b.id, b.hq_country from (
      select a.name_key union select a.name_part where a.name_part is not null
      union select name_key from company_names n where n.company_id = a.id) stated (key)
    cross join lateral (
      (select n.company_id as id from company_names n where n.name_key = stated.key limit ${NEIGHBOURS.equal})
      union (select c.id from companies c where c.name_part = stated.key limit ${NEIGHBOURS.equal})
      union (select c.id from companies c where c.name_key = stated.key and c.name_key <> a.name_key limit ${NEIGHBOURS.equal})) found
    join companies b on b.id = found.id
  where b.id <> a.id and not b.demo)`;

/** Most neighbours are in two countries, which keeps them apart. */
const neighbours = (table: string) => `
select a.id as "oneId", b.id as "otherId" from ${table} a cross join lateral (
  (select id, hq_country from ${table} b where b.name_key = a.name_key and b.id <> a.id and not demo
    order by id limit ${NEIGHBOURS.equal})
  ${table === "companies" ? `union all ${OTHER_NAMES}` : ""}
  union all ${near(table, `b.name_key > a.name_key and b.name_key < ${PREFIX} || '{'`, "asc")}
  union all ${near(table, `b.name_key < a.name_key and b.name_key >= ${PREFIX}`, "desc")}) b
where a.id = any($1::uuid[]) and not a.demo and a.name_key <> '' and (a.hq_country = b.hq_country) is not false`;

/** Selects pairs of records with others of which a name may differ by one slip. */
const slips = (table: string) =>
  misspelled(
    table,
    `(select name_key as key, id as "oneId" from ${table} where id = any($1::uuid[]) and not demo
      ${table === "companies" ? `union all select name_key, company_id from company_names where company_id = any($1::uuid[])` : ""})`,
  );

/** Pairs each record with those whose names are like its own, by all letters or but for one slip. */
export async function loadAlike<Named extends Identified>(
  { client }: Run,
  of: NamedKind,
  ids: readonly string[],
): Promise<Candidate<Named>[]> {
  if (ids.length === 0) return [];
  const table = RECORD_TABLES[of.kind];
  const pairs = await queryByIndexes<PairIds & (NearName | { key: null })>(
    client,
    `select "oneId", "otherId", null as key, null as "nameKey" from (${neighbours(table)}) neighbours
     union all select "oneId", id, key, "nameKey" from (${slips(table)}) slips`,
    [ids],
  );
  const found = pairs.filter((pair) => pair.key === null || isMisspelled(pair));
  return loadPairs(client, of, found);
}

export async function loadPairs<Named extends Identified>(
  client: pg.ClientBase,
  { kind, columns }: NamedKind,
  pairs: readonly PairIds[],
): Promise<Candidate<Named>[]> {
  if (pairs.length === 0) return [];
  // A record is in several pairs.
  const ids = new Set(pairs.flatMap(({ oneId, otherId }) => [oneId, otherId]));
  const { rows } = await client.query<Named>(
    `select id, ${columns} from ${RECORD_TABLES[kind]} where id = any($1::uuid[]) and not demo`,
    [[...ids]],
  );
  const records = new Map(rows.map((row) => [row.id, row]));
  return pairs.flatMap(({ oneId, otherId }) => {
    const [one, other] = [records.get(oneId), records.get(otherId)];
    return one === undefined || other === undefined ? [] : [{ one, other }];
  });
}

/** Returns the pairs that no source and no person keeps apart. */
export async function withoutApart<Pair extends Candidate<Identified>>(
  { client }: Run,
  { kind }: NamedKind,
  pairs: readonly Pair[],
): Promise<Pair[]> {
  if (pairs.length === 0) return [];
  const values = [pairs.map(({ one }) => one.id), pairs.map(({ other }) => other.id)];
  const rows = await queryByIndexes<PairIds>(client, apart(kind), values);
  const two = new Set(rows.map(({ oneId, otherId }) => `${oneId} ${otherId}`));
  return pairs.filter(({ one, other }) => !two.has(`${one.id} ${other.id}`));
}

/** Returns the pairs of these events that a person decided to be two, as texts. */
export async function loadDifferent(
  client: pg.ClientBase,
  kind: RecordKind,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ left: string; right: string }>(
    `select left_id as left, right_id as right from possible_duplicates
     where left_id = any($1::uuid[]) and right_id = any($1::uuid[]) and verdict = 'different'
     union all select j.record_id, k.id from judgements j
       join external_keys k on k.kind = j.kind and k.source = j.source and k.key = j.key
     where j.kind = $2 and j.verdict = 'different' and j.record_id = any($1::uuid[]) and k.id = any($1::uuid[])`,
    [ids, kind],
  );
  return new Set(rows.map(({ left, right }) => pairText(left, right)));
}

export function pairText(one: string, other: string): string {
  return [one, other].sort().join(" ");
}

/** Lists each pair once, the likeliest ones of a record. */
export async function listDoubts({ client, importId, now }: Merge, kind: RecordKind, doubts: readonly Doubt[]) {
  const listed = new Map<string, number>([]);
  const rows = doubts
    .toSorted((a, b) => b.score - a.score)
    .filter(({ oneId }) => {
      const count = (listed.get(oneId) ?? 0) + 1;
      listed.set(oneId, count);
      return count <= MOST_LISTED;
    })
    .map(({ oneId, otherId, ...doubt }) => {
      const [leftId, rightId] = [oneId, otherId].sort();
      return { leftId, rightId, ...doubt };
    });
  if (rows.length === 0) return;
  await defer(
    client,
    `insert into possible_duplicates (kind, left_id, right_id, rule, score, features, import_id, at)
     select $4, "leftId", "rightId", rule, score, features, $2::integer, $3::timestamptz
     from jsonb_to_recordset($1) as pair ("leftId" uuid, "rightId" uuid, rule text, score real, features jsonb)
     on conflict (left_id, right_id) do nothing`,
    [JSON.stringify(rows), importId, now, kind],
  );
}

/** Finds pairs of records that may be one, and lists those of which a person has to decide it. */
import type pg from "pg";
import type { NameVerdict } from "../resolve/score";
import { loadMisspelled } from "../write/entities/misspelled";
import { RECORD_TABLES, type RecordKind } from "../write/import-records";
import { inForce } from "../write/keys";
import type { Run } from "../write/update";

/** Companies and investors are looked for by their names. */
export interface NamedKind<Named> {
  readonly kind: "company" | "investor";
  read(id: string, record: string): Named;
}

export interface Candidate<Named> {
  readonly one: Named;
  readonly other: Named;
  /** One source has a key for each, or a person decided that they are different. */
  readonly apart: boolean;
}

/** A pair that a person has to decide. */
export interface Doubt {
  readonly oneId: string;
  readonly otherId: string;
  readonly rule: string;
  /** The likelihood by names, or the share of the facts of two events that agree, from 0 to 1, and what it was made of. */
  readonly score: number;
  readonly features: Readonly<Record<string, number>>;
}

export function nameDoubt(
  oneId: string,
  otherId: string,
  rule: string,
  { score, features }: Pick<NameVerdict, "score" | "features">,
): Doubt {
  return { oneId, otherId, rule, score, features };
}

/** Pairs are compared whose names are equal, or the next ones in the alphabet that begin with the same letters. */
const NEIGHBOURS = { equal: 20, near: 2, letters: 8 } as const;
/** A record is listed with at most this many others. */
const MOST_LISTED = 3;

const PREFIX = `left(a.name_key, ${NEIGHBOURS.letters})`;
/** Names have letters and digits only, and \`{\` comes after these. */
const near = (table: string, range: string, direction: string) => `(
  select id, record from ${table} b where char_length(a.name_key) >= ${NEIGHBOURS.letters} and ${range} and not demo
  order by name_key ${direction} limit ${NEIGHBOURS.near})`;

/** Selects whether a person decided that the records \`a\` and \`b\` are different. */
export function decidedDifferent(kind: RecordKind): string {
  const domains = `or j.key in (select domain from company_domains d where d.company_id in (a.id, b.id) and d.company_id <> j.record_id)`;
  return `(exists (
    select from possible_duplicates d
    where d.left_id = least(a.id, b.id) and d.right_id = greatest(a.id, b.id) and d.verdict = 'different')
  or exists (
    select from judgements j where j.kind = '${kind}' and j.verdict = 'different' and j.record_id in (a.id, b.id)
      and (j.key in (select key from external_keys k where k.id in (a.id, b.id) and k.id <> j.record_id and k.kind = '${kind}')
        ${kind === "company" ? domains : ""})))`;
}

/**
 * Selects the sources that have a key of their own for a record. PostgreSQL would join all keys of a source with all others if
 * the two records' keys were compared in one subquery: 22 GB for 12,000 companies.
 */
const sourcesOf = (id: string) => `array(
    select k.source from external_keys k
    where k.id = ${id} and k.source <> '' and k.key not like 'name:%' and ${inForce("k")})`;

/** Selects pairs \`a\` and \`b\`. @param from the tables that have them */
const pairsOf = (kind: RecordKind, from: string) => `
select a.id as "oneId", a.record as one, b.id as "otherId", b.record as other,
  ${sourcesOf("a.id")} && ${sourcesOf("b.id")} or ${decidedDifferent(kind)} as apart
from ${from}`;

const neighbours = (kind: RecordKind, table: string) =>
  pairsOf(
    kind,
    `${table} a cross join lateral (
  (select id, record from ${table} b where b.name_key = a.name_key and b.id <> a.id and not demo
    order by id limit ${NEIGHBOURS.equal})
  union all ${near(table, `b.name_key > a.name_key and b.name_key < ${PREFIX} || '{'`, "asc")}
  union all ${near(table, `b.name_key < a.name_key and b.name_key >= ${PREFIX}`, "desc")}) b
where a.id = any($1::uuid[]) and not a.demo and a.name_key <> ''`,
  );

const given = (kind: RecordKind, table: string) =>
  pairsOf(
    kind,
    `unnest($1::uuid[], $2::uuid[]) pair (one, other)
  join ${table} a on a.id = pair.one join ${table} b on b.id = pair.other where not a.demo and not b.demo`,
  );

/** Pairs each record with those whose names are like its own. */
export function loadPairs<Named>({ client }: Run, of: NamedKind<Named>, ids: readonly string[]) {
  return readPairs(client, of, neighbours(of.kind, RECORD_TABLES[of.kind]), [ids]);
}

export function loadGivenPairs<Named>(
  { client }: Run,
  of: NamedKind<Named>,
  pairs: readonly (readonly [string, string])[],
): Promise<Candidate<Named>[]> {
  const [ones, others] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
  return readPairs(client, of, given(of.kind, RECORD_TABLES[of.kind]), [ones, others]);
}

/**
 * Pairs records with others whose names differ by one slip: those without a domain, because a source that knows the site
 * seldom misspells the name, and comparing all names would take as long as storing them.
 */
export async function loadMisspelledPairs<Named>(
  run: Run,
  of: NamedKind<Named>,
  ids: readonly string[],
): Promise<Candidate<Named>[]> {
  const table = RECORD_TABLES[of.kind];
  const { rows } = await run.client.query<{ id: string; key: string }>(
    `select id, name_key as key from ${table} where id = any($1::uuid[]) and domain is null and not demo`,
    [ids],
  );
  const found = await loadMisspelled(run.client, [...new Set(rows.map((row) => row.key))], table);
  const pairs = found.flatMap(({ key, id: other }) =>
    rows.flatMap((row) => (row.key === key ? [[row.id, other] as const] : [])),
  );
  return pairs.length === 0 ? [] : loadGivenPairs(run, of, pairs);
}

/** Tables that were empty a moment ago have no statistics, and would be read as a whole for each record. */
export async function withoutScans<T>(client: pg.ClientBase, read: () => Promise<T>): Promise<T> {
  await client.query("set local enable_seqscan = off");
  const result = await read();
  await client.query("set local enable_seqscan = on");
  return result;
}

async function readPairs<Named>(
  client: pg.ClientBase,
  { read }: NamedKind<Named>,
  statement: string,
  values: readonly (readonly string[])[],
): Promise<Candidate<Named>[]> {
  const { rows } = await withoutScans(client, () =>
    client.query<{ oneId: string; one: string; otherId: string; other: string; apart: boolean }>(statement, [
      ...values,
    ]),
  );
  // A record is in several pairs.
  const texts = new Map(
    rows.flatMap(
      ({ oneId, one, otherId, other }) =>
        [
          [oneId, one],
          [otherId, other],
        ] as const,
    ),
  );
  const parsed = new Map([...texts].map(([id, record]) => [id, read(id, record)] as const));
  return rows.flatMap(({ oneId, otherId, apart }) => {
    const [one, other] = [parsed.get(oneId), parsed.get(otherId)];
    return one === undefined || other === undefined ? [] : [{ one, other, apart }];
  });
}

/** Lists each pair once, the likeliest ones of a record. */
export async function listDoubts(
  { client, importId, now }: Run,
  kind: RecordKind,
  doubts: readonly Doubt[],
): Promise<void> {
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
  await client.query(
    `insert into possible_duplicates (kind, left_id, right_id, rule, score, features, import_id, at)
     select $4, "leftId", "rightId", rule, score, features, $2, $3
     from jsonb_to_recordset($1) as pair ("leftId" uuid, "rightId" uuid, rule text, score real, features jsonb)
     on conflict (left_id, right_id) do nothing`,
    [JSON.stringify(rows), importId, now, kind],
  );
}

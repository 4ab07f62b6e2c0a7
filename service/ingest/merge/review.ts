/** Lists pairs of records that may be one, and carries out what a person decides about them. */
import {
  DUPLICATE_KINDS,
  type DuplicateKind,
  type DuplicateList,
  type DuplicatePair,
  type DuplicateState,
  type DuplicateVerdict,
} from "@dealflow/contract/account/duplicates";
import type pg from "pg";
import * as z from "zod";
import { announcedText } from "@/service/records/announced";
import { inTransaction } from "@/service/store/transaction";
import { ImportError, startedBy } from "../imports/imports";
import { undoImport } from "../imports/undo";
import { explainFeatures, explainRule } from "../resolve/explain";
import { getEventKind } from "../withdraw/event-kinds";
import { recordTitle } from "../withdraw/find-record";
import { parseStored, STORED_EVENT } from "../write/events/stored-event";
import { RECORD_TABLES } from "../write/import-records";
import { mergeInTransaction } from "./merge";

const STATES = {
  open: "d.verdict is null order by d.kind, d.rule, d.score desc, d.id",
  later: "d.verdict = 'later' order by d.decided_at, d.id",
  decided: "d.verdict in ('same', 'different') order by d.decided_at desc, d.id desc",
} as const;

const forEachKind = (sql: (table: string, kind: DuplicateKind) => string) =>
  `case d.kind ${DUPLICATE_KINDS.map((kind) => `when '${kind}' then ${sql(RECORD_TABLES[kind], kind)}`).join(" ")} end`;

/** Both records of an undecided pair must be there still. */
const BOTH = `(d.verdict in ('same', 'different') or ${forEachKind(
  (table) =>
    `exists (select from ${table} where id = d.left_id) and exists (select from ${table} where id = d.right_id)`,
)})`;

const stored = (id: string) =>
  forEachKind((table, kind) => {
    const text = getEventKind(kind) === undefined ? "record" : STORED_EVENT;
    return `(select ${text} from ${table} t where id = current_record(${id}))`;
  });

const countEventsSql = (id: string) => `case d.kind
  when 'company' then (select count(*) from funding_events where company_id = ${id})
    + (select count(*) from acquisitions where ${id} in (acquirer_id, target_id))
    + (select count(*) from exec_moves where ${id} in (company_id, from_company_id))
  when 'investor' then (select count(*) from funding_event_investors where investor_id = ${id}) else 0 end`;

const side = (id: string) => `json_build_object(
  'id', ${id}, 'record', ${stored(id)}, 'events', ${countEventsSql(id)},
  'sources', array(select distinct source from external_keys k where k.id = ${id} and source <> '' order by 1))`;

type DuplicateSide = DuplicatePair["left"];
type StoredSide = Omit<DuplicateSide, "name" | "record"> & { readonly record: string | null };

interface StoredPair extends Pick<DuplicatePair, "id" | "kind" | "rule" | "score" | "verdict" | "merged"> {
  readonly features: unknown;
  readonly decidedAt: Date | null;
  readonly left: StoredSide;
  readonly right: StoredSide;
}

/** Open pairs are by rule, and the likeliest first; decided ones are the latest first. Pairs are of all kinds unless one is stated. */
export async function listDuplicates(
  pool: pg.Pool,
  {
    state,
    kind,
    limit,
  }: { readonly state: DuplicateState; readonly kind?: DuplicateKind | undefined; readonly limit: number },
): Promise<DuplicateList> {
  const pairs = await pool.query<StoredPair>(
    `select d.id::text, d.kind, d.rule, d.score, d.features, d.verdict, d.decided_at as "decidedAt",
       (select i.file from imports i where i.id = d.merge_id and i.undone_at is null) as merged,
       ${side("d.left_id")} as left, ${side("d.right_id")} as right
     from (select * from possible_duplicates d
       where ($2::text is null or d.kind = $2) and ${BOTH} and ${STATES[state]} limit $1) d
     order by ${STATES[state].split(" order by ")[1]}`,
    [limit, kind ?? null],
  );
  const rules = await pool.query<DuplicateList["rules"][number]>(
    `select kind, rule, count(*) filter (where verdict is null) as open, count(*) filter (where verdict = 'same') as same,
       count(*) filter (where verdict = 'different') as different
     from possible_duplicates d where ${BOTH} group by kind, rule order by open desc, kind, rule`,
  );
  return { pairs: pairs.rows.map(describePair), rules: rules.rows };
}

function describePair({ features, decidedAt, left, right, ...pair }: StoredPair): DuplicatePair {
  return {
    ...pair,
    because: [explainRule(pair.rule), ...explainFeatures(features)],
    decidedAt: decidedAt?.toISOString() ?? null,
    left: describeSide(left),
    right: describeSide(right),
  };
}

function describeSide({ record, ...side }: StoredSide): DuplicateSide {
  if (record === null) return { ...side, name: "a removed record", record };
  const shown = shownRecord(record);
  return { ...side, name: recordTitle(JSON.stringify(shown)), record: shown };
}

const dated = z.looseObject({ announcedAt: z.string() });

/** An event is shown with a date as precise as its source's. */
function shownRecord(text: string): unknown {
  const { record, precision } = parseStored(text);
  const event = dated.safeParse(record).data;
  if (event === undefined || precision === "day") return record;
  return {
    ...event,
    announcedAt: announcedText({ announcedAt: new Date(event.announcedAt), announcedPrecision: precision }),
  };
}

/**
 * Decides a pair. Two that are the same are merged, as an import that can be undone; two that are different are never merged
 * by an import. Throws `ImportError` when there is no such pair, or it was decided otherwise meanwhile.
 * @param person the id of who decides; null at the command line
 */
export function decideDuplicate(
  pool: pg.Pool,
  id: number,
  { verdict, person, now }: { readonly verdict: DuplicateVerdict; readonly person: string | null; readonly now: Date },
): Promise<void> {
  return inTransaction(pool, async (client) => {
    const pair = await lockPair(client, id);
    if (pair.verdict === verdict) return;
    if (pair.verdict === "same" || pair.verdict === "different")
      throw new ImportError(`Pair ${id} was already decided to be ${pair.verdict}; undo that first.`);
    const merge =
      verdict === "same"
        ? await mergeInTransaction(client, [pair.leftId, pair.rightId], now, startedBy(person ?? undefined))
        : undefined;
    await client.query(
      `update possible_duplicates set verdict = $2, decided_at = $3, decided_by = (select u.id from users u where u.id = $4),
         merge_id = $5 where id = $1`,
      [id, verdict, now, person, merge?.id ?? null],
    );
  });
}

interface LockedPair {
  readonly leftId: string;
  readonly rightId: string;
  readonly verdict: DuplicateVerdict | null;
  /** Null also when the merge was undone in the list of imports. */
  readonly mergeId: number | null;
}

async function lockPair(client: pg.ClientBase, id: number): Promise<LockedPair> {
  const { rows } = await client.query<LockedPair>(
    `select left_id as "leftId", right_id as "rightId", verdict,
       (select id from imports where id = merge_id and undone_at is null) as "mergeId"
     from possible_duplicates where id = $1 for update`,
    [id],
  );
  return rows[0] ?? missing(id);
}

function missing(id: number): never {
  throw new ImportError(`There is no pair ${id}; see npm run import -- duplicates.`);
}

/** Takes a decision back: the pair is open again, and merged records are two again. */
export async function undoDecision(pool: pg.Pool, id: number, now: Date): Promise<void> {
  const mergeId = await inTransaction(pool, async (client) => (await lockPair(client, id)).mergeId);
  if (mergeId !== null) await undoImport(pool, mergeId, now);
  await pool.query(
    "update possible_duplicates set verdict = null, decided_at = null, decided_by = null, merge_id = null where id = $1",
    [id],
  );
}

/** One press decides at most this many pairs. */
const MOST_DECIDED = 200;

/**
 * Decides the open pairs that a rule found, the likeliest first. Returns how many were decided.
 * @param minScore the least score, from 0 to 1
 */
export async function decideByRule(
  pool: pg.Pool,
  { kind, rule, minScore }: Pick<DuplicatePair, "kind" | "rule"> & { readonly minScore: number },
  decision: Parameters<typeof decideDuplicate>[2],
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `select d.id from possible_duplicates d
     where d.rule = $1 and d.score >= $2 and d.kind = $3 and d.verdict is null and ${BOTH} order by d.score desc, d.id limit ${MOST_DECIDED}`,
    [rule, minScore, kind],
  );
  let decided = 0;
  for (const { id } of rows)
    try {
      await decideDuplicate(pool, id, decision);
      decided++;
    } catch (error) {
      // An earlier merge of this press may have taken one of the two.
      if (!(error instanceof ImportError)) throw error;
    }
  return decided;
}

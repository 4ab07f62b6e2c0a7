/** Lists the events that may be one with others of their company near in time. */
import type pg from "pg";
import { queryByIndexes } from "../index-scans";
import type { EventKind } from "../withdraw/event-kinds";
import { SIDES } from "../write/events/candidates";
import { loadRecords } from "../write/stored-records";
import type { Merge } from "./merge-records";
import { decidedDifferent, listDoubts, type PairIds } from "./pairs";

/** An event is compared with the latest of those near it, at most so many. */
const MOST_COMPARED = 20;
/** A date that names only a year is the first day of it. */
const YEAR_DAYS = 366;

/** Two events of one company, which no person decided to be two, with their texts. */
export interface EventPair extends PairIds {
  readonly one: string;
  readonly other: string;
}

export async function listPairs(run: Merge, events: EventKind, pairs: readonly EventPair[]): Promise<void> {
  const doubts = pairs.flatMap(({ oneId, otherId, one, other }) => {
    const doubt = events.doubt(one, other);
    if (doubt === null) return [];
    const shares = Object.values(doubt.features);
    return [{ oneId, otherId, ...doubt, score: shares.reduce((sum, share) => sum + share, 0) / shares.length }];
  });
  await listDoubts(run, events.kind, doubts);
}

/** Returns each of the events with those of its company that are near in time. */
export async function loadNearEvents(
  client: pg.ClientBase,
  { kind, table, doubtfulDays }: EventKind,
  ids: readonly string[],
): Promise<readonly EventPair[]> {
  if (ids.length === 0) return [];
  const pairs = await queryByIndexes<PairIds>(
    client,
    `select a.id as "oneId", b.id as "otherId" from ${table} a cross join lateral (
         select e.id from ${table} e
         where e.${SIDES[kind]} = a.${SIDES[kind]} and e.id <> a.id and not e.demo
           and e.announced_at >= a.announced_at - make_interval(days => $2 + ${YEAR_DAYS})
           and (e.announced_at >= a.announced_at - make_interval(days => $2) or e.announced_precision <> 'day')
           and e.announced_at <= a.announced_at
             + make_interval(days => $2 + case a.announced_precision when 'day' then 0 else ${YEAR_DAYS} end)
         order by e.announced_at desc limit ${MOST_COMPARED}) b
       where a.id = any($1::uuid[]) and not a.demo and not ${decidedDifferent(kind)}`,
    [ids, doubtfulDays],
  );
  const stored = await loadRecords(client, kind, [...new Set(pairs.flatMap((pair) => Object.values(pair)))]);
  const texts = new Map(stored.map(({ id, record }) => [id, record] as const));
  return pairs.map((pair) => ({ ...pair, one: texts.get(pair.oneId) ?? "", other: texts.get(pair.otherId) ?? "" }));
}

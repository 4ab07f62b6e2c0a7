/** Finds pairs of companies that are one for another reason than the likeness of their names and facts. */
import { together } from "@/service/store/batching";
import { queryByIndexes } from "../index-scans";
import { nameKey } from "../resolve/names/company-name";
import { DOUBTFUL_DEAL_DAYS } from "../resolve/same-event";
import type { EventKind } from "../withdraw/event-kinds";
import type { OwnName } from "../write/entities/companies";
import { isMisspelled, type NearName } from "../write/entities/misspelled";
import type { Run } from "../write/update";
import { withOneEvent } from "./one-event";
import type { PairIds } from "./pairs";

/** Has the ids of events that a batch added or changed. */
export type WrittenEvents = Readonly<Partial<Record<EventKind["kind"], readonly string[]>>>;

/** Returns pairs of which two sources tell one event by now: listed ones of these companies, and misspelled ones that were sold. */
export async function loadProven(run: Run, ids: readonly string[], written: WrittenEvents): Promise<PairIds[]> {
  const all = new Set(Object.values(written).flat());
  if (all.size === 0) return [];
  const [listed, sold] = await together(
    run.client,
    () => loadListed(run, ids),
    () => loadSold(run, written.acquisition ?? []),
  );
  return withOneEvent(run, [...listed, ...sold], all);
}

async function loadListed(run: Run, ids: readonly string[]): Promise<PairIds[]> {
  if (ids.length === 0) return [];
  const side = (column: string) => `select left_id as "oneId", right_id as "otherId" from possible_duplicates
    where kind = 'company' and verdict is null and ${column} = any($1::uuid[])`;
  return queryByIndexes<PairIds>(run.client, `${side("left_id")} union ${side("right_id")} order by 1, 2`, [ids]);
}

/** A deal is compared with the latest ones of its buyer at that time, at most so many. */
const MOST_DEALS = 20;
const SOLD = `select a.target_id as "oneId", b.target_id as "otherId", one.name_key as key, other.name_key as "nameKey"
  from acquisitions a cross join lateral (
      select target_id from acquisitions b
      where b.acquirer_id = a.acquirer_id and b.target_id <> a.target_id and not b.demo
        and b.announced_at between a.announced_at - $2::interval and a.announced_at + $2::interval
      order by announced_at desc limit ${MOST_DEALS}) b
    join companies one on one.id = a.target_id join companies other on other.id = b.target_id
  where a.id = any($1::uuid[]) and not a.demo`;

/** Returns companies whose names differ by one slip, anywhere in them, and which one buyer bought at that time. */
async function loadSold(run: Run, deals: readonly string[]): Promise<PairIds[]> {
  if (deals.length === 0) return [];
  const pairs = await queryByIndexes<PairIds & NearName>(run.client, SOLD, [deals, `${DOUBTFUL_DEAL_DAYS} days`]);
  return pairs.filter(isMisspelled);
}

const ONLY_NAMES = `select pair.id as "oneId", pair.other_id as "otherId"
  from unnest($1::uuid[], $2::uuid[], $3::text[]) pair (id, other_id, name_key)
  where not exists (
    select from companies other join import_records r on r.record_id = other.id join imports i on i.id = r.import_id
    where other.name_key = pair.name_key and other.id not in (pair.id, pair.other_id)
      and i.source = $4 and i.undone_at is null)`;

/** Returns the pairs whose name means one company, as the source states no other one by it. */
export async function loadOnlyNames({ client, source }: Run, pairs: readonly OwnName[]): Promise<PairIds[]> {
  if (pairs.length === 0) return [];
  const names = pairs.map(({ name }) => nameKey(name));
  const values = [pairs.map(({ id }) => id), pairs.map(({ otherId }) => otherId), names, source];
  return queryByIndexes<PairIds>(client, ONLY_NAMES, values);
}

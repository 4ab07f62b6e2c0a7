/** Merges two records, and the events that both had of one company: the same round, deal or move, reported of each. */
import type pg from "pg";
import { EVENT_KINDS, type EventKind } from "../withdraw/event-kinds";
import { listPairs, loadNearEvents } from "./event-doubts";
import { type Merge, mergeRecords, type Pair } from "./merge-records";
import { isOne, listUnited, loadOtherNames, STORED_WITH_SOURCES, type StoredEvent } from "./one-event";
import { loadDifferent, type PairIds, pairText } from "./pairs";

/** The newest events of the company are compared, at most this many of each kind. */
const MOST_EVENTS = 500;

/**
 * The caller holds the lock of `external_keys`, and has checked that both records exist. Returns the pairs of other companies
 * that had the same part in events which became one.
 */
export async function mergeWithEvents(merge: Merge, pair: Pair): Promise<PairIds[]> {
  await mergeRecords(merge, pair);
  return pair.kind === "company" ? mergeCompanyEvents(merge, pair.into) : [];
}

async function mergeCompanyEvents(merge: Merge, companyId: string): Promise<PairIds[]> {
  const united: PairIds[] = [];
  for (const events of EVENT_KINDS) {
    const kept: StoredEvent[] = [];
    const stored = await loadCompanyEvents(merge.client, events, companyId);
    const ids = stored.map(({ id }) => id);
    const different = await loadDifferent(merge.client, events.kind, ids);
    const listNames = await loadOtherNames(merge.client, stored);
    for (const event of stored) {
      const same = kept.find(
        (one) => !different.has(pairText(one.id, event.id)) && isOne(events, one, event, listNames),
      );
      if (same === undefined) {
        kept.push(event);
        continue;
      }
      united.push(...listUnited(events, same, event));
      await mergeRecords(merge, { kind: events.kind, from: event.id, into: same.id });
    }
    const keptIds = kept.map(({ id }) => id);
    await listPairs(merge, events, await loadNearEvents(merge.client, events, keptIds));
  }
  return united;
}

/** Returns them in the order in which they became known, so that the first one stays. */
async function loadCompanyEvents(client: pg.ClientBase, events: EventKind, companyId: string): Promise<StoredEvent[]> {
  const { rows } = await client.query<StoredEvent>(
    `select ${STORED_WITH_SOURCES}
     from (select * from ${events.table} e where e.id in (${events.naming})
       order by announced_at desc limit ${MOST_EVENTS}) t
     order by t.discovered_at, t.id`,
    [[companyId]],
  );
  return rows;
}

/** Finds pairs of companies of which two sources tell one event: what the names leave open, the event proves. */
import type pg from "pg";
import { queryByIndexes } from "../index-scans";
import { EVENT_KINDS, type EventKind, listPartyIds } from "../withdraw/event-kinds";
import type { ListNames } from "../write/events/matches";
import { STORED_EVENT } from "../write/events/stored-event";
import { inForce, pushTo } from "../write/keys";
import type { StoredRecord } from "../write/stored-records";
import type { Run } from "../write/update";
import { loadDifferent, type PairIds, pairText } from "./pairs";
import { readSides } from "./stated";

/** The newest events are compared, at most so many of each kind: of all companies, and of each with each of another's. */
const MOST_EVENTS = { all: 2_000, ofCompany: 200 };

export interface StoredEvent extends StoredRecord {
  /** The sources that know it by a key: one source tells of an event once. */
  readonly sources: readonly string[];
}

/** Selects the sources that know the event `t` by a key. */
export const KEYED_SOURCES = `array(select distinct source from external_keys k where k.id = t.id and ${inForce("k")}) as sources`;
/** Selects a `StoredEvent` from its table `t`. */
export const STORED_WITH_SOURCES = `t.id, ${STORED_EVENT} as record, ${KEYED_SOURCES}`;

/** @param written only these events are compared with others; all are when undefined */
export async function withOneEvent<Pair extends PairIds>(
  run: Run,
  pairs: readonly Pair[],
  written?: ReadonlySet<string>,
): Promise<Pair[]> {
  if (pairs.length === 0) return [];
  const ids = [...new Set(pairs.flatMap(({ oneId, otherId }) => [oneId, otherId]))];
  const found = new Set<Pair>([]);
  for (const events of EVENT_KINDS) {
    const stored = await loadEventsByParty(run, events, ids);
    const storedIds = [...stored.values()].flatMap((some) => some.map(({ id }) => id));
    const different = await loadDifferent(run.client, events.kind, storedIds);
    const listNames = await loadOtherNames(run.client, [...stored.values()].flat());
    for (const pair of pairs)
      if (
        (stored.get(pair.oneId) ?? []).some((one) =>
          (stored.get(pair.otherId) ?? []).some(
            (other) =>
              (written === undefined || written.has(one.id) || written.has(other.id)) &&
              !different.has(pairText(one.id, other.id)) &&
              isOne(events, one, other, listNames),
          ),
        )
      )
        found.add(pair);
  }
  return [...found];
}

export function isOne(events: EventKind, one: StoredEvent, other: StoredEvent, listNames: ListNames): boolean {
  if (one.id === other.id || one.sources.some((source) => other.sources.includes(source))) return false;
  return events.same(one.record, other.record, listNames) !== null;
}

/** Returns the pairs of companies that have the same part in two events that are one. */
export function listUnited({ kind }: EventKind, one: StoredEvent, other: StoredEvent): PairIds[] {
  const others = new Map(readSides(other.record, kind));
  return readSides(one.record, kind).flatMap(([side, { id: oneId }]) => {
    const otherId = others.get(side)?.id ?? null;
    return oneId === null || otherId === null || oneId === otherId ? [] : [{ oneId, otherId }];
  });
}

/** Loads the names that sources state of the companies of events besides those of their records. */
export async function loadOtherNames(client: pg.ClientBase, events: readonly StoredEvent[]): Promise<ListNames> {
  const names = new Map<string, string[]>([]);
  if (events.length > 1) {
    const { rows } = await client.query<{ id: string; name: string }>(
      "select company_id as id, name from company_names where company_id = any($1::uuid[]) order by company_id, name_key",
      [[...new Set(events.flatMap(({ record }) => listPartyIds(record)))]],
    );
    for (const { id, name } of rows) pushTo(names, id, name);
  }
  return ({ id }) => names.get(id ?? "") ?? [];
}

async function loadEventsByParty(
  { client }: Run,
  { table, naming }: EventKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredEvent[]>> {
  const rows = await queryByIndexes<StoredEvent>(
    client,
    `select ${STORED_WITH_SOURCES}
     from ${table} t where t.id in (${naming}) and not t.demo order by t.announced_at desc limit ${MOST_EVENTS.all}`,
    [ids],
  );
  const wanted = new Set(ids);
  const events = new Map<string, StoredEvent[]>([]);
  for (const event of rows)
    for (const party of listPartyIds(event.record))
      if (wanted.has(party) && (events.get(party)?.length ?? 0) < MOST_EVENTS.ofCompany) pushTo(events, party, event);
  return events;
}

/**
 * Compares the events that a batch added or changed with others of their company: what became known since these were stored may
 * show that two are one. Such events are merged, and pairs that leave doubt are listed for a person.
 */
import type pg from "pg";
import type { EventKind } from "../withdraw/event-kinds";
import { noteMerge } from "../write/judgements";
import type { Run } from "../write/update";
import { type EventPair, listPairs } from "./event-doubts";
import { mergeRecords } from "./merge-records";
import { KEYED_SOURCES } from "./one-event";
import { loadDifferent, pairText } from "./pairs";

/** Returns whether it merged any. The events are of one kind. */
export async function settleEvents(run: Run, events: EventKind, pairs: readonly EventPair[]): Promise<boolean> {
  if (pairs.length === 0) return false;
  const alike = pairs.flatMap((pair) => {
    const rule = events.same(pair.one, pair.other);
    return rule === null ? [] : [{ ...pair, rule }];
  });
  const merged = alike.length === 0 ? new Set<string>([]) : await mergeAlike(run, events, alike);
  const open = pairs.filter(({ oneId, otherId }) => !merged.has(oneId) && !merged.has(otherId));
  await listPairs(run, events, open);
  return merged.size > 0;
}

interface Alike extends EventPair {
  readonly rule: string;
}

interface Report {
  /** The sources that know the event by a key: one source tells of an event once. */
  readonly sources: readonly string[];
  readonly discoveredAt: Date;
}

/** Merges the nearest pairs first, the younger event of each into the older one. Returns the ids of those that went. */
export async function mergeAlike(run: Run, events: EventKind, pairs: readonly Alike[]): Promise<ReadonlySet<string>> {
  const { client, importId, now } = run;
  const { kind } = events;
  const ids = [...new Set(pairs.flatMap(({ oneId, otherId }) => [oneId, otherId]))];
  const reports = await loadReports(client, events, ids);
  const different = await loadDifferent(client, kind, ids);
  const into = new Map<string, string>([]);
  const current = (id: string): string => {
    const next = into.get(id);
    return next === undefined ? id : current(next);
  };
  // The order is one of content, so that equally near events are merged alike in any order of storage.
  const placed = pairs.map((pair) => ({
    ...pair,
    distance: measureDistance(pair),
    text: [pair.one, pair.other].map(readContent).sort().join("\n"),
  }));
  placed.sort((a, b) => a.distance - b.distance || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  for (const { oneId, otherId, rule } of placed) {
    const [one, other] = [current(oneId), current(otherId)];
    const [left, right] = [reports.get(one), reports.get(other)];
    if (one === other || left === undefined || right === undefined) continue;
    if (different.has(pairText(oneId, otherId)) || different.has(pairText(one, other))) continue;
    if (left.sources.some((source) => right.sources.includes(source))) continue;
    const isFirst =
      left.discoveredAt < right.discoveredAt ||
      (left.discoveredAt.getTime() === right.discoveredAt.getTime() && one < other);
    const pair = { kind, ...(isFirst ? { into: one, from: other } : { into: other, from: one }) };
    await noteMerge(run, pair, rule, { score: 1, features: {} });
    await mergeRecords({ client, importId, now }, pair);
    into.set(pair.from, pair.into);
    reports.set(pair.into, {
      ...left,
      discoveredAt: isFirst ? left.discoveredAt : right.discoveredAt,
      sources: [...left.sources, ...right.sources],
    });
  }
  return new Set(into.keys());
}

const announced = (text: string): number => Date.parse((JSON.parse(text) as { announcedAt: string }).announcedAt);

/** Returns how far apart the dates are (ms). */
function measureDistance({ one, other }: EventPair): number {
  return Math.abs(announced(one) - announced(other));
}

/** Leaves out what differs between two runs with the same rows: the ids, and when the event was discovered. */
function readContent(text: string): string {
  return text.replace(/"(?:id|discoveredAt|createdAt|updatedAt)":"[^"]*"/g, "");
}

async function loadReports(
  client: pg.ClientBase,
  { table }: EventKind,
  ids: readonly string[],
): Promise<Map<string, Report>> {
  const { rows } = await client.query<Report & { id: string }>(
    `select t.id, t.discovered_at as "discoveredAt", ${KEYED_SOURCES} from ${table} t where t.id = any($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map(({ id, ...report }) => [id, report] as const));
}

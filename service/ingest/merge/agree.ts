/** Gives events the values that their sources agree on, where at least three sources reported them. */
import type { EventKind } from "../withdraw/event-kinds";
import { type Noting, noteChanged } from "../withdraw/remove";
import { loadCorrectedParts } from "../write/decisions";
import { LEAST_SOURCES } from "../write/events/agreed";
import { loadRecords } from "../write/stored-records";
import { type BatchRows, loadLatest } from "./stated";

/**
 * Returns the ids of the events that it changed.
 * @param rows those of the batch, whose reports are stored after it
 */
export async function agreeOnValues(
  batch: Noting,
  events: EventKind,
  ids: readonly string[],
  rows: BatchRows = new Map([]),
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { client, importId } = batch;
  const latest = await loadLatest(batch, ids, rows);
  const contested = [...latest].filter(([, sources]) => sources.length >= LEAST_SOURCES).map(([id]) => id);
  if (contested.length === 0) return [];
  const stored = await loadRecords(client, events.kind, contested);
  const corrected = await loadCorrectedParts(client, importId);
  const changed: string[] = [];
  for (const event of stored.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const { id, record } = event;
    const isChanged = await events.agree(client, record, latest.get(id) ?? [], corrected.get(id) ?? new Set([]));
    if (!isChanged) continue;
    await noteChanged(batch, events.kind, [event]);
    changed.push(id);
  }
  return changed;
}

/** Gives agreed values to the events that rows of a batch report and the batch merged with others. Returns those that it changed. */
export async function agreeOnMerged(
  batch: Noting,
  events: EventKind,
  ids: readonly string[],
  rows: BatchRows,
): Promise<string[]> {
  const { rows: merged } = await batch.client.query<{ id: string }>(
    `select distinct into_id as id from merged_records
     where import_id = $1 and kind = $2 and (id = any($3::uuid[]) or into_id = any($3::uuid[]))`,
    [batch.importId, events.kind, ids],
  );
  const mergedIds = merged.map(({ id }) => id);
  return agreeOnValues(batch, events, mergedIds, rows);
}

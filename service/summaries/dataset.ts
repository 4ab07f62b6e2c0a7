/**
 * Holds the columns of a feed at one version: a large segment, and a small one with the records that imports changed
 * since it was read. Only changed records are read again; when there are many of them, or not all are known, everything
 * is.
 */
import type pg from "pg";
import { clearBit, getWords, setFirst } from "./bits";
import { findRow } from "./id-table";
import type { Layout } from "./layout";
import { hasId, readFacts, readSegment } from "./read-segment";
import { type FactRow, sharedUint32 } from "./rows";
import { buildSegment, type LiveSegment } from "./segment";

/** A dataset never changes, so that threads can share it. */
export interface Dataset {
  readonly version: number;
  readonly segments: readonly LiveSegment[];
}

/** A loaded dataset can be brought to a later version. */
export interface LoadedDataset extends Dataset {
  /** The records of the small segment are keyed by id. */
  readonly changed: ReadonlyMap<string, FactRow>;
}

/** Above this number of changed records everything is read again. */
const MOST_CHANGED = 20_000;

/** Reads all records. @param client within a transaction of one snapshot */
export async function loadDataset(client: pg.ClientBase, layout: Layout): Promise<LoadedDataset> {
  const version = await readVersion(client, layout);
  return { version, segments: [{ segment: await readSegment(client, layout), live: undefined }], changed: new Map() };
}

/** Returns the dataset at the current version; undefined when it must be loaded again. */
export async function updateDataset(
  client: pg.ClientBase,
  layout: Layout,
  loaded: LoadedDataset,
): Promise<LoadedDataset | undefined> {
  const version = await readVersion(client, layout);
  if (version === loaded.version) return loaded;
  const ids = await readChangedIds(client, layout, loaded.version, version);
  const [base] = loaded.segments;
  if (ids === undefined || base === undefined || ids.length + loaded.changed.size > MOST_CHANGED) return undefined;
  const live = copyLive(base);
  const changed = new Map(loaded.changed);
  for (const id of ids) {
    const row = findRow(base.segment.ids, id);
    if (row >= 0) clearBit(live, row);
    changed.delete(id);
  }
  for (const row of await readFacts(client, layout, "preview", hasId(ids))) changed.set(row.id, row);
  const segment = buildSegment(layout, [...changed.values()]);
  return {
    version,
    segments: [
      { ...base, live },
      { segment, live: undefined },
    ],
    changed,
  };
}

export async function readVersion(client: pg.ClientBase, { source }: Layout): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    "select version::float8 as version from feeds where feed = $1",
    [source.table],
  );
  return rows[0]?.version ?? 0;
}

/** Returns undefined when a version between the two did not record its changes. */
async function readChangedIds(
  client: pg.ClientBase,
  { source }: Layout,
  after: number,
  version: number,
): Promise<string[] | undefined> {
  const { rows } = await client.query<{ versions: number; ids: string[] | null }>(
    `select count(distinct version)::int as versions, array_agg(distinct id::text) filter (where id is not null) as ids
     from feed_changes where feed = $1 and version > $2 and version <= $3`,
    [source.table, after, version],
  );
  const [found] = rows;
  return found?.versions === version - after ? (found.ids ?? []) : undefined;
}

/** Copies the bits of the rows that are not removed. */
export function copyLive({ segment, live }: LiveSegment): Uint32Array {
  const copy = sharedUint32(getWords(segment.size));
  if (live === undefined) setFirst(copy, segment.size);
  else copy.set(live);
  return copy;
}

/**
 * Holds the columns of a feed at one version: segments that never change, and a small one with the records that changed
 * last. Only changed records are read again, however many an import changed; everything is when not all are known.
 */
import type pg from "pg";
import { ALL_RECORDS } from "@/service/store/feed-changes";
import { clearBit, getWords, setFirst } from "./bits";
import { findRow } from "./id-table";
import type { Layout } from "./layout";
import { hasId, readFacts, readSegment } from "./read-segment";
import { type FactRow, sharedUint32 } from "./rows";
import { inSample, isInSample, type Sampling } from "./sampling";
import { buildSegment, type LiveSegment, mergeSegments, type Segment } from "./segment";
import { noteReplaced } from "./unused-segments";

/** A dataset never changes, so that threads can share it. */
export interface Dataset {
  readonly version: number;
  /** The segments have one in so many of the records. */
  readonly sampling: Sampling;
  /** The feed has so many records. */
  readonly total: number;
  readonly segments: readonly LiveSegment[];
}

/** A loaded dataset can be brought to a later version. */
export interface LoadedDataset extends Dataset {
  /** Tells this version from the same one of another database, or of a restored one; undefined when that is unknown. */
  readonly lineage: string | undefined;
  /** These segments are full; the following one has the recent records. */
  readonly full: readonly LiveSegment[];
  /** The recent records are keyed by id. */
  readonly recent: ReadonlyMap<string, FactRow>;
}

/** A segment is full with `full` records: building it again with each change takes some 100 ms. Of many, `read` are read at a time. */
const SIZES = { full: 20_000, read: 100_000 };

/** Reads all records, or a sample of them. @param client within a transaction of one snapshot */
export async function loadDataset(client: pg.ClientBase, layout: Layout, sampling: Sampling): Promise<LoadedDataset> {
  const state = await readState(client, layout);
  const expected = Math.ceil(state.total / sampling);
  const segment = await readSegment(client, layout, "preview", inSample(sampling), expected);
  const full = [{ segment, live: undefined }];
  const lineage = await readLineage(client, layout, state.version);
  return { ...state, sampling, lineage, segments: full, full, recent: new Map() };
}

/**
 * Returns the dataset at the current version; undefined when it must be loaded again.
 * @param client within a transaction of one snapshot
 */
export async function updateDataset(
  client: pg.ClientBase,
  layout: Layout,
  loaded: LoadedDataset,
  sizes = SIZES,
): Promise<LoadedDataset | undefined> {
  const { version, total } = await readState(client, layout);
  if (version === loaded.version) return loaded;
  if (!(await areChangesKnown(client, layout, loaded.version, version))) return undefined;
  let full: readonly LiveSegment[] = loaded.full.map((part) => ({ ...part, live: copyLive(part) }));
  let recent = new Map(loaded.recent);
  const fill = (segment: LiveSegment) => {
    const before = [...full, segment];
    full = mergeSimilar(layout, before);
    noteReplaced(before, full);
  };
  // PostgreSQL would look for many ids in the whole index of the newest records, which has all that is selected.
  await client.query("set local enable_indexonlyscan = off");
  for await (const ids of readChangedIds(client, layout, loaded.version, version, sizes.read)) {
    for (const id of ids) {
      recent.delete(id);
      for (const { segment, live } of full) {
        const row = findRow(segment.ids, id);
        if (row >= 0 && live !== undefined) clearBit(live, row);
      }
    }
    const kept = hasId(ids.filter((id) => isInSample(id, loaded.sampling)));
    if (ids.length >= sizes.full) fill(withAllLive(await readSegment(client, layout, "preview", kept, ids.length)));
    else for (const row of await readFacts(client, layout, "preview", kept)) recent.set(row.id, row);
  }
  if (recent.size >= sizes.full) {
    fill(toSegment(layout, recent));
    recent = new Map();
  }
  return {
    version,
    sampling: loaded.sampling,
    total,
    lineage: await readLineage(client, layout, version),
    segments: recent.size === 0 ? full : [...full, toSegment(layout, recent)],
    full,
    recent,
  };
}

function toSegment(layout: Layout, rows: ReadonlyMap<string, FactRow>): LiveSegment {
  return withAllLive(buildSegment(layout, [...rows.values()]));
}

/** Marks the rows, so that some of them can be removed in the same update. */
function withAllLive(segment: Segment): LiveSegment {
  return { segment, live: copyLive({ segment, live: undefined }) };
}

/**
 * Merges the last segments while one is at least half as large as the one before, so that there are few of them, and a
 * record is merged only as often as they double (a log-structured merge).
 */
export function mergeSimilar(layout: Layout, parts: readonly LiveSegment[]): readonly LiveSegment[] {
  const [before, last] = parts.slice(-2);
  if (before === undefined || last === undefined || 2 * last.segment.size < before.segment.size) return parts;
  return mergeSimilar(layout, [...parts.slice(0, -2), withAllLive(mergeSegments(layout, [before, last]))]);
}

/** Returns the feed's version and the number of its records. */
export async function readState(
  client: pg.ClientBase,
  { source }: Layout,
): Promise<Pick<Dataset, "version" | "total">> {
  const { rows } = await client.query<{ version: number; total: number }>(
    "select version::float8 as version, total::float8 as total from feeds where feed = $1",
    [source.table],
  );
  return rows[0] ?? { version: 0, total: 0 };
}

/** Returns the database's name, and when it got this version. */
export async function readLineage(
  client: pg.ClientBase,
  { source }: Layout,
  version: number,
): Promise<string | undefined> {
  const { rows } = await client.query<{ lineage: string | null }>(
    `select current_database() || ' ' || extract(epoch from min(at))::text as lineage
     from feed_changes where feed = $1 and version = $2`,
    [source.table, version],
  );
  return rows[0]?.lineage ?? undefined;
}

/** Tells whether every version between the two recorded its changes, and none of them changed all records. */
async function areChangesKnown(
  client: pg.ClientBase,
  { source }: Layout,
  after: number,
  version: number,
): Promise<boolean> {
  const { rows } = await client.query<{ versions: number; all: boolean | null }>(
    `select count(distinct version)::int as versions, bool_or(id = $4) as all
     from feed_changes where feed = $1 and version > $2 and version <= $3`,
    [source.table, after, version, ALL_RECORDS],
  );
  return rows[0]?.versions === version - after && rows[0].all !== true;
}

/** Reads the ids of the changed records, each once, this many at a time. */
async function* readChangedIds(
  client: pg.ClientBase,
  { source }: Layout,
  after: number,
  version: number,
  count: number,
): AsyncGenerator<readonly string[]> {
  await client.query(
    `declare changes no scroll cursor for select distinct id from feed_changes
     where feed = $1 and version > $2 and version <= $3 and id is not null`,
    [source.table, after, version],
  );
  for (;;) {
    const { rows } = await client.query<{ id: string }>(`fetch ${count} from changes`);
    if (rows.length > 0) yield rows.map(({ id }) => id);
    if (rows.length < count) break;
  }
  await client.query("close changes");
}

/** Copies the bits of the rows that are not removed. */
export function copyLive({ segment, live }: LiveSegment): Uint32Array {
  const copy = sharedUint32(getWords(segment.size));
  if (live === undefined) setFirst(copy, segment.size);
  else copy.set(live);
  return copy;
}

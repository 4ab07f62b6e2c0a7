/** Splits a feed's dataset into the owned records of a workspace, with exact facts, and the rest. */

import type { FeedName } from "@dealflow/contract/feeds";
import type pg from "pg";
import { createCache } from "@/lib/cache/bounded-cache";
import { isPurchased } from "@/service/feed/purchases/purchased";
import { Values } from "@/service/feed/sources/source";
import { clearBit } from "./bits";
import type { Segments } from "./counting/summarize";
import { copyLive, type Dataset, readState } from "./dataset";
import { findRow } from "./id-table";
import type { Layout } from "./layout";
import { readFacts } from "./read-segment";
import { BYTES_PER_RECORD } from "./sampling";
import { buildSegment, type LiveSegment } from "./segment";
import type { Owner } from "./threads/thread-messages";

const CACHE_BYTES = 64 * 1024 * 1024;

const cache = createCache<{ readonly dataset: Dataset; readonly version: string; readonly segments: Segments }>({
  name: "owned rows of summaries",
  maxBytes: CACHE_BYTES,
  measureBytes: ({ segments: { previews, owned, sample } }) =>
    BYTES_PER_RECORD * owned.reduce((sum, { segment }) => sum + segment.size, 0) +
    [...previews, ...(sample?.segments ?? [])].reduce((sum, { live }) => sum + (live?.byteLength ?? 0), 0),
});

export interface VersionOfSegments {
  /** Owned records may be of a later version than the dataset: then both together are of none, which is before all. */
  readonly version: number;
  readonly segments: Segments;
}

export const NO_VERSION = -1;

export function toSegments(
  { sampling, total }: Dataset,
  segments: readonly LiveSegment[],
  owned: readonly LiveSegment[] = [],
  ownedRecords = 0,
): Segments {
  if (sampling === 1) return { previews: segments, owned };
  return { previews: [], owned, sample: { segments, records: Math.max(0, total - ownedRecords) } };
}

/** @param inSnapshot calls the work in a transaction of one snapshot, only when the owned rows are not cached */
export async function splitByOwner(
  feed: FeedName,
  layout: Layout,
  dataset: Dataset,
  owner: Owner,
  inSnapshot: <T>(work: (client: pg.ClientBase) => Promise<T>) => Promise<T>,
): Promise<VersionOfSegments> {
  const key = `${feed} ${owner.workspaceId}`;
  const cached = cache.get(key);
  if (cached?.dataset === dataset && cached.version === owner.version)
    return { version: dataset.version, segments: cached.segments };
  const { rows, version } = await inSnapshot(async (client) => ({
    version: (await readState(client, layout)).version,
    rows: await readFacts(client, layout, "exact", isPurchased(layout.source.table, owner)),
  }));
  const previews = dataset.segments.map((part): LiveSegment => {
    const live = copyLive(part);
    for (const { id } of rows) {
      const row = findRow(part.segment.ids, id);
      if (row >= 0) clearBit(live, row);
    }
    return { segment: part.segment, live };
  });
  const owned = [{ segment: buildSegment(layout, rows), live: undefined }];
  const segments = toSegments(dataset, previews, owned, rows.length);
  if (version !== dataset.version) return { version: NO_VERSION, segments };
  cache.set(key, { dataset, version: owner.version, segments });
  return { version, segments };
}

/** Reads the places of owned records in the order of a name, ignoring case and accents; equal names share one. */
export async function readNamePlaces(
  client: pg.ClientBase,
  { source: { table } }: Layout,
  owner: Owner,
  fact: string,
): Promise<ReadonlyMap<string, number>> {
  const values = new Values();
  const name = `r.record::json #>> ${values.add(fact.split("."))}::text[]`;
  const { rows } = await client.query<{ id: string; name: string | null }>(
    `select r.id, ${name} as name from ${table} r where ${isPurchased(table, owner)(values)}`,
    values.list,
  );
  const named = rows.flatMap(({ id, name }) => (name === null ? [] : [{ id, name }]));
  named.sort((a, b) => collator.compare(a.name, b.name));
  let place = -1;
  return new Map(
    named.map(({ id, name }, index) => {
      const before = named[index - 1]?.name;
      if (before === undefined || collator.compare(before, name) !== 0) place++;
      return [id, place];
    }),
  );
}

const collator = new Intl.Collator("en", { sensitivity: "base", numeric: true });

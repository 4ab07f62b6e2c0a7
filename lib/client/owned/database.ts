/** What is owned, on the disk of this browser: a database for each workspace. Fetched after the first paint. */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { FeedName } from "@/lib/contract/feeds";
import { instantOf } from "./order";
import { type OwnedRecord, type OwnedTimeline, readOwned, readOwnedTimeline } from "./owned-record";

/** More records than this are not kept: the oldest purchases go first, so many at a time. */
export const MOST_RECORDS = 200_000;
const EVICTED = 5_000;
/** Timelines are larger, and fewer. */
const MOST_TIMELINES = 5_000;
/** Read at a time, each in a few ms, so that no frame waits. */
const CHUNK = 500;

/** `place` is newest first: feed, ms since 1970 with its sign turned, id. */
interface Kept extends OwnedRecord {
  readonly place: Place;
}
type Place = [feed: FeedName, order: number, key: string];

interface Schema extends DBSchema {
  records: { key: [FeedName, string]; value: Kept; indexes: { place: Place; heldAt: string } };
  timelines: { key: string; value: OwnedTimeline; indexes: { heldAt: string } };
}

export type Database = IDBPDatabase<Schema>;

/** Rejects where the browser keeps nothing (private windows of some). */
export function openDatabase(account: string): Promise<Database> {
  return openDB<Schema>(`dealflow-${account}`, 1, {
    upgrade: (database) => {
      const records = database.createObjectStore("records", { keyPath: ["feed", "key"] });
      records.createIndex("place", "place");
      records.createIndex("heldAt", "heldAt");
      database.createObjectStore("timelines", { keyPath: "companyId" }).createIndex("heldAt", "heldAt");
    },
    // A newer version of the dashboard in another tab may change what stands there.
    blocking: (_from, _to, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
    },
  });
}

/** The records of a feed, newest first, a few hundred at a time. */
export async function* readRecords<F extends FeedName>(
  database: Database,
  feed: F,
): AsyncGenerator<OwnedRecord<F>[], void> {
  let after: Place = [feed, Number.NEGATIVE_INFINITY, ""];
  const end: Place = [feed, Number.POSITIVE_INFINITY, ""];
  for (;;) {
    const kept = await database.getAllFromIndex("records", "place", IDBKeyRange.bound(after, end, true), CHUNK);
    const last = kept.at(-1);
    if (last === undefined) return;
    yield kept.flatMap((value) => readOwned(feed, value) ?? []);
    after = last.place;
  }
}

/** Keeps what is new here or was bought later than what is kept. */
export async function writeRecords(
  database: Database,
  items: readonly OwnedRecord[],
  most = MOST_RECORDS,
  evicted = EVICTED,
): Promise<void> {
  const write = async () => {
    const { store, done } = database.transaction("records", "readwrite");
    // All of it is asked for at once: a transaction ends as soon as nothing in it is under way.
    const writes = items.map(async (item) => {
      const kept = await store.get([item.feed, item.key]);
      if (kept !== undefined && kept.heldAt >= item.heldAt) return;
      await store.put({ ...item, place: [item.feed, -instantOf(item), item.key] });
    });
    await Promise.all([...writes, done]);
  };
  try {
    await write();
  } catch (error) {
    if (!isFull(error)) throw error;
    await evict(database, "records", evicted);
    await write();
  }
  if ((await database.count("records")) > most) await evict(database, "records", evicted);
}

export async function writeTimeline(database: Database, owned: OwnedTimeline): Promise<void> {
  const kept = await database.get("timelines", owned.companyId);
  if (kept !== undefined && kept.heldAt >= owned.heldAt) return;
  await database.put("timelines", owned);
  if ((await database.count("timelines")) > MOST_TIMELINES) await evict(database, "timelines", EVICTED / 50);
}

export async function readTimelineOf(database: Database, companyId: string): Promise<OwnedTimeline | undefined> {
  return readOwnedTimeline(await database.get("timelines", companyId));
}

export async function clearDatabase(database: Database): Promise<void> {
  await Promise.all([database.clear("records"), database.clear("timelines")]);
}

/** Lets the oldest purchases go. */
async function evict(database: Database, name: "records" | "timelines", number: number): Promise<void> {
  const { store, done } = database.transaction(name, "readwrite");
  let cursor = await store.index("heldAt").openCursor();
  for (let gone = 0; cursor !== null && gone < number; gone++) {
    await cursor.delete();
    cursor = await cursor.continue();
  }
  await done;
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

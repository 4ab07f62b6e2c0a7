/** Purchased records on the disk of this browser: a database for each owner. Fetched after the first paint. */
import { type DBSchema, deleteDB, type IDBPDatabase, wrap } from "idb";
import type { FeedName } from "@/lib/contract/feeds";
import { instantOf } from "./order";
import {
  type PurchasedRecord,
  type PurchasedTimeline,
  parsePurchasedRecord,
  parsePurchasedTimeline,
} from "./purchased-record";

/** More records than this are not stored: the oldest purchases are evicted first, this many at a time. */
export const MOST_RECORDS = 200_000;
const EVICTED = 5_000;
/** Timelines are larger, and fewer. */
const MOST_TIMELINES = 5_000;
/** Read at a time, each in a few ms, so that no frame waits. */
const CHUNK = 500;

/** `place` is newest first: feed, ms since 1970 with its sign turned, id. */
interface StoredRecord extends PurchasedRecord {
  readonly place: RecordPosition;
}
type RecordPosition = [feed: FeedName, order: number, key: string];

interface Schema extends DBSchema {
  records: {
    key: [feed: FeedName, key: string];
    value: StoredRecord;
    indexes: { place: RecordPosition; heldAt: string };
  };
  timelines: { key: string; value: PurchasedTimeline; indexes: { heldAt: string } };
}

export type Database = IDBPDatabase<Schema>;

/** Of one owner. Rejects where the browser has no storage (private windows of some). */
export function openDatabase(name: string): Promise<Database> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      const records = request.result.createObjectStore("records", { keyPath: ["feed", "key"] });
      records.createIndex("place", "place");
      records.createIndex("heldAt", "heldAt");
      request.result.createObjectStore("timelines", { keyPath: "companyId" }).createIndex("heldAt", "heldAt");
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      // Another tab deletes it, or a newer version of the dashboard there changes the schema.
      database.onversionchange = () => database.close();
      // It has the stores that were created above.
      resolve(wrap(database) as Database);
    };
  });
}

/** Once the other tabs have closed it. */
export function deleteDatabase(name: string): Promise<void> {
  return deleteDB(name);
}

export async function isDatabaseEmpty(name: string): Promise<boolean> {
  const database = await openDatabase(name);
  try {
    return (await database.count("records")) === 0 && (await database.count("timelines")) === 0;
  } finally {
    database.close();
  }
}

/** The records of a feed, newest first, a few hundred at a time. */
export async function* readRecords<F extends FeedName>(
  database: Database,
  feed: F,
): AsyncGenerator<PurchasedRecord<F>[], void> {
  let after: RecordPosition = [feed, Number.NEGATIVE_INFINITY, ""];
  const end: RecordPosition = [feed, Number.POSITIVE_INFINITY, ""];
  for (;;) {
    const stored = await database.getAllFromIndex("records", "place", IDBKeyRange.bound(after, end, true), CHUNK);
    const last = stored.at(-1);
    if (last === undefined) return;
    yield stored.flatMap((value) => parsePurchasedRecord(feed, value) ?? []);
    after = last.place;
  }
}

/** Stores what is new here or was bought later than what is stored. */
export async function writeRecords(
  database: Database,
  items: readonly PurchasedRecord[],
  most = MOST_RECORDS,
  evicted = EVICTED,
): Promise<void> {
  const writeAll = async () => {
    const { store, done } = database.transaction("records", "readwrite");
    const puts = items.map(async (item) => {
      const known = await store.get([item.feed, item.key]);
      const place: RecordPosition = [item.feed, -instantOf(item), item.key];
      if (known === undefined || known.heldAt < item.heldAt) await store.put({ ...item, place });
    });
    await Promise.all([...puts, done]);
  };
  try {
    await writeAll();
  } catch (error) {
    if (!isFull(error)) throw error;
    await evict(database, "records", evicted);
    await writeAll();
  }
  if ((await database.count("records")) > most) await evict(database, "records", evicted);
}

export async function writeTimeline(database: Database, purchased: PurchasedTimeline): Promise<void> {
  const { store, done } = database.transaction("timelines", "readwrite");
  const known = await store.get(purchased.companyId);
  if (known === undefined || known.heldAt < purchased.heldAt) await store.put(purchased);
  await done;
  if ((await database.count("timelines")) > MOST_TIMELINES) await evict(database, "timelines", EVICTED / 50);
}

export async function readTimelineOf(database: Database, companyId: string): Promise<PurchasedTimeline | undefined> {
  return parsePurchasedTimeline(await database.get("timelines", companyId));
}

export async function clearDatabase(database: Database): Promise<void> {
  await Promise.all([database.clear("records"), database.clear("timelines")]);
}

/** Evicts the oldest purchases. */
async function evict(database: Database, name: "records" | "timelines", number: number): Promise<void> {
  const { store, done } = database.transaction(name, "readwrite");
  let cursor = await store.index("heldAt").openCursor();
  for (let deleted = 0; cursor !== null && deleted < number; deleted++) {
    await cursor.delete();
    cursor = await cursor.continue();
  }
  await done;
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

/** Purchased records on the disk of this browser: a database for each owner. Fetched after the first paint. */

import type { FeedName } from "@dealflow/contract/feeds";
import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from "idb";
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

interface StoredRecord extends PurchasedRecord {
  readonly position: RecordPosition;
}
/** Newest first: feed, ms since 1970 with its sign turned, id. */
type RecordPosition = [feed: FeedName, order: number, key: string];

interface Schema extends DBSchema {
  records: {
    key: [feed: FeedName, key: string];
    value: StoredRecord;
    indexes: { position: RecordPosition; purchasedAt: string };
  };
  timelines: { key: string; value: PurchasedTimeline; indexes: { purchasedAt: string } };
}

export type Database = IDBPDatabase<Schema>;

/** Of one owner. Rejects where the browser has no storage (private windows of some). */
export function openDatabase(name: string): Promise<Database> {
  return openDB<Schema>(name, 2, {
    upgrade: async (database, oldVersion, _newVersion, transaction) => {
      if (oldVersion === 0) {
        database.createObjectStore("records", { keyPath: ["feed", "key"] });
        database.createObjectStore("timelines", { keyPath: "companyId" });
      } else await renameFields(transaction as never);
      transaction.objectStore("records").createIndex("position", "position");
      for (const store of ["records", "timelines"] as const)
        transaction.objectStore(store).createIndex("purchasedAt", "purchasedAt");
    },
    // Another tab deletes it, or a newer version of the dashboard there changes the schema.
    blocking: (_currentVersion, _newVersion, { target }) => (target as IDBDatabase).close(),
  });
}

/** Version 1 had other names for the same values and their indexes. */
async function renameFields(transaction: IDBPTransaction<unknown, string[], "versionchange">): Promise<void> {
  for (const name of ["records", "timelines"]) {
    const store = transaction.objectStore(name);
    for (const index of Array.from(store.indexNames)) store.deleteIndex(index);
    for await (const cursor of store) {
      const { heldAt, place, ...value } = cursor.value;
      await cursor.update({ ...value, purchasedAt: heldAt, ...(place && { position: place }) });
    }
  }
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
    const stored = await database.getAllFromIndex("records", "position", IDBKeyRange.bound(after, end, true), CHUNK);
    const last = stored.at(-1);
    if (last === undefined) return;
    yield stored.flatMap((value) => parsePurchasedRecord(feed, value) ?? []);
    after = last.position;
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
      const position: RecordPosition = [item.feed, -instantOf(item), item.key];
      if (known === undefined || known.purchasedAt < item.purchasedAt) await store.put({ ...item, position });
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
  if (known === undefined || known.purchasedAt < purchased.purchasedAt) await store.put(purchased);
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
  let cursor = await store.index("purchasedAt").openCursor();
  for (let deleted = 0; cursor !== null && deleted < number; deleted++) {
    await cursor.delete();
    cursor = await cursor.continue();
  }
  await done;
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

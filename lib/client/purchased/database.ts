/**
 * What is owned, on the disk of this browser: a database for each workspace. Fetched after the first paint, so every
 * byte of it counts there: a library around IndexedDB alone is larger than all of this.
 */
import { isObject } from "@dealflow/client/tolerant-reader";
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

export type Database = IDBDatabase;
type StoreName = "records" | "timelines";

/** Rejects where the browser has no storage (private windows of some). */
export async function openDatabase(account: string): Promise<Database> {
  const request = indexedDB.open(`dealflow-${account}`, 1);
  request.onupgradeneeded = () => {
    const records = request.result.createObjectStore("records", { keyPath: ["feed", "key"] });
    records.createIndex("place", "place");
    records.createIndex("heldAt", "heldAt");
    request.result.createObjectStore("timelines", { keyPath: "companyId" }).createIndex("heldAt", "heldAt");
  };
  const database = await toPromise(request);
  // A newer version of the dashboard in another tab may change the schema.
  database.onversionchange = () => database.close();
  return database;
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Runs a transaction and waits until it is committed; a failure rolls it back. */
function write(database: Database, name: StoreName, act: (store: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, "readwrite");
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    act(transaction.objectStore(name));
  });
}

function read(database: Database, name: StoreName): IDBObjectStore {
  return database.transaction(name).objectStore(name);
}

/** Stores what is new here or was bought later than what is stored. */
function putLater(store: IDBObjectStore, key: IDBValidKey, item: { readonly heldAt: string }): void {
  const request = store.get(key);
  request.onsuccess = () => {
    const stored: unknown = request.result;
    if (!isObject(stored) || typeof stored.heldAt !== "string" || stored.heldAt < item.heldAt) store.put(item);
  };
}

/** The records of a feed, newest first, a few hundred at a time. */
export async function* readRecords<F extends FeedName>(
  database: Database,
  feed: F,
): AsyncGenerator<PurchasedRecord<F>[], void> {
  let after: RecordPosition = [feed, Number.NEGATIVE_INFINITY, ""];
  const end: RecordPosition = [feed, Number.POSITIVE_INFINITY, ""];
  for (;;) {
    const range = IDBKeyRange.bound(after, end, true);
    const stored: StoredRecord[] = await toPromise(read(database, "records").index("place").getAll(range, CHUNK));
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
  const writeAll = () =>
    write(database, "records", (store) => {
      for (const item of items) {
        const stored: StoredRecord = { ...item, place: [item.feed, -instantOf(item), item.key] };
        putLater(store, [item.feed, item.key], stored);
      }
    });
  try {
    await writeAll();
  } catch (error) {
    if (!isFull(error)) throw error;
    await evict(database, "records", evicted);
    await writeAll();
  }
  if ((await toPromise(read(database, "records").count())) > most) await evict(database, "records", evicted);
}

export async function writeTimeline(database: Database, purchased: PurchasedTimeline): Promise<void> {
  await write(database, "timelines", (store) => putLater(store, purchased.companyId, purchased));
  if ((await toPromise(read(database, "timelines").count())) > MOST_TIMELINES)
    await evict(database, "timelines", EVICTED / 50);
}

export async function readTimelineOf(database: Database, companyId: string): Promise<PurchasedTimeline | undefined> {
  return parsePurchasedTimeline(await toPromise(read(database, "timelines").get(companyId)));
}

export async function clearDatabase(database: Database): Promise<void> {
  const names = ["records", "timelines"] as const;
  await Promise.all(names.map((name) => write(database, name, (store) => store.clear())));
}

/** Evicts the oldest purchases. */
function evict(database: Database, name: StoreName, number: number): Promise<void> {
  return write(database, name, (store) => {
    let deleted = 0;
    const request = store.index("heldAt").openCursor();
    request.onsuccess = () => {
      if (request.result === null || deleted++ >= number) return;
      request.result.delete();
      request.result.continue();
    };
  });
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

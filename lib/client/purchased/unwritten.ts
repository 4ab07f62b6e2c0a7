/**
 * What was bought and is not on the disk yet when its document goes: a browser undoes a transaction that is under way
 * then. It is left beside the database, at once, for the next document of the same owner.
 */
import { parseJson } from "@dealflow/client/list-page";
import { list } from "@dealflow/client/tolerant-reader";
import { FEED_NAMES } from "@dealflow/contract/feeds";
import type { Database } from "./database";
import { unwrittenPrefix } from "./owners";
import {
  type PurchasedRecord,
  type PurchasedTimeline,
  parsePurchasedRecord,
  parsePurchasedTimeline,
} from "./purchased-record";

type Item = PurchasedRecord | PurchasedTimeline;
type Disk = Pick<typeof import("./database"), "writeRecords" | "writeTimeline">;

/** Items, and their owner. */
const waiting = new Map<readonly Item[], string>();
const DOCUMENT = Math.random().toString(36).slice(2);

if (typeof window !== "undefined") window.addEventListener("pagehide", leave);

/** Retains the items until their write has ended, successfully or not. */
export async function untilWritten(owner: string, items: readonly Item[], writing: Promise<unknown>): Promise<void> {
  waiting.set(items, owner);
  await writing.catch(() => undefined);
  waiting.delete(items);
}

/** Their owner has signed out. */
export function discardUnwritten(owner: string): void {
  for (const [items, theirs] of waiting) if (theirs === owner) waiting.delete(items);
}

function leave(): void {
  for (const owner of new Set(waiting.values())) {
    const items = [...waiting].flatMap(([some, theirs]) => (theirs === owner ? some : []));
    try {
      window.localStorage.setItem(unwrittenPrefix(owner) + DOCUMENT, JSON.stringify(items));
    } catch {
      // Without storage, or with a full one, the dashboard's server still has the page cached, for free.
    }
  }
}

/** Writes what earlier documents left. */
export async function writeLeft(owner: string, database: Database, disk: Disk): Promise<void> {
  const keys = Object.keys(window.localStorage).filter((key) => key.startsWith(unwrittenPrefix(owner)));
  for (const key of keys) {
    // Invalid JSON has no owner and is deleted.
    const items = parseJson(window.localStorage.getItem(key) ?? "");
    const records = FEED_NAMES.flatMap((feed) =>
      list((item) => parsePurchasedRecord<typeof feed>(feed, item) ?? null)(items),
    );
    if (records.length > 0) await disk.writeRecords(database, records);
    for (const timeline of list((item) => parsePurchasedTimeline(item) ?? null)(items))
      await disk.writeTimeline(database, timeline);
    window.localStorage.removeItem(key);
  }
}

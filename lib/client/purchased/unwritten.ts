/**
 * What was bought and is not on the disk yet when its document goes: a browser undoes a transaction that is under way
 * then. It is left beside the database, at once, for the next document that opens the workspace.
 */
import { parseJson } from "@dealflow/client/list-page";
import { list } from "@dealflow/client/tolerant-reader";
import { FEED_NAMES } from "@/lib/contract/feeds";
import type { Database } from "./database";
import {
  type PurchasedRecord,
  type PurchasedTimeline,
  parsePurchasedRecord,
  parsePurchasedTimeline,
} from "./purchased-record";

type Item = PurchasedRecord | PurchasedTimeline;
type Disk = Pick<typeof import("./database"), "writeRecords" | "writeTimeline">;

/** Items, and the workspace that they belong to. */
const waiting = new Map<readonly Item[], string>();
const DOCUMENT = Math.random().toString(36).slice(2);
let listening = false;

const prefixOf = (account: string) => `dealflow.unwritten.${account}.`;

/** Retains the items until their write has ended, successfully or not. */
export async function untilWritten(account: string, items: readonly Item[], writing: Promise<unknown>): Promise<void> {
  if (!listening && typeof window !== "undefined") window.addEventListener("pagehide", leave);
  listening = true;
  waiting.set(items, account);
  await writing.catch(() => undefined);
  waiting.delete(items);
}

function leave(): void {
  for (const account of new Set(waiting.values())) {
    const items = [...waiting].flatMap(([some, theirs]) => (theirs === account ? some : []));
    try {
      window.localStorage.setItem(prefixOf(account) + DOCUMENT, JSON.stringify(items));
    } catch {
      // Without storage, or with a full one, the dashboard's server still has the page cached, for free.
    }
  }
}

/** Writes what earlier documents left. */
export async function writeLeft(account: string, database: Database, disk: Disk): Promise<void> {
  const keys = Object.keys(window.localStorage).filter((key) => key.startsWith(prefixOf(account)));
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

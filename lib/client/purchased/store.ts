/**
 * What this browser owns of a workspace's data: every record that was bought or came from what the server holds. In
 * memory a feed at a time, from when it is first wanted; on the disk where the browser has one for us; alike in all
 * tabs. Nothing here sends a request.
 */
import type { FeedRecord } from "@dealflow/client/records";
import type { TimelineRecord } from "@dealflow/client/timeline";
import { isObject, list, text } from "@dealflow/client/tolerant-reader";
import { FEED_NAMES, type FeedName } from "@/lib/contract/feeds";
import type { Database } from "./database";
import {
  createPurchasedRecords,
  type Purchase,
  type PurchasedRecord,
  type PurchasedTimeline,
  parsePurchasedRecord,
  parsePurchasedTimeline,
} from "./purchased-record";
import { PurchasedRows } from "./purchased-rows";
import { untilWritten, writeLeft } from "./unwritten";

/** A feed's rows, and what is shown of them: what is read is published in growing steps. */
class PurchasedFeed<F extends FeedName> {
  readonly rows = new PurchasedRows<F>();
  published: readonly PurchasedRecord<F>[] = [];
  reading: "not yet" | "now" | "done" = "not yet";

  constructor(readonly feed: F) {}

  async read(database: Database, published: () => void): Promise<void> {
    const { readRecords } = await import("./database");
    let next = 1;
    for await (const chunk of readRecords(database, this.feed)) {
      this.rows.add(chunk);
      if (this.rows.rows.length < next) continue;
      next = this.rows.rows.length * 2;
      this.published = this.rows.rows;
      published();
    }
  }
}

type Feeds = { readonly [F in FeedName]: PurchasedFeed<F> };

function emptyFeeds(): Feeds {
  return {
    funding: new PurchasedFeed("funding"),
    acquisitions: new PurchasedFeed("acquisitions"),
    execMoves: new PurchasedFeed("execMoves"),
    companies: new PurchasedFeed("companies"),
    investors: new PurchasedFeed("investors"),
  };
}

let workspace: string | null = null;
let feeds = emptyFeeds();
let timelines = new Map<string, PurchasedTimeline>();
let opening: Promise<Database | undefined> | undefined;
let channel: BroadcastChannel | undefined;
const listeners = new Set<() => void>();

/** Sets whose data this is; null: signed out, kept for as long as the document lives. */
export function setStoreWorkspace(account: string | null): void {
  if (account === workspace) return;
  workspace = account;
  feeds = emptyFeeds();
  timelines = new Map();
  opening = undefined;
}

export function subscribePurchased(feed: FeedName, listener: () => void): () => void {
  listeners.add(listener);
  openChannel();
  void readFeed(feed);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    channel?.close();
    channel = undefined;
  };
}

/** Newest first; the same array until something changes. */
export function purchasedRecords<F extends FeedName>(feed: F): readonly PurchasedRecord<F>[] {
  return feeds[feed].published;
}

/** Whether everything stored has been read. */
export function isPurchasedLoaded(feed: FeedName): boolean {
  return feeds[feed].reading === "done";
}

export function purchasedRecord<F extends FeedName>(feed: F, key: string): PurchasedRecord<F> | undefined {
  return feeds[feed].rows.get(key);
}

/** Saves the records of a bought or cached page; those known from a later purchase stay. */
export function saveRecords<F extends FeedName>(feed: F, records: readonly FeedRecord<F>[], purchase: Purchase): void {
  const added = addRecords(feed, createPurchasedRecords(feed, records, purchase));
  if (added.length === 0) return;
  broadcast({ kind: "kept", feed, items: added });
  saveOnDisk(added, (database, { writeRecords }) => writeRecords(database, added));
}

export function saveTimeline(companyId: string, timeline: TimelineRecord, purchase: Purchase): void {
  const { heldAt, requestId, view } = purchase;
  const purchased: PurchasedTimeline = { companyId, timeline, heldAt, receipt: { requestId, view } };
  if (!addTimeline(purchased)) return;
  broadcast({ kind: "timeline", purchased });
  saveOnDisk([purchased], (database, { writeTimeline }) => writeTimeline(database, purchased));
}

export async function purchasedTimeline(companyId: string): Promise<PurchasedTimeline | undefined> {
  // Another tab may have bought it since.
  const stored = await onDisk((database, { readTimelineOf }) => readTimelineOf(database, companyId));
  if (stored !== undefined) addTimeline(stored);
  return timelines.get(companyId);
}

/** Forgets everything that is owned of this workspace, in all tabs. What was paid for it stays paid. */
export async function clearPurchased(): Promise<void> {
  clearMemory();
  broadcast({ kind: "cleared" });
  await onDisk((database, { clearDatabase }) => clearDatabase(database));
}

function changed(): void {
  for (const listener of listeners) listener();
}

function addRecords<F extends FeedName>(feed: F, items: readonly PurchasedRecord<F>[]): PurchasedRecord<F>[] {
  const state: PurchasedFeed<F> = feeds[feed];
  const added = state.rows.add(items);
  if (added.length === 0) return added;
  state.published = state.rows.rows;
  changed();
  return added;
}

function addTimeline(purchased: PurchasedTimeline): boolean {
  const known = timelines.get(purchased.companyId);
  if (known !== undefined && known.heldAt >= purchased.heldAt) return false;
  timelines.set(purchased.companyId, purchased);
  return true;
}

function clearMemory(): void {
  timelines.clear();
  for (const feed of FEED_NAMES) {
    feeds[feed].rows.clear();
    feeds[feed].published = [];
  }
  changed();
}

async function readFeed(feed: FeedName): Promise<void> {
  const state = feeds[feed];
  if (state.reading !== "not yet") return;
  state.reading = "now";
  await onDisk(async (database) => state.read(database, changed));
  state.reading = "done";
  state.published = state.rows.rows;
  changed();
}

function saveOnDisk(items: readonly (PurchasedRecord | PurchasedTimeline)[], write: Task<void>): void {
  if (workspace !== null) void untilWritten(workspace, items, onDisk(write));
}

type Task<T> = (database: Database, disk: typeof import("./database")) => Promise<T>;

/** Undefined where there is no disk for us: then what is owned lasts as long as the document. */
async function onDisk<T>(task: Task<T>): Promise<T | undefined> {
  try {
    const account = workspace;
    if (account === null) return undefined;
    const disk = await import("./database");
    opening ??= disk.openDatabase(account).then(async (opened) => {
      await writeLeft(account, opened, disk).catch(() => undefined);
      return opened;
    });
    const database = await opening;
    return database === undefined ? undefined : await task(database, disk);
  } catch {
    return undefined;
  }
}

type StoreMessage =
  | { readonly kind: "kept"; readonly feed: FeedName; readonly items: readonly PurchasedRecord[] }
  | { readonly kind: "timeline"; readonly purchased: PurchasedTimeline }
  | { readonly kind: "cleared" };

function broadcast(what: StoreMessage): void {
  if (typeof BroadcastChannel === "undefined") return;
  const to = channel ?? new BroadcastChannel(CHANNEL);
  to.postMessage({ workspace, ...what });
  if (to !== channel) to.close();
}

const CHANNEL = "dealflow-owned";

function openChannel(): void {
  if (channel !== undefined || typeof BroadcastChannel === "undefined") return;
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isObject(data) || data.workspace !== workspace) return;
    if (data.kind === "cleared") clearMemory();
    const purchased = parsePurchasedTimeline(data.owned);
    if (purchased !== undefined) addTimeline(purchased);
    for (const feed of FEED_NAMES) if (text(data.feed) === feed) applyMessage(feed, data.items);
  };
}

function applyMessage<F extends FeedName>(feed: F, items: unknown): void {
  addRecords(feed, list((item) => parsePurchasedRecord(feed, item) ?? null)(items));
}

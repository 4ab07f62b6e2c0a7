/**
 * What this browser owns of a workspace's data: every record that was bought or came from what the server holds. In
 * memory a feed at a time, from when it is first wanted; on the disk where the browser has one for us; alike in all
 * tabs. Nothing here sends a request.
 */

import type { FeedRecord } from "@dealflow/client/records";
import type { TimelineRecord } from "@dealflow/client/timeline";
import { isObject, list, text } from "@dealflow/client/tolerant-reader";
import { FEED_NAMES, type FeedName } from "@dealflow/contract/feeds";
import { createStore } from "zustand";
import type { FeedPage } from "@/lib/api/dashboard";
import { pageAddress } from "@/lib/filters/pages";
import type { Database } from "./database";
import { databaseName, deleteUnkept, isKept } from "./owners";
import {
  createPurchasedRecords,
  type Purchase,
  type PurchasedRecord,
  type PurchasedTimeline,
  parsePurchasedRecord,
  parsePurchasedTimeline,
} from "./purchased-record";
import { PurchasedRows } from "./purchased-rows";
import { discardUnwritten, untilWritten, writeLeft } from "./unwritten";

interface Shown<F extends FeedName> {
  /** Newest first; the same array until something changes. */
  readonly records: readonly PurchasedRecord<F>[];
  /** Everything stored has been read. */
  readonly loaded: boolean;
}

/** A feed's rows, and what is shown of them: what is read is published in growing steps. */
class PurchasedFeed<F extends FeedName> {
  readonly rows = new PurchasedRows<F>();
  readonly shown = createStore<Shown<F>>(() => ({ records: [], loaded: false }));
  private reading = false;

  constructor(readonly feed: F) {}

  publish(change: Partial<Shown<F>> = {}): void {
    this.shown.setState({ records: this.rows.rows, ...change });
  }

  /** From the disk, once. */
  async read(): Promise<void> {
    if (this.reading) return;
    this.reading = true;
    await onDisk(async (database, { readRecords }) => {
      let next = 1;
      for await (const chunk of readRecords(database, this.feed)) {
        if (state.signedOut) return;
        this.rows.add(chunk);
        if (this.rows.rows.length < next) continue;
        next = this.rows.rows.length * 2;
        this.publish();
      }
    });
    this.publish({ loaded: true });
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

/** Of this document. */
const state: {
  /** As of `ownerOf`; null: nobody's, stored for as long as the document lives. */
  owner: string | null;
  /** The person has signed out: what is still under way in this document is nobody's. */
  signedOut: boolean;
  feeds: Feeds;
  timelines: Map<string, PurchasedTimeline>;
  database: Promise<Database> | undefined;
  channel: BroadcastChannel | undefined;
} = {
  owner: null,
  signedOut: false,
  feeds: emptyFeeds(),
  timelines: new Map(),
  database: undefined,
  channel: undefined,
};

/** Sets whose data this is. */
export function setOwner(owner: string | null): void {
  state.channel ??= openChannel();
  if (state.signedOut || owner === state.owner) return;
  Object.assign(state, { owner, feeds: emptyFeeds(), timelines: new Map(), database: undefined });
}

export function purchasedFeed<F extends FeedName>(feed: F): Pick<PurchasedFeed<F>, "shown" | "read"> {
  return state.feeds[feed];
}

export function purchasedRecord<F extends FeedName>(feed: F, key: string): PurchasedRecord<F> | undefined {
  return state.feeds[feed].rows.get(key);
}

/** Saves the records of a bought or cached page; those known from a later purchase stay. */
export function saveRecords<F extends FeedName>(feed: F, records: readonly FeedRecord<F>[], purchase: Purchase): void {
  const added = addRecords(feed, createPurchasedRecords(feed, records, purchase));
  if (added.length === 0) return;
  broadcast({ kind: "records", feed, items: added });
  saveOnDisk(added, (database, { writeRecords }) => writeRecords(database, added));
}

/** Saves the records of a page of a view, with its receipt. */
export function savePage(feed: FeedName, canonical: string, { records, purchasedAt, requestId }: FeedPage): void {
  saveRecords(feed, records, { purchasedAt, requestId, view: pageAddress(feed, canonical) });
}

export function saveTimeline(companyId: string, timeline: TimelineRecord, purchase: Purchase): void {
  const { purchasedAt, requestId, view } = purchase;
  const purchased: PurchasedTimeline = { companyId, timeline, purchasedAt, receipt: { requestId, view } };
  if (!addTimeline(purchased)) return;
  broadcast({ kind: "timeline", purchased });
  saveOnDisk([purchased], (database, { writeTimeline }) => writeTimeline(database, purchased));
}

export async function purchasedTimeline(companyId: string): Promise<PurchasedTimeline | undefined> {
  // Another tab may have bought it since.
  const stored = await onDisk((database, { readTimelineOf }) => readTimelineOf(database, companyId));
  if (stored !== undefined) addTimeline(stored);
  return state.timelines.get(companyId);
}

/** Forgets everything that is owned of this workspace, in all tabs. What was paid for it stays paid. */
export async function clearPurchased(): Promise<void> {
  clearMemory();
  broadcast({ kind: "cleared" });
  await onDisk((database, { clearDatabase }) => clearDatabase(database));
}

/** The person has signed out: no tab shows or stores their records any more, and what they do not keep is deleted. */
export async function clearOnSignOut(): Promise<void> {
  broadcast({ kind: "signed out" });
  endSession();
  await deleteUnkept().catch(() => undefined);
}

function endSession(): void {
  if (state.owner !== null && !isKept(state.owner)) discardUnwritten(state.owner);
  clearMemory();
  Object.assign(state, { owner: null, signedOut: true, database: undefined });
}

function addRecords<F extends FeedName>(feed: F, items: readonly PurchasedRecord<F>[]): PurchasedRecord<F>[] {
  const purchased: PurchasedFeed<F> = state.feeds[feed];
  const added = purchased.rows.add(items);
  if (added.length > 0) purchased.publish();
  return added;
}

function addTimeline(purchased: PurchasedTimeline): boolean {
  const known = state.timelines.get(purchased.companyId);
  if (known !== undefined && known.purchasedAt >= purchased.purchasedAt) return false;
  state.timelines.set(purchased.companyId, purchased);
  return true;
}

function clearMemory(): void {
  state.timelines.clear();
  for (const feed of FEED_NAMES) {
    state.feeds[feed].rows.clear();
    state.feeds[feed].publish();
  }
}

function saveOnDisk(items: readonly (PurchasedRecord | PurchasedTimeline)[], write: Task<void>): void {
  if (state.owner !== null) void untilWritten(state.owner, items, onDisk(write));
}

type Task<T> = (database: Database, disk: typeof import("./database")) => Promise<T>;

/** Undefined where there is no disk for us: then what is owned lasts as long as the document. */
async function onDisk<T>(task: Task<T>): Promise<T | undefined> {
  try {
    const disk = await import("./database");
    const { owner } = state;
    if (owner === null) return undefined;
    state.database ??= disk.openDatabase(databaseName(owner)).then(async (opened) => {
      await writeLeft(owner, opened, disk).catch(() => undefined);
      return opened;
    });
    return await task(await state.database, disk);
  } catch {
    return undefined;
  }
}

type StoreMessage =
  | { readonly kind: "records"; readonly feed: FeedName; readonly items: readonly PurchasedRecord[] }
  | { readonly kind: "timeline"; readonly purchased: PurchasedTimeline }
  | { readonly kind: "cleared" }
  /** Of whichever workspace. */
  | { readonly kind: "signed out" };

function broadcast(message: StoreMessage): void {
  state.channel?.postMessage({ owner: state.owner, ...message });
}

function openChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === "undefined") return undefined;
  const channel = new BroadcastChannel("dealflow-owned");
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isObject(data)) return;
    if (data.kind === "signed out") return endSession();
    if (data.owner !== state.owner) return;
    if (data.kind === "cleared") clearMemory();
    const purchased = parsePurchasedTimeline(data.purchased);
    if (purchased !== undefined) addTimeline(purchased);
    for (const feed of FEED_NAMES) if (text(data.feed) === feed) applyMessage(feed, data.items);
  };
  return channel;
}

function applyMessage<F extends FeedName>(feed: F, items: unknown): void {
  addRecords(feed, list((item) => parsePurchasedRecord(feed, item) ?? null)(items));
}

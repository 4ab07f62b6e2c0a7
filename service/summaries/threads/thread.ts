/**
 * Runs a thread of the summaries: it reads feeds into shared memory, and summarizes the datasets that it is sent. It
 * reads searches and the like, which only PostgreSQL can select, for the one summary.
 */
import { parentPort, workerData } from "node:worker_threads";
import { FEED_ORDERS } from "@dealflow/contract/account/feed-orders";
import type { FeedName } from "@dealflow/contract/feeds";
import type { FreeQuery } from "@dealflow/contract/query/free-query";
import pg from "pg";
import { createCache } from "@/lib/cache/bounded-cache";
import { readKnownInvestors } from "@/service/feed/purchases/known";
import { isPurchased, isUnpurchased } from "@/service/feed/purchases/purchased";
import { type Clause, joinClauses } from "@/service/feed/sources/source";
import { isConnectionLoss } from "@/service/store/pools/connection-loss";
import { inTransaction } from "@/service/store/transaction";
import { type KnownPlaces, listIds, type OrderedRows, orderRows } from "../counting/order";
import { countTotal, summarize } from "../counting/summarize";
import { type Dataset, type LoadedDataset, loadDataset, readState, updateDataset } from "../dataset";
import { getLayout, type Layout } from "../layout";
import { NO_VERSION, readNamePlaces, splitByOwner, toSegments, type VersionOfSegments } from "../owned-rows";
import { isCounted, readSegment } from "../read-segment";
import type { Sampling } from "../sampling";
import type { LiveSegment } from "../segment";
import { readSnapshot, writeSnapshot } from "../snapshot";
import { noteReplaced } from "../unused-segments";
import type {
  Counted,
  CountRequest,
  Listed,
  ListRequest,
  Loaded,
  LoadRequest,
  Owner,
  Summarized,
  SummarizeRequest,
  ThreadRequest,
  ThreadResponse,
  ThreadSettings,
  WorkRequest,
  WorkResults,
} from "./thread-messages";

/** One summary may take this long in PostgreSQL (ms). */
const STATEMENT_MS = 4_000;
const CONNECT_MS = 2_500;

const { databaseUrl, purchasesUrl, snapshotDirectory }: ThreadSettings = workerData;
const pool = openPool(databaseUrl);
const purchasesPool = purchasesUrl === databaseUrl ? pool : openPool(purchasesUrl);

function openPool(connectionString: string): pg.Pool {
  const opened = new pg.Pool({
    connectionString,
    max: 1,
    application_name: "dealflow-summaries",
    connectionTimeoutMillis: CONNECT_MS,
  });
  opened.on("error", () => undefined);
  return opened;
}

/** Only the thread that reads the datasets has these. */
const loaded = new Map<FeedName, LoadedDataset>();
/** These datasets are summarized. */
const datasets = new Map<FeedName, Dataset>();

function readRepeatably<T>(
  from: pg.Pool,
  statementMs: number,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(from, async (client) => {
    await client.query("set transaction isolation level repeatable read, read only");
    await client.query(`set local statement_timeout = ${statementMs}`);
    // Everything is read, so the plan for the first rows would not be the fastest; compiling a plan takes longer than it saves.
    await client.query("set local cursor_tuple_fraction = 1; set local jit = off");
    return work(client);
  });
}

/** While the database that is to be read is away, its copy is read. */
async function inSnapshot<T>(
  from: pg.Pool,
  statementMs: number,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  try {
    return await readRepeatably(from, statementMs, work);
  } catch (error) {
    const copy = from === pool ? purchasesPool : pool;
    if (copy === from || !isConnectionLoss(error)) throw error;
    return readRepeatably(copy, statementMs, work);
  }
}

async function load({ feed, mayReload, sampling }: LoadRequest): Promise<Loaded> {
  const layout = getLayout(feed);
  const before = loaded.get(feed);
  const after = await inSnapshot(pool, 0, async (client) => {
    let known: LoadedDataset | undefined;
    if (before === undefined) known = await openSnapshot(client, feed, layout, sampling);
    else if (before.sampling === sampling || !mayReload) known = await updateDataset(client, layout, before);
    return known ?? (mayReload ? await loadDataset(client, layout, sampling) : undefined);
  });
  if (after === undefined) return { dataset: undefined, reloaded: false };
  loaded.set(feed, after);
  noteReplaced(before?.segments ?? [], after.segments);
  saveSnapshot(feed, layout, after);
  const { version, total, segments } = after;
  return {
    dataset: { version, sampling: after.sampling, total, segments },
    reloaded: segments[0]?.segment !== before?.segments[0]?.segment,
  };
}

/** Each feed has its latest snapshot, and when that was made (ms of the monotonic clock). */
const saved = new Map<FeedName, { readonly dataset: LoadedDataset; readonly at: number }>();
/** Changes since a snapshot are read after a start, so one this old is written again (ms). */
const SNAPSHOT_MS = 60 * 60_000;
let saving: Promise<void> = Promise.resolve();

async function openSnapshot(
  client: pg.ClientBase,
  feed: FeedName,
  layout: Layout,
  sampling: Sampling,
): Promise<LoadedDataset | undefined> {
  const dataset = await readSnapshot(snapshotDirectory, client, layout, sampling);
  if (dataset !== undefined) saved.set(feed, { dataset, at: performance.now() });
  return dataset;
}

/** Writes one after the other. Without one, say on a full disk, the next start reads the feed from the database. */
function saveSnapshot(feed: FeedName, layout: Layout, dataset: LoadedDataset): void {
  const last = saved.get(feed);
  const isSame = last !== undefined && last.dataset.full.at(-1)?.segment === dataset.full.at(-1)?.segment;
  if (isSame && (last.dataset.version === dataset.version || performance.now() - last.at < SNAPSHOT_MS)) return;
  saved.set(feed, { dataset, at: performance.now() });
  saving = saving.then(() => writeSnapshot(snapshotDirectory, layout, dataset)).catch(() => undefined);
}

async function getSummary({ feed, query, split, source, owner }: SummarizeRequest): Promise<Summarized> {
  const layout = getLayout(feed);
  const { version, segments } =
    source === "dataset" ? await splitDataset(feed, layout, owner) : await readCounted(layout, query, owner);
  const summary = summarize(layout, segments, query, split);
  if (summary !== undefined) return { version, body: JSON.stringify(summary) };
  const found = await readMatching(layout, query, owner);
  const exact = summarize(layout, { ...segments, previews: found.previews }, query, split);
  return { version: found.version === version ? version : NO_VERSION, body: JSON.stringify(exact) };
}

const LISTS_BYTES = 16 * 1024 * 1024;
const lists = createCache<OrderedRows>({
  name: "ordered lists",
  maxBytes: LISTS_BYTES,
  // Their segments are those of the datasets.
  measureBytes: ({ rows }) => rows.byteLength,
});

async function getList(request: ListRequest): Promise<Listed> {
  const { feed, source, version, cacheKey, start, limit } = request;
  const dataset = source === "dataset" ? datasets.get(feed) : undefined;
  const key = `${dataset?.version} ${cacheKey}`;
  let list = cacheKey === undefined ? undefined : lists.get(key);
  if (list === undefined) {
    list = await orderList(request);
    if (cacheKey !== undefined) lists.set(key, list);
  }
  const isOutdated = dataset !== undefined && dataset.version < version;
  return { total: list.rows.length, ids: listIds(list, start, limit), isOutdated };
}

async function orderList({ feed, query, source, owner, roundsOwner, keys, rows }: ListRequest): Promise<OrderedRows> {
  const layout = getLayout(feed);
  const { segments } =
    source === "dataset" ? await splitDataset(feed, layout, owner) : await readCounted(layout, query, owner, 0);
  if (segments.sample !== undefined) throw new Error(`a sample of ${feed} is no list`);
  const places = new Map<string, KnownPlaces>();
  const readPlaces = async (id: string, read: (client: pg.ClientBase) => Promise<KnownPlaces>) =>
    void places.set(id, await inSnapshot(purchasesPool, STATEMENT_MS, read));
  for (const { id } of keys) {
    const key = FEED_ORDERS[feed][id];
    if (key?.by === "name" && owner !== undefined)
      await readPlaces(id, (client) => readNamePlaces(client, layout, owner, key.fact));
    if (key?.by === "rounds" && roundsOwner !== undefined)
      await readPlaces(id, async (client) => {
        const known = await readKnownInvestors(client, roundsOwner);
        return new Map(known.map((investor) => [investor.id, investor.rounds]));
      });
  }
  const listed = {
    previews: rows === "purchased" ? [] : segments.previews,
    owned: rows === "unpurchased" ? [] : segments.owned,
  };
  return orderRows(layout, listed, query, keys, places);
}

async function splitDataset(feed: FeedName, layout: Layout, owner: Owner | undefined): Promise<VersionOfSegments> {
  const dataset = getDataset(feed);
  if (owner === undefined) return { version: dataset.version, segments: toSegments(dataset, dataset.segments) };
  return splitByOwner(feed, layout, dataset, owner, (work) => inSnapshot(purchasesPool, STATEMENT_MS, work));
}

function getDataset(feed: FeedName): Dataset {
  const dataset = datasets.get(feed);
  if (dataset === undefined) throw new Error(`${feed} is not loaded`);
  return dataset;
}

/** @param failures lists have no records that fail the filter of a facet */
async function readCounted(
  layout: Layout,
  { query, ownedQuery, ownedOnly }: FreeQuery,
  owner: Owner | undefined,
  failures: 0 | 1 = 1,
): Promise<VersionOfSegments> {
  const { table } = layout.source;
  return inSnapshot(owner === undefined ? pool : purchasesPool, STATEMENT_MS, async (client) => {
    const { version } = await readState(client, layout);
    const [previews, owned]: [LiveSegment[], LiveSegment[]] = [[], []];
    if (!ownedOnly) {
      const condition = unlessOwned(layout, isCounted(layout, query, failures), owner);
      previews.push({ segment: await readSegment(client, layout, "preview", condition), live: undefined });
    }
    if (owner !== undefined) {
      const clauses = [isCounted(layout, ownedQuery, failures), isPurchased(table, owner)];
      const condition: Clause = (values) => joinClauses(clauses, values);
      owned.push({ segment: await readSegment(client, layout, "exact", condition), live: undefined });
    }
    return { version, segments: { previews, owned } };
  });
}

/** Reads the records that fail no filter, where too few of a sample match to estimate from. */
function readMatching(layout: Layout, { query }: FreeQuery, owner: Owner | undefined) {
  const condition = unlessOwned(layout, isCounted(layout, query, 0), owner);
  return inSnapshot(owner === undefined ? pool : purchasesPool, STATEMENT_MS, async (client) => ({
    version: (await readState(client, layout)).version,
    previews: [{ segment: await readSegment(client, layout, "preview", condition), live: undefined }],
  }));
}

function unlessOwned(layout: Layout, condition: Clause, owner: Owner | undefined): Clause {
  const others = owner === undefined ? [] : [isUnpurchased(layout.source.table, owner)];
  return (values) => joinClauses([condition, ...others], values);
}

async function getTotal({ feed, query }: CountRequest): Promise<Counted> {
  const { sampling, segments } = getDataset(feed);
  if (sampling > 1) throw new Error(`a sample of ${feed} has no exact total`);
  return { total: countTotal(getLayout(feed), segments, query) };
}

function respond(request: WorkRequest): Promise<WorkResults[WorkRequest["type"]]> {
  switch (request.type) {
    case "load":
      return load(request);
    case "summarize":
      return getSummary(request);
    case "list":
      return getList(request);
    case "count":
      return getTotal(request);
  }
}

parentPort?.on("message", async (request: ThreadRequest) => {
  if (request.type === "dataset") {
    const before = datasets.get(request.feed);
    datasets.set(request.feed, request.dataset);
    noteReplaced(before?.segments ?? [], request.dataset.segments);
    return;
  }
  const { id } = request;
  let response: ThreadResponse;
  try {
    response = { id, value: await respond(request) };
  } catch (error) {
    const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
    response = { id, error: { message: error instanceof Error ? error.message : String(error), code } };
  }
  parentPort?.postMessage(response);
});

/**
 * Summarizes the matches of queries: cached while the feed does not change, else counted by threads over columns in
 * shared memory. A summary is of one version of the feed: the current one, or while many changes are read the one
 * before.
 */
import { availableParallelism } from "node:os";
import { FEED_ORDERS, type RowSort } from "@dealflow/contract/account/feed-orders";
import { FEED_NAMES, type FeedName } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import { type FreeQuery, toFreeQuery } from "@dealflow/contract/query/free-query";
import { createCache, textBytes } from "@/lib/cache/bounded-cache";
import { dependsOnlyOnFeed, SOURCES } from "@/service/feed/feeds";
import { type PurchaseScope, readPurchasesVersion } from "@/service/feed/purchases/purchased";
import type { Pools } from "@/service/store/pools/pools";
import { REFUSALS } from "@/service/store/refusal";
import type { Dataset } from "./dataset";
import { getLayout } from "./layout";
import { BYTES_PER_RECORD, chooseSampling, type Sampling } from "./sampling";
import type { Listed, ListedRows, Owner, Summarized, SummarizeRequest } from "./threads/thread-messages";
import { startThread, type Thread } from "./threads/threads";
import { noteReplaced } from "./unused-segments";

export interface Summaries {
  /**
   * Returns the summary for a workspace.
   * @param split one of the layout's; undefined in feeds without a series
   * @param rows all matches, or the purchased ones
   */
  get(
    feed: FeedName,
    query: AnyQuery,
    split: string | undefined,
    purchases: PurchaseScope,
    rows: "all" | "purchased",
  ): Promise<Summarized>;
  /** Returns the ids of the rows from a place in a list. */
  list(feed: FeedName, query: AnyQuery, order: ListOrder, purchases: PurchaseScope): Promise<Listed>;
  /**
   * Counts the records that match a query exactly; undefined where only the database can: for one company or person, in
   * feeds that are not completely in memory, and in directories, whose amounts have no exact columns.
   */
  countTotal(feed: FeedName, query: AnyQuery): Promise<number | undefined>;
  /** Throws `RequestRefused` while so much work waits that a total would wait for too long. */
  requireRoom(): void;
  /** Tells whether all of the feed is in memory: after a start that takes a while, and a feed may not fit. */
  isLoaded(feed: FeedName): boolean;
  /** Tells of each feed what is in memory. */
  getStates(): readonly SummaryState[];
  /** Tells whether the feeds are being read after a start: until then their lists and numbers come from PostgreSQL. */
  isPreloading(): boolean;
  /**
   * Reads all feeds, so that the first request does not wait for that. Returns those of which a sample or nothing fits
   * into memory, and how much all of them take.
   */
  preload(): Promise<Preloaded>;
  stop(): Promise<void>;
}

interface SummaryState {
  readonly feed: FeedName;
  /** One in so many records is in memory; undefined: none is. */
  readonly sampling: number | undefined;
  /** Its columns count as so many bytes of the memory of all feeds. */
  readonly bytes: number;
  /** It was last brought up to date at this time (ms since 1970), which took this long (ms). */
  readonly updatedAt: number | undefined;
  readonly updateMs: number | undefined;
}

interface Preloaded {
  readonly sampled: readonly FeedName[];
  readonly unloaded: readonly FeedName[];
  readonly bytes: number;
}

export interface ListOrder {
  readonly rows: ListedRows;
  /** The first key is the most significant; without any, the list is in the query's own order. */
  readonly keys: readonly RowSort[];
  readonly start: number;
  readonly limit: number;
}

interface SummariesSettings {
  /** Feeds are read here. */
  readonly databaseUrl: string;
  /** Purchases are read here. */
  readonly purchasesUrl: string;
  /** Feeds are kept in files here, so that a start need not read them from the database. */
  readonly snapshotDirectory: string;
  /** The columns of all feeds share this memory. */
  readonly memoryBytes: number;
  /** Tests run from the sources with the built thread, because loading its sources takes each thread a second. */
  readonly threadBundle?: URL | undefined;
}

const CACHE_BYTES = 16 * 1024 * 1024;
const MINUTE_MS = 60_000;
/** A request waits this long for the changes of an import, then it is served from the version before (ms). */
const UPDATE_WAIT_MS = 250;
/** A total waits this long for the changes of an import (ms). */
const TOTAL_WAIT_MS = 2_000;
/** A total is refused while so much work waits for the thread that has the least: a second of it, at some 10 ms for each. */
const MOST_PENDING = 100;
/** Reading everything again takes a core for seconds, so the pause before it is this many times as long. */
const PAUSE_FACTOR = 4;

interface FeedState {
  dataset: Dataset | undefined;
  update: Promise<void> | undefined;
  /** The latest update ended `at` (ms since 1970) and took `ms`. */
  latest: { readonly at: number; readonly ms: number } | undefined;
  /** Not everything is read again before this ms of the monotonic clock. */
  reloadAfter: number;
}

export function createSummaries(
  pools: Pools,
  { memoryBytes, threadBundle, ...threadSettings }: SummariesSettings,
): Summaries {
  const cache = createCache<Summarized>({
    name: "summaries",
    maxBytes: CACHE_BYTES,
    measureBytes: ({ body }) => textBytes(body),
  });
  const states = new Map<FeedName, FeedState>(
    FEED_NAMES.map((feed) => [feed, { dataset: undefined, update: undefined, latest: undefined, reloadAfter: 0 }]),
  );
  const running = new Map<string, Promise<Summarized>>();
  const threads: (Thread | undefined)[] = [];
  let isPreloading = false;
  let versions: Promise<ReadonlyMap<string, FeedVersion>> | undefined;

  function getThread(index: number): Thread {
    const thread =
      threads[index] ??
      startThread(threadSettings, threadBundle, () => {
        threads[index] = undefined;
        // The first thread had the datasets that it updates; the others get them with the next request.
        if (index === LOADER) for (const state of states.values()) state.dataset = undefined;
      });
    if (threads[index] === undefined) {
      threads[index] = thread;
      if (index !== LOADER)
        for (const [feed, { dataset }] of states)
          if (dataset !== undefined) thread.send({ type: "dataset", feed, dataset });
    }
    return thread;
  }

  /** Requests that come while the versions are read share the next reading, which begins after them. */
  function readVersions(): Promise<ReadonlyMap<string, FeedVersion>> {
    versions ??= Promise.resolve().then(async () => {
      versions = undefined;
      const { rows } = await pools.fixed.query<FeedVersion>({
        name: "feed-versions",
        text: "select feed, version, total from feeds",
      });
      return new Map(rows.map((row) => [row.feed, row]));
    });
    return versions;
  }

  async function update(feed: FeedName, state: FeedState, sampling: Sampling): Promise<void> {
    const startedAt = performance.now();
    const mayReload = state.dataset === undefined || startedAt >= state.reloadAfter;
    const { dataset, reloaded } = await getThread(LOADER).request({ type: "load", feed, mayReload, sampling });
    const endedAt = performance.now();
    if (dataset !== undefined) state.latest = { at: Date.now(), ms: endedAt - startedAt };
    if (reloaded) state.reloadAfter = endedAt + PAUSE_FACTOR * (endedAt - startedAt);
    const { version, sampling: former } = state.dataset ?? {};
    if (dataset === undefined || (dataset.version === version && dataset.sampling === former)) return;
    noteReplaced(state.dataset?.segments ?? [], dataset.segments);
    state.dataset = dataset;
    for (const [index, thread] of threads.entries())
      if (index !== LOADER) thread?.send({ type: "dataset", feed, dataset });
  }

  /** Returns false when not even a sample of the feed fits into memory. */
  async function ensureLoaded(
    feed: FeedName,
    versionsOfFeeds: ReadonlyMap<string, FeedVersion>,
    waitMs = UPDATE_WAIT_MS,
  ): Promise<boolean> {
    const state = states.get(feed);
    const current = versionsOfFeeds.get(SOURCES[feed].table)?.version ?? 0;
    if (state === undefined) return true;
    const sampling = getSampling(feed, versionsOfFeeds);
    if (sampling === undefined) return false;
    const isCurrent = () =>
      state.dataset !== undefined &&
      state.dataset.version >= current &&
      (state.dataset.sampling >= sampling || performance.now() < state.reloadAfter);
    // An update that began before may miss this version: then there is one more.
    for (let attempt = 0; attempt < 2 && !isCurrent(); attempt++) {
      state.update ??= update(feed, state, sampling).finally(() => {
        state.update = undefined;
      });
      if (state.dataset === undefined) await state.update;
      else if (!(await endsWithin(state.update, waitMs))) break;
    }
    return true;
  }

  /**
   * Returns the sample of the feed for which there is room besides the feeds that are loaded. A feed that grows gets a
   * smaller sample, and one that shrinks keeps its sample until the next start, so that neither is read again and again.
   */
  function getSampling(feed: FeedName, versionsOfFeeds: ReadonlyMap<string, FeedVersion>): Sampling | undefined {
    const others = FEED_NAMES.reduce((sum, name) => {
      const dataset = name === feed ? undefined : states.get(name)?.dataset;
      return dataset === undefined ? sum : sum + countRecords(name, versionsOfFeeds) / dataset.sampling;
    }, 0);
    const chosen = chooseSampling(countRecords(feed, versionsOfFeeds), memoryBytes / BYTES_PER_RECORD - others);
    const loaded = states.get(feed)?.dataset?.sampling;
    return chosen === undefined || loaded === undefined ? (chosen ?? loaded) : Math.max(chosen, loaded);
  }

  /** Lists and totals need every record. */
  function isWhole(feed: FeedName, versionsOfFeeds: ReadonlyMap<string, FeedVersion>): boolean {
    return (states.get(feed)?.dataset?.sampling ?? getSampling(feed, versionsOfFeeds)) === 1;
  }

  function isLoaded(feed: FeedName): boolean {
    return states.get(feed)?.dataset?.sampling === 1;
  }

  async function findOwner(feed: FeedName, { workspaceId, since }: PurchaseScope): Promise<Owner | undefined> {
    // The instant is rounded to the minute, so that summaries are cached although purchases expire continuously.
    const scope = { workspaceId, since: since && new Date(Math.floor(since.getTime() / MINUTE_MS) * MINUTE_MS) };
    const { count, version } = await readPurchasesVersion(pools.primary.fixed, scope, SOURCES[feed].table);
    return count === 0 ? undefined : { ...scope, version };
  }

  function getIdleThread(): Thread {
    const counters = Array.from({ length: COUNTERS }, (_, index) => getThread(LOADER + 1 + index));
    const [idle] = counters.sort((a, b) => a.pending - b.pending);
    if (idle === undefined) throw new Error("there is no thread");
    return idle;
  }

  /**
   * Prepares a query for the threads. The key identifies what they count, in one version of the feed; pages send each
   * query in its canonical form.
   */
  async function prepare(
    feed: FeedName,
    filters: AnyQuery,
    purchases: PurchaseScope,
    rows: ListedRows,
  ): Promise<Prepared> {
    const { sort: _sort, sortDirection: _direction, ...requested } = filters;
    const free = toFreeQuery(feed, requested);
    const query = rows === "purchased" ? { ...free, ownedQuery: requested, ownedOnly: true } : free;
    const owner = await findOwner(feed, purchases);
    // Without owned records only previews matter, for every workspace.
    const key =
      owner === undefined
        ? `${feed} ${query.ownedOnly} ${JSON.stringify(query.query)}`
        : `${feed} ${rows} ${owner.workspaceId} ${owner.version} ${JSON.stringify(requested)}`;
    const versionsOfFeeds = await readVersions();
    const version = versionsOfFeeds.get(SOURCES[feed].table)?.version ?? 0;
    const getSource: Prepared["getSource"] = async (records) => {
      const isServed = () => records === "sample" || isWhole(feed, versionsOfFeeds);
      if (query.ownedOnly || !isServed()) return "database";
      return (await ensureLoaded(feed, versionsOfFeeds)) && isServed() ? "dataset" : "database";
    };
    return { query, owner, key, version, getSource, isCacheable: dependsOnlyOnFeed(SOURCES[feed], requested) };
  }

  return {
    get: async (feed, filters, split, purchases, rows) => {
      const { query, owner, key, version, getSource, isCacheable } = await prepare(feed, filters, purchases, rows);
      const keyAt = (of: number) => `${of} ${split} ${key}`;
      const current = keyAt(version);
      const cached = cache.get(current);
      if (cached !== undefined) return withCounting(cached, version);
      const source = await getSource("sample");
      let summary = running.get(current);
      if (summary === undefined) {
        summary = getIdleThread()
          .request({ type: "summarize", feed, query, split, source, owner })
          .finally(() => running.delete(current));
        running.set(current, summary);
      }
      const summarized = await summary;
      if (isCacheable) cache.set(keyAt(summarized.version), summarized);
      return withCounting(summarized, version);
    },
    list: async (feed, filters, { rows, keys: chosen, start, limit }, purchases) => {
      const byProminence = [{ id: "prominence", desc: filters.sortDirection !== "asc" }];
      const keys = chosen.length === 0 && filters.sort === "prominence" ? byProminence : chosen;
      const countsRounds = keys.some(({ id }) => FEED_ORDERS[feed][id]?.by === "rounds");
      const [prepared, roundsOwner] = await Promise.all([
        prepare(feed, filters, purchases, rows),
        countsRounds ? findOwner("funding", purchases) : undefined,
      ]);
      const { query, owner, key, version, getSource, isCacheable } = prepared;
      const order = keys.map(({ id, desc }) => `${id}${desc}`).join();
      const listKey = `${version} ${order} ${countsRounds && `${purchases.workspaceId} ${roundsOwner?.version}`} ${key}`;
      const request = {
        type: "list",
        feed,
        query,
        rows,
        source: await getSource("all"),
        owner,
        roundsOwner,
        keys,
        start,
        limit,
        version,
        cacheKey: isCacheable ? listKey : undefined,
      } as const;
      // One thread after the other would order the same list.
      const thread = getThread(LOADER + 1 + (hash(listKey) % COUNTERS));
      return thread.request(request);
    },
    countTotal: async (feed, query) => {
      const { isDirectory, source } = getLayout(feed);
      const { selective } = source.buildQuery(query, undefined, 0);
      if (isDirectory || selective.length > 0) return undefined;
      const loading = ensureLoaded(feed, await readVersions(), TOTAL_WAIT_MS);
      if (!isLoaded(feed)) {
        // This total need not wait for that, and a later one tries again when it fails.
        loading.catch(() => undefined);
        return undefined;
      }
      await loading;
      if (!isLoaded(feed)) return undefined;
      return (await getIdleThread().request({ type: "count", feed, query })).total;
    },
    requireRoom: () => {
      if (getIdleThread().pending >= MOST_PENDING) throw REFUSALS.overloaded;
    },
    isLoaded,
    getStates: () =>
      [...states].map(([feed, { dataset, latest }]) => ({
        feed,
        sampling: dataset?.sampling,
        bytes: BYTES_PER_RECORD * (dataset?.segments ?? []).reduce((sum, { segment }) => sum + segment.size, 0),
        updatedAt: latest?.at,
        updateMs: latest?.ms,
      })),
    isPreloading: () => isPreloading,
    preload: async () => {
      isPreloading = true;
      const [sampled, unloaded]: [FeedName[], FeedName[]] = [[], []];
      try {
        for (const feed of FEED_NAMES)
          if (!(await ensureLoaded(feed, await readVersions()))) unloaded.push(feed);
          else if (!isLoaded(feed)) sampled.push(feed);
      } finally {
        isPreloading = false;
      }
      for (let index = 0; index < COUNTERS; index++) getThread(LOADER + 1 + index);
      const versionsOfFeeds = await readVersions();
      const records = FEED_NAMES.reduce((sum, feed) => sum + countRecords(feed, versionsOfFeeds), 0);
      return { sampled, unloaded, bytes: records * BYTES_PER_RECORD };
    },
    stop: async () => {
      await Promise.all(threads.map((thread) => thread?.stop()));
    },
  };
}

/** This thread reads the feeds; the following ones count. */
const LOADER = 0;
const COUNTERS = Math.min(2, availableParallelism());

interface Prepared {
  readonly query: FreeQuery;
  readonly owner: Owner | undefined;
  readonly key: string;
  /** The feed has this version now. */
  readonly version: number;
  /** It is false for a company or a person, who may change without a new version of their events. */
  readonly isCacheable: boolean;
  /** @param records lists need all of them; a sample is enough for numbers */
  getSource(records: "all" | "sample"): Promise<SummarizeRequest["source"]>;
}

function hash(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum = (sum * 31 + text.charCodeAt(index)) >>> 0;
  return sum;
}

interface FeedVersion {
  readonly feed: string;
  readonly version: number;
  readonly total: number;
}

function countRecords(feed: FeedName, versionsOfFeeds: ReadonlyMap<string, FeedVersion>): number {
  return versionsOfFeeds.get(SOURCES[feed].table)?.total ?? 0;
}

/**
 * Tells whether the feed has changed since its summary.
 * @param version the feed's current one
 */
function withCounting({ version: summarized, body }: Summarized, version: number): Summarized {
  return { version: summarized, body: `{"counting":${summarized < version},${body.slice(1)}` };
}

/** Tells whether the work ends in time; it continues otherwise. */
async function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A thread of the summaries: reads feeds into shared memory, and summarizes the datasets that it is sent. What only
 * PostgreSQL can select, such as a search, it reads for the one summary.
 */
import { parentPort, workerData } from "node:worker_threads";
import pg from "pg";
import type { FeedName } from "@/lib/contract/feeds";
import type { AnyQuery } from "@/lib/contract/filters";
import { inTransaction } from "@/service/store/transaction";
import { type Dataset, type LoadedDataset, loadDataset, readVersion, updateDataset } from "./dataset";
import { type Layout, layoutOf } from "./layout";
import { isCounted, readSegment } from "./read-segment";
import { summarize } from "./summarize";
import type {
  Loaded,
  Summarized,
  SummarizeRequest,
  ThreadRequest,
  ThreadResponse,
  ThreadSettings,
} from "./thread-messages";

/** One summary may take so long in PostgreSQL (ms). */
const STATEMENT_MS = 4_000;

const { databaseUrl }: ThreadSettings = workerData;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, application_name: "dealflow-summaries" });
pool.on("error", () => undefined);

/** Datasets of the thread that reads them. */
const loaded = new Map<FeedName, LoadedDataset>();
/** Datasets that are summarized. */
const datasets = new Map<FeedName, Dataset>();

function inSnapshot<T>(statementMs: number, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query("set transaction isolation level repeatable read, read only");
    await client.query(`set local statement_timeout = ${statementMs}`);
    // Everything is read: the plan for the first rows would not be the fastest.
    await client.query("set local cursor_tuple_fraction = 1");
    return work(client);
  });
}

async function load(feed: FeedName, mayReload: boolean): Promise<Loaded> {
  const layout = layoutOf(feed);
  const before = loaded.get(feed);
  const after = await inSnapshot(
    0,
    async (client) =>
      (before === undefined ? undefined : await updateDataset(client, layout, before)) ??
      (mayReload ? await loadDataset(client, layout) : undefined),
  );
  if (after === undefined) return { dataset: undefined, reloaded: false };
  loaded.set(feed, after);
  const { version, segments } = after;
  return { dataset: { version, segments }, reloaded: segments[0]?.segment !== before?.segments[0]?.segment };
}

async function getSummary({ feed, query, split, source }: SummarizeRequest): Promise<Summarized> {
  const layout = layoutOf(feed);
  const { version, segments } = source === "dataset" ? getDataset(feed) : await readCounted(layout, query);
  return { version, body: JSON.stringify(summarize(layout, segments, query, split)) };
}

function getDataset(feed: FeedName): Dataset {
  const dataset = datasets.get(feed);
  if (dataset === undefined) throw new Error(`${feed} is not loaded`);
  return dataset;
}

async function readCounted(layout: Layout, query: AnyQuery): Promise<Dataset> {
  return inSnapshot(STATEMENT_MS, async (client) => {
    const version = await readVersion(client, layout);
    const segment = await readSegment(client, layout, isCounted(layout, query));
    return { version, segments: [{ segment, live: undefined }] };
  });
}

function post(response: ThreadResponse): void {
  parentPort?.postMessage(response);
}

parentPort?.on("message", async (request: ThreadRequest) => {
  if (request.type === "dataset") {
    datasets.set(request.feed, request.dataset);
    return;
  }
  try {
    const value = request.type === "load" ? await load(request.feed, request.mayReload) : await getSummary(request);
    post({ id: request.id, value });
  } catch (error) {
    const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
    post({ id: request.id, error: { message: error instanceof Error ? error.message : String(error), code } });
  }
});

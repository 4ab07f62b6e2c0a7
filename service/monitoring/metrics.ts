/**
 * Counts and measures for Prometheus: requests, the credits that they charged, connections to the database, the ledger,
 * summaries, webhook deliveries, backups, the disk, and the process.
 */
import { statfs } from "node:fs/promises";
import type pg from "pg";
import { Counter, Histogram } from "prom-client";
import { type AddMetric, createRegistry, DURATION_BUCKETS, getMethodLabel } from "@/lib/monitoring/metrics-registry";
import type { PhaseTimes } from "@/lib/monitoring/phases";
import { type BackupState, readBackupState } from "@/service/backup/backup-state";
import type { Pools } from "@/service/store/pools/pools";
import type { Summaries } from "@/service/summaries/summaries";
import { type DeliveryBacklog, readDeliveryBacklog, UNSENT_STATES } from "@/service/webhooks/backlog";

export type Metrics = ReturnType<typeof createMetrics>;

export interface ObservedRequest {
  readonly method: string;
  /** The pattern of the path: with ids in it, each would be a series of its own. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly credits: number;
  /** A payment was refused for this reason. */
  readonly refusal?: string | undefined;
  /** The request was a sign-in with a password, with this result. */
  readonly signIn?: string | undefined;
  readonly phases?: PhaseTimes | undefined;
}

interface Observed {
  readonly version: string;
  readonly pools: Pick<Pools, "all" | "main">;
  readonly summaries: Pick<Summaries, "getStates">;
  readonly dataDir: string;
  /** Returns the parts that fail, as `/readyz` does. */
  readonly getFailing: () => readonly string[];
  readonly getChargesWaiting: () => number;
  /** Returns the credits that this process has charged for bulk purchases. */
  readonly getBulkCredits: () => number;
  /** Returns how many balances are not the sums of their entries; undefined until they have been compared. */
  readonly getLedgerMismatches: () => number | undefined;
}

export function createMetrics(observed: Observed) {
  const { pools, summaries, dataDir, getFailing, getChargesWaiting, getBulkCredits, getLedgerMismatches } = observed;
  const { registry, gauge, counter } = createRegistry(observed.version);
  const registers = [registry];
  const duration = new Histogram({
    name: "dealflow_http_request_duration_seconds",
    help: "Time from a request to its response, by route and status.",
    labelNames: ["method", "route", "status"],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const routes = new RouteTotals();
  const phaseTime =
    "Time of requests by route and phase: waiting for a connection, statements, the charge, and the rest.";
  counter("dealflow_http_request_phase_seconds_total", phaseTime, ["route", "phase"], (set) => {
    for (const { route, phases } of routes.list())
      for (const [phase, ms] of Object.entries(phases)) set({ route, phase }, ms / 1_000);
  });
  counter("dealflow_credits_charged_total", "Credits that requests were charged, by route.", ["route"], (set) => {
    for (const { route, credits } of routes.list()) if (credits > 0) set({ route }, credits);
  });
  const refusals = new Counter({
    name: "dealflow_payments_refused_total",
    help: "Requests that were charged nothing, because there were no credits, or a budget or an allowance had none left.",
    labelNames: ["route", "reason"],
    registers,
  });
  const signIns = new Counter({
    name: "dealflow_sign_ins_total",
    help: "Sign-ins with a password by result; after one that is locked out the account or network has to wait.",
    labelNames: ["result"],
    registers,
  });
  gauge("dealflow_charges_waiting", "Charges that wait for their statement.", [], (set) =>
    set({}, getChargesWaiting()),
  );
  counter("dealflow_bulk_credits_charged_total", "Credits that bulk purchases were charged.", [], (set) =>
    set({}, getBulkCredits()),
  );
  gauge("dealflow_ready", "1 while the service can serve and charge, as /readyz says.", [], (set) =>
    set({}, getFailing().length === 0 ? 1 : 0),
  );
  const mismatches = "Workspaces whose balance is not the sum of their ledger, when both were last compared.";
  gauge("dealflow_ledger_mismatches", mismatches, [], (set) => {
    const count = getLedgerMismatches();
    if (count !== undefined) set({}, count);
  });
  addConnections(gauge, counter, pools);
  addSummaries(gauge, summaries);
  addDisk(gauge, dataDir);
  addDeliveries(gauge, pools.main);
  addBackups(gauge, pools.main);
  addImports(gauge, pools.main);
  return {
    /** `read` returns text of this media type. */
    contentType: registry.contentType,
    observeRequest: ({ method, route, status, ms, credits: charged, refusal, signIn, phases }: ObservedRequest) => {
      duration.observe({ method: getMethodLabel(method), route, status: String(status) }, ms / 1_000);
      routes.add(route, ms, charged, phases);
      if (refusal !== undefined) refusals.inc({ route, reason: refusal });
      if (signIn !== undefined) signIns.inc({ result: signIn });
    },
    read: () => registry.metrics(),
  };
}

interface RouteTotal {
  readonly route: string;
  credits: number;
  /** Each phase took so many milliseconds. */
  readonly phases: Record<keyof PhaseTimes | "rest", number>;
}

/** Adds up what requests are charged and where their time goes: a counter of the library takes 2 µs for each of these sums. */
class RouteTotals {
  readonly #totals = new Map<string, RouteTotal>();

  add(route: string, ms: number, credits: number, phases: PhaseTimes | undefined): void {
    let total = this.#totals.get(route);
    if (total === undefined) {
      total = { route, credits: 0, phases: { connection: 0, statement: 0, charge: 0, rest: 0 } };
      this.#totals.set(route, total);
    }
    total.credits += credits;
    if (phases === undefined) return;
    const { connection, statement, charge } = phases;
    total.phases.connection += connection;
    total.phases.statement += statement;
    total.phases.charge += charge;
    // Phases that run at the same time are longer than the request together.
    total.phases.rest += Math.max(0, ms - connection - statement - charge);
  }

  list(): Iterable<RouteTotal> {
    return this.#totals.values();
  }
}

function addConnections(gauge: AddMetric, counter: AddMetric, pools: Pick<Pools, "all">): void {
  gauge("dealflow_pool_connections", "Connections to the database, by pool and state.", ["pool", "state"], (set) => {
    for (const { name, pool } of pools.all) {
      set({ pool: name, state: "idle" }, pool.idleCount);
      set({ pool: name, state: "used" }, pool.totalCount - pool.idleCount);
    }
  });
  gauge("dealflow_pool_connections_max", "Most connections of a pool.", ["pool"], (set) => {
    for (const { name, pool } of pools.all) set({ pool: name }, pool.options.max ?? 0);
  });
  gauge("dealflow_pool_waiting", "Requests that wait for a connection of a pool.", ["pool"], (set) => {
    for (const { name, pool } of pools.all) set({ pool: name }, pool.waitingCount);
  });
  const waited = "Time that requests waited for a connection of a pool.";
  counter("dealflow_pool_wait_seconds_total", waited, ["pool"], (set) => {
    for (const { name, pool } of pools.all) set({ pool: name }, pool.waitedMs / 1_000);
  });
}

function addSummaries(gauge: AddMetric, summaries: Pick<Summaries, "getStates">): void {
  const sampling = "1: all records of the feed are in memory; n: one in n is; without a value: none.";
  gauge("dealflow_feed_memory_sampling", sampling, ["feed"], (set) => {
    for (const { feed, sampling } of summaries.getStates()) if (sampling !== undefined) set({ feed }, sampling);
  });
  const updated = "Time since 1970 when the feed in memory was last brought up to date.";
  gauge("dealflow_feed_memory_updated_timestamp_seconds", updated, ["feed"], (set) => {
    for (const { feed, updatedAt } of summaries.getStates())
      if (updatedAt !== undefined) set({ feed }, updatedAt / 1_000);
  });
  const reckoned = "Memory that is reckoned for the feed, of FREE_EXPLORE_MEMORY_MB.";
  gauge("dealflow_feed_memory_bytes", reckoned, ["feed"], (set) => {
    for (const { feed, bytes } of summaries.getStates()) set({ feed }, bytes);
  });
  gauge("dealflow_feed_memory_update_seconds", "Time that the last update of a feed took.", ["feed"], (set) => {
    for (const { feed, updateMs } of summaries.getStates()) if (updateMs !== undefined) set({ feed }, updateMs / 1_000);
  });
}

function addDisk(gauge: AddMetric, dataDir: string): void {
  const help = "Bytes of the disk of DATA_DIR, in all and free.";
  gauge("dealflow_data_dir_disk_bytes", help, ["state"], async (set) => {
    const disk = await statfs(dataDir).catch(() => undefined);
    if (disk === undefined) return;
    set({ state: "free" }, disk.bavail * disk.bsize);
    set({ state: "used" }, (disk.blocks - disk.bfree) * disk.bsize);
  });
}

/** All gauges of one answer share a reading. Without the database they have no value, and the other metrics are served. */
function shared<T>(readNow: () => Promise<T | undefined>): () => Promise<T | undefined> {
  let reading: Promise<T | undefined> | undefined;
  return () => {
    reading ??= readNow()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
}

/** The backups are those that any service of the database made. Without any there is no value. */
function addBackups(gauge: AddMetric, pool: pg.Pool): void {
  const read = shared<BackupState>(() => readBackupState(pool));
  gauge("dealflow_backup_age_seconds", "Age of the latest backup that was verified.", [], async (set) => {
    const success = (await read())?.success;
    if (success) set({}, (Date.now() - Date.parse(success.takenAt)) / 1_000);
  });
  gauge("dealflow_backup_failing", "1 while the latest scheduled backup failed.", [], async (set) => {
    const state = await read();
    if (state !== undefined) set({}, state.failure === null ? 0 : 1);
  });
  gauge("dealflow_backups", "Scheduled backups in their folder, by state.", ["state"], async (set) => {
    const state = await read();
    if (state === undefined) return;
    set({ state: "intact" }, state.intact);
    set({ state: "damaged" }, state.damaged.length);
  });
}

/** An unfinished import runs, or was interrupted and is continued by importing its file again. */
const IMPORT_STATES = ["complete", "unfinished", "undone"] as const;

interface ImportCounts {
  readonly imports: Readonly<Record<(typeof IMPORT_STATES)[number], number>>;
  /** The latest run of these schedules failed. */
  readonly failingSchedules: number;
}

async function readImportCounts(pool: pg.Pool): Promise<ImportCounts> {
  const { rows } = await pool.query<ImportCounts>(
    `select json_build_object(
         'complete', count(*) filter (where undone_at is null and ended_at is not null),
         'unfinished', count(*) filter (where undone_at is null and ended_at is null),
         'undone', count(*) filter (where undone_at is not null)) as imports,
       (select count(*)::integer from import_schedules where failures > 0 and not paused) as "failingSchedules"
     from imports where kind = 'file'`,
  );
  const [counts] = rows;
  if (counts === undefined) throw new Error("an aggregate without groups has a row");
  return counts;
}

/** The imports are those of the whole database, in every service alike. */
function addImports(gauge: AddMetric, pool: pg.Pool): void {
  const read = shared(() => readImportCounts(pool));
  gauge("dealflow_imports", "Imports of files by state.", ["state"], async (set) => {
    const counts = await read();
    for (const state of IMPORT_STATES) if (counts !== undefined) set({ state }, counts.imports[state]);
  });
  gauge("dealflow_import_schedules_failing", "Scheduled imports whose latest run failed.", [], async (set) => {
    const counts = await read();
    if (counts !== undefined) set({}, counts.failingSchedules);
  });
}

/** The deliveries are those of the whole database, in every service alike. */
function addDeliveries(gauge: AddMetric, pool: pg.Pool): void {
  const read = shared<DeliveryBacklog>(() => readDeliveryBacklog(pool));
  gauge("dealflow_webhook_deliveries", "Deliveries that are not made yet, by state.", ["state"], async (set) => {
    const backlog = await read();
    for (const state of UNSENT_STATES) if (backlog !== undefined) set({ state }, backlog.deliveries[state]);
  });
  const overdue = "Time since the oldest delivery that is due should have been sent.";
  gauge("dealflow_webhook_oldest_delivery_seconds", overdue, [], async (set) => {
    const backlog = await read();
    if (backlog !== undefined) set({}, backlog.overdueMs / 1_000);
  });
  gauge("dealflow_webhooks_disabled", "Webhooks that were disabled, by reason.", ["reason"], async (set) => {
    const backlog = await read();
    for (const [reason, count] of Object.entries(backlog?.disabled ?? {})) set({ reason }, count);
  });
}

/**
 * Counts and measures for Prometheus: requests, the credits that they charged, connections to the database, caches, webhook
 * deliveries, and the process. Times are in seconds and sizes in bytes, as Prometheus names them.
 */
import type pg from "pg";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { allCaches } from "@/lib/cache/bounded-cache";
import { PHASES, type PhaseTimes } from "@/lib/monitoring/phases";
import type { Pools } from "@/service/store/pools";
import { DELIVERY_STATES, type DeliveryBacklog, readDeliveryBacklog } from "@/service/webhooks/backlog";

export interface Metrics {
  /** The media type of `read`. */
  readonly contentType: string;
  observeRequest(request: ObservedRequest): void;
  read(): Promise<string>;
}

export interface ObservedRequest {
  readonly method: string;
  /** The pattern of the path: with ids in it, each would be a series of its own. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly credits: number;
  readonly phases?: PhaseTimes | undefined;
}

interface Observed {
  readonly version: string;
  readonly pools: Pick<Pools, "all" | "main">;
  /** Returns the parts that fail, as `/readyz` does. */
  readonly getFailing: () => readonly string[];
  /** Returns the credits that this process has charged for bulk purchases. */
  readonly getBulkCredits: () => number;
}

/** From a page that is in memory to a request that is refused because it waited for too long. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** Other methods share a series, because clients choose them. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The library names gauges with the suffix of counters; those of each kind have the same without it. */
const MISNAMED = ["nodejs_active_handles_total", "nodejs_active_requests_total", "nodejs_active_resources_total"];

export function createMetrics({ version, pools, getFailing, getBulkCredits }: Observed): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  /** Adds metrics of what is counted elsewhere, and read for each answer. */
  const add =
    (Kind: typeof Gauge<string> | typeof Counter<string>): AddMetric =>
    (name, help, labelNames, collect) => {
      new Kind({
        ...{ name, help, labelNames, registers },
        async collect() {
          this.reset();
          // One without labels would be 0 otherwise, also where it has no value.
          if (labelNames.length === 0) this.remove();
          await collect((labels, value) => this.inc(labels, value));
        },
      });
    };
  const [gauge, counter] = [add(Gauge), add(Counter)];
  const duration = new Histogram({
    name: "dealflow_http_request_duration_seconds",
    help: "Time from a request to its response, by route and status.",
    labelNames: ["method", "route", "status"],
    buckets: SECONDS,
    registers,
  });
  const credits = new Counter({
    name: "dealflow_credits_charged_total",
    help: "Credits that requests were charged, by route.",
    labelNames: ["route"],
    registers,
  });
  const phaseTime = new Counter({
    name: "dealflow_http_request_phase_seconds_total",
    help: "Time of requests by route and phase: waiting for a connection, statements, the charge, and the rest.",
    labelNames: ["route", "phase"],
    registers,
  });
  counter("dealflow_bulk_credits_charged_total", "Credits that bulk purchases were charged.", [], (set) =>
    set({}, getBulkCredits()),
  );
  gauge("dealflow_build_info", "Always 1; the version is a label.", ["version"], (set) => set({ version }, 1));
  gauge("dealflow_ready", "1 while the service can serve and charge, as /readyz says.", [], (set) =>
    set({}, getFailing().length === 0 ? 1 : 0),
  );
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
  gauge("dealflow_cache_bytes", "Bytes of what a cache keeps.", ["cache"], (set) => {
    for (const { name, bytes } of allCaches()) set({ cache: name }, bytes);
  });
  gauge("dealflow_cache_max_bytes", "Most bytes that a cache keeps.", ["cache"], (set) => {
    for (const { name, maxBytes } of allCaches()) set({ cache: name }, maxBytes);
  });
  addDeliveries(gauge, pools.main);
  return {
    contentType: registry.contentType,
    observeRequest: ({ method, route, status, ms, credits: charged, phases }) => {
      const known = METHODS.has(method) ? method : "other";
      duration.observe({ method: known, route, status: String(status) }, ms / 1_000);
      if (charged > 0) credits.inc({ route }, charged);
      if (phases === undefined) return;
      for (const phase of PHASES) phaseTime.inc({ route, phase }, phases[phase] / 1_000);
      const measured = PHASES.reduce((sum, phase) => sum + phases[phase], 0);
      // Phases that run at the same time are longer than the request together.
      phaseTime.inc({ route, phase: "rest" }, Math.max(0, ms - measured) / 1_000);
    },
    read: () => registry.metrics(),
  };
}

type SetSample = (labels: Record<string, string>, value: number) => void;
type AddMetric = (
  name: string,
  help: string,
  labelNames: readonly string[],
  collect: (set: SetSample) => void | Promise<void>,
) => void;

/** The deliveries are those of the whole database, in every service alike. */
function addDeliveries(gauge: AddMetric, pool: pg.Pool): void {
  let reading: Promise<DeliveryBacklog | undefined> | undefined;
  // All gauges of one answer share a reading. Without the database they have no value, and the other metrics are served.
  const read = () => {
    reading ??= readDeliveryBacklog(pool)
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  gauge("dealflow_webhook_deliveries", "Deliveries that are not made yet, by state.", ["state"], async (set) => {
    const backlog = await read();
    for (const state of DELIVERY_STATES) if (backlog !== undefined) set({ state }, backlog.deliveries[state]);
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

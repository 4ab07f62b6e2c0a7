/**
 * Creates the metrics that both programs have: those of the process, its version and its caches. Times are in seconds and
 * sizes in bytes, as Prometheus names them.
 */
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { allCaches } from "@/lib/cache/bounded-cache";

type SetSample = (labels: Record<string, string>, value: number) => void;

/** Adds a metric of what is counted elsewhere, and read for each answer. Without a sample it has no value. */
export type AddMetric = (
  name: string,
  help: string,
  labelNames: readonly string[],
  collect: (set: SetSample) => void | Promise<void>,
) => void;

/** The shortest is a page that is in memory, the longest a request that is refused because it waited for too long (s). */
export const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Other methods share a series, because clients choose them. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The library names gauges with the suffix of counters; those of each kind have the same without it. */
const MISNAMED = ["nodejs_active_handles_total", "nodejs_active_requests_total", "nodejs_active_resources_total"];

export function getMethodLabel(method: string): string {
  return METHODS.has(method) ? method : "other";
}

export function createRegistry(version: string) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const add =
    (Kind: typeof Gauge<string> | typeof Counter<string>): AddMetric =>
    (name, help, labelNames, collect) => {
      new Kind({
        ...{ name, help, labelNames, registers: [registry] },
        async collect() {
          this.reset();
          // One without labels would be 0 otherwise, also where it has no value.
          if (labelNames.length === 0) this.remove();
          await collect((labels, value) => this.inc(labels, value));
        },
      });
    };
  const [gauge, counter] = [add(Gauge), add(Counter)];
  gauge("dealflow_build_info", "Always 1; the version is a label.", ["version"], (set) => set({ version }, 1));
  gauge("dealflow_cache_bytes", "Bytes of what a cache keeps.", ["cache"], (set) => {
    for (const { name, bytes } of allCaches()) set({ cache: name }, bytes);
  });
  gauge("dealflow_cache_max_bytes", "Most bytes that a cache keeps.", ["cache"], (set) => {
    for (const { name, maxBytes } of allCaches()) set({ cache: name }, maxBytes);
  });
  return { registry, gauge, counter };
}

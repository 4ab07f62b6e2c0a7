/** Results of benchmarks: printed, and written to `bench-results/<name>.json`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { type Metric, round, tableOf } from "./web/metric";

const RESULTS = path.resolve(import.meta.dirname, "../../bench-results");

export function writeResults(name: string, results: unknown): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(path.join(RESULTS, `${name}.json`), `${JSON.stringify(results, null, 2)}\n`);
}

/** What else the machine did meanwhile. */
function loadMetric(): Metric {
  const [load = 0] = loadavg();
  return { what: `load average on ${cpus().length} cores`, value: round(load, 1) };
}

/** Prints the metrics with the machine's load, and writes them and the options. */
export function reportMetrics(
  name: string,
  options: Readonly<Record<string, unknown>>,
  measured: readonly Metric[],
): void {
  const metrics = [...measured, loadMetric()];
  process.stdout.write(`\n${tableOf(metrics)}\n`);
  writeResults(name, { ...options, metrics });
}

/** A benchmark on a database of its own: what it needs, its table and its file of results. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { openDatabaseServer } from "@/service/store/database-server";
import { migrate } from "@/service/store/migrate";
import { openPools, type Pools } from "@/service/store/pools";
import { createDatabase } from "./database";
import { end, type Program, startService } from "./programs";
import { type Metric, round, tableOf } from "./web/metric";

export const BENCH_SECRET = "the benchmark's own secret, never used elsewhere";
const RESULTS = path.resolve(import.meta.dirname, "../../bench-results");

export interface BenchStage {
  readonly url: string;
  readonly pools: Pools;
  /** A service over the database, which is ended with the benchmark. */
  startService(settings?: Readonly<Record<string, string>>): Promise<Program>;
  print(sentence: string): void;
}

/**
 * Runs the work on an empty database with today's schema, which is deleted afterwards, or on the given one. Prints the
 * metrics with the machine's load, and writes them and the options to `bench-results/<name>.json`.
 */
export async function runBench(
  name: string,
  options: Readonly<Record<string, unknown>> & { readonly database?: string | undefined },
  work: (stage: BenchStage) => Promise<Metric[]>,
): Promise<void> {
  const print = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  const dataDir = mkdtempSync(path.join(tmpdir(), `dealflow-bench-${name}-`));
  const databaseUrl = options.database ?? (process.env.DATABASE_URL || null);
  const server = await openDatabaseServer({ databaseUrl, dataDir, program: "bench", log: print });
  const programs: Program[] = [];
  let pools: Pools | undefined;
  try {
    const url = options.database ?? (await createDatabase(server.url, `bench_${name.replaceAll("-", "_")}`));
    await migrate(url);
    pools = openPools(url);
    const metrics = await work({
      url,
      pools,
      print,
      startService: async (settings) => {
        const program = await startService(url, dataDir, BENCH_SECRET, settings);
        programs.push(program);
        return program;
      },
    });
    const [load = 0] = loadavg();
    metrics.push({ what: `load average on ${cpus().length} cores`, figure: round(load, 1) });
    process.stdout.write(`\n${tableOf(metrics)}\n`);
    mkdirSync(RESULTS, { recursive: true });
    writeFileSync(path.join(RESULTS, `${name}.json`), `${JSON.stringify({ ...options, figures: metrics }, null, 2)}\n`);
  } finally {
    for (const { child } of programs) await end(child);
    await pools?.close();
    await server.close();
    if (server.location !== null) rmSync(server.location, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
}

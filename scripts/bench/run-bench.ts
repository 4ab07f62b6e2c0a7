/** A benchmark on a database of its own, and the programs over it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabaseServer } from "@/service/store/database-server";
import { migrate } from "@/service/store/migrate";
import { openPools, type Pools } from "@/service/store/pools";
import { createDatabase } from "./database";
import { end, type Program, startDashboard, startService } from "./programs";
import { reportMetrics } from "./results";
import type { Metric } from "./web/metric";

export interface BenchStage {
  readonly url: string;
  readonly pools: Pools;
  /** The data folder of the programs. */
  readonly dataDir: string;
  /** A service over the database, which is ended with the benchmark. */
  startService(settings?: Readonly<Record<string, string>>): Promise<Program>;
  /** A dashboard over a service, which is ended with the benchmark. */
  startDashboard(service: Program, settings?: Readonly<Record<string, string>>): Promise<Program>;
  print(sentence: string): void;
}

/**
 * Runs the work on an empty database with the current schema, which is deleted afterwards, or on the given one, and
 * reports its metrics.
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
      dataDir,
      print,
      startService: async (settings) => {
        const program = await startService(url, dataDir, settings);
        programs.push(program);
        return program;
      },
      startDashboard: async (service, settings) => {
        const program = await startDashboard(service.url, dataDir, settings);
        programs.push(program);
        return program;
      },
    });
    reportMetrics(name, options, metrics);
  } finally {
    for (const { child } of programs.reverse()) await end(child);
    await pools?.close();
    await server.close();
    if (server.location !== null) rmSync(server.location, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Starts the database server and the programs of a benchmark, all of which end with it, and writes its report. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { openDatabaseServer } from "@/service/store/database-server";
import { migrate } from "@/service/store/migrate";
import { openPools, type Pools } from "@/service/store/pools/pools";
import { type Program, startDashboard, startService } from "../../test-runner/built-programs";
import type { BareShape } from "../feed/bare-server";
import { formatTable, type Metric, round } from "./metric";
import { BENCH_SECRET, startBare } from "./programs";

const RESULTS = path.resolve(import.meta.dirname, "../../../bench-results");

/** Recording the log would take time of this process. */
const SHOWN = { output: "shown" } as const;

type Settings = Readonly<Record<string, string>>;

export interface Installation {
  /** The programs have this data folder. */
  readonly dataDir: string;
  /** This is an administrator's address of the database server. */
  readonly serverUrl: string;
  /** Creates an empty database with the current schema, in place of one of that name, and returns its address. */
  createDatabase(name: string): Promise<string>;
  openPools(url: string): Pools;
  startService(databaseUrl: string, settings?: Settings): Promise<Program>;
  startDashboard(service: Program, settings?: Settings): Promise<Program>;
  startBare(databaseUrl: string, shapes: readonly BareShape[]): Promise<Program>;
  print(sentence: string): void;
}

interface ServerOptions {
  /** Names a database of a server that runs already. */
  readonly database?: string | undefined;
  /** Keeps the databases in this folder. */
  readonly folder?: string | undefined;
}

/** Runs the work with a temporary database server, unless the options or DATABASE_URL name one. */
export async function withInstallation<T>(
  name: string,
  { database, folder }: ServerOptions,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const print = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  const dataDir = mkdtempSync(path.join(tmpdir(), `dealflow-bench-${name}-`));
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const server = await openDatabaseServer({
    databaseUrl: database ?? (process.env.DATABASE_URL || null),
    dataDir: folder ?? dataDir,
    program: "bench",
    log: print,
  });
  const own = { DATA_DIR: dataDir, SECRET: BENCH_SECRET };
  const opened: Pools[] = [];
  const programs: Program[] = [];
  const keep = (program: Program) => {
    programs.push(program);
    return program;
  };
  try {
    return await work({
      dataDir,
      serverUrl: server.url,
      print,
      createDatabase: async (databaseName) => {
        const url = await createDatabase(server.url, databaseName);
        await migrate(url);
        return url;
      },
      openPools: (url) => {
        const pools = openPools(url);
        opened.push(pools);
        return pools;
      },
      startService: async (url, settings) =>
        keep(await startService({ ...own, DATABASE_URL: url, DEMO: "0", ...settings }, SHOWN)),
      startDashboard: async ({ url }, settings) =>
        keep(await startDashboard({ ...own, API_INTERNAL_URL: url, ...settings }, SHOWN)),
      startBare: async (url, shapes) => keep(await startBare(url, shapes)),
    });
  } finally {
    for (const program of programs.reverse()) await program.stop();
    for (const pools of opened) await pools.close();
    await server.close();
    if (server.location !== null && folder === undefined) rmSync(server.location, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function createDatabase(adminUrl: string, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  // Connections that are closing are waited for: ending them would be an error of a client that nobody listens to any more.
  await admin.query(`drop database if exists ${name}`);
  await admin.query(`create database ${name} template template0 encoding 'UTF8'`);
  await admin.end();
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

interface BenchStage extends Omit<Installation, "startService"> {
  readonly url: string;
  readonly pools: Pools;
  startService(settings?: Settings): Promise<Program>;
}

/** Runs the work on an empty database with the current schema, or on the given one, and reports its metrics. */
export async function runBench(
  name: string,
  options: Readonly<Record<string, unknown>> & { readonly database?: string | undefined },
  work: (stage: BenchStage) => Promise<Metric[]>,
): Promise<void> {
  const { database } = options;
  await withInstallation(name, { database }, async (installation) => {
    const url = database ?? (await installation.createDatabase(`bench_${name.replaceAll("-", "_")}`));
    if (database !== undefined) await migrate(url);
    const pools = installation.openPools(url);
    const start = (settings?: Settings) => installation.startService(url, settings);
    reportMetrics(name, options, await work({ ...installation, url, pools, startService: start }));
  });
}

export function writeResults(name: string, results: unknown): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(path.join(RESULTS, `${name}.json`), `${JSON.stringify(results, null, 2)}\n`);
}

/** Measures the load of the machine, on which times depend. */
export function measureMachineLoad(what = "load average"): Metric {
  const [load = 0] = loadavg();
  return { what: `${what} on ${cpus().length} cores`, value: round(load, 1) };
}

/** Prints the metrics with the machine's load, and writes them and the options. */
export function reportMetrics(
  name: string,
  results: Readonly<Record<string, unknown>>,
  measured: readonly Metric[],
): void {
  const metrics = [...measured, measureMachineLoad()];
  process.stdout.write(`\n${formatTable(metrics)}\n`);
  writeResults(name, { ...results, metrics });
}

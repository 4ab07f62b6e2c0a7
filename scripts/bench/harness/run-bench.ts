/** Starts the database server and the programs of a benchmark, all of which end with it, and writes its report. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { refreshMetrics } from "@/service/metrics/refresh";
import { openDatabaseServer } from "@/service/store/database-server";
import { migrate } from "@/service/store/migrate";
import { openPools, type Pools } from "@/service/store/pools/pools";
import { type Program, startDashboard, startService } from "../../test-runner/built-programs";
import { fillMarket } from "./feed-data";
import { type Metric, round, toRow } from "./metric";
import { BENCH_SECRET } from "./programs";

const RESULTS = path.resolve(import.meta.dirname, "../../../bench-results");

/** Recording the log would take time of this process. */
const SHOWN = { output: "shown" } as const;

type Settings = Readonly<Record<string, string>>;

interface OpenDatabase {
  readonly url: string;
  readonly pools: Pools;
}

export interface Installation {
  /** The programs have this data folder. */
  readonly dataDir: string;
  /** Creates an empty database in place of one of that name. */
  openDatabase(name: string): Promise<OpenDatabase>;
  /** Opens a market of this many rounds: the one that the option `data` keeps, or a new one where none of that size is. */
  openMarket(name: string, rounds: number): Promise<OpenDatabase>;
  startService(databaseUrl: string, settings?: Settings): Promise<Program>;
  startDashboard(service: Program, settings?: Settings): Promise<Program>;
  /** Ends a program that the benchmark started itself. */
  keep(program: Program): Program;
  print(sentence: string): void;
}

/**
 * Runs the work with a database server, which is temporary unless DATABASE_URL names one or the option `data` a folder, and
 * reports the metrics that it returns.
 */
export async function runBench(
  name: string,
  options: Readonly<Record<string, unknown>> & { readonly data?: string },
  work: (installation: Installation) => Promise<readonly Metric[] | undefined>,
): Promise<void> {
  const print = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  const dataDir = mkdtempSync(path.join(tmpdir(), `dealflow-bench-${name}-`));
  const folder = options.data || undefined;
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const server = await openDatabaseServer({
    databaseUrl: process.env.DATABASE_URL || null,
    dataDir: folder ?? dataDir,
    program: "bench",
    log: print,
  });
  const own = { DATA_DIR: dataDir, SECRET: BENCH_SECRET };
  const opened = new Set<Pools>();
  const programs: Program[] = [];
  const keep = (program: Program) => {
    programs.push(program);
    return program;
  };
  const open = async (databaseName: string): Promise<OpenDatabase> => {
    const url = new URL(`/${databaseName}`, server.url).href;
    await migrate(url);
    const pools = openPools(url);
    opened.add(pools);
    const close = () => {
      opened.delete(pools);
      return pools.close();
    };
    return { url, pools: { ...pools, close } };
  };
  const openDatabase = async (databaseName: string) => {
    await createDatabase(server.url, databaseName);
    return open(databaseName);
  };
  try {
    const measured = await work({
      dataDir,
      print,
      keep,
      openDatabase,
      openMarket: async (databaseName, rounds) => {
        const isKept = folder !== undefined && (await hasMarket(server.url, databaseName, rounds));
        const database = await (isKept ? open : openDatabase)(databaseName);
        // A kept market may lack a current ranking snapshot.
        if (isKept) await refreshMetrics(database.pools.jobs, new Date());
        else await fillMarket(database.pools.jobs, rounds);
        return database;
      },
      startService: async (url, settings) =>
        keep(await startService({ ...own, DATABASE_URL: url, DEMO: "0", ...settings }, SHOWN)),
      startDashboard: async ({ url }, settings) =>
        keep(await startDashboard({ ...own, API_INTERNAL_URL: url, ...settings }, SHOWN)),
    });
    if (measured !== undefined) {
      const metrics = [...measured, measureMachineLoad()];
      console.table(metrics.map(toRow));
      writeResults(name, { options, metrics });
    }
  } finally {
    for (const program of programs.reverse()) await program.stop();
    for (const pools of opened) await pools.close();
    await server.close();
    if (server.location !== null && folder === undefined) rmSync(server.location, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function createDatabase(adminUrl: string, name: string): Promise<void> {
  await withClient(adminUrl, async (admin) => {
    // Connections that are closing are waited for: ending them would be an error of a client that nobody listens to any more.
    await admin.query(`drop database if exists ${name}`);
    await admin.query(`create database ${name} template template0 encoding 'UTF8'`);
  });
}

/** Tells whether there is a database of so many rounds, or of a few more, which benchmarks add. */
async function hasMarket(adminUrl: string, name: string, rounds: number): Promise<boolean> {
  const exists = "select from pg_database where datname = $1";
  const found = await withClient(adminUrl, (admin) => admin.query(exists, [name]));
  if (found.rowCount === 0) return false;
  const { rows } = await withClient(new URL(`/${name}`, adminUrl).href, (client) =>
    client.query<{ total: number }>("select total::float8 as total from feeds where feed = 'funding_events'"),
  );
  const total = rows[0]?.total ?? 0;
  return total >= rounds && total < 1.2 * rounds;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
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

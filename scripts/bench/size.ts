/**
 * Runs `npm run bench -- size`: the table of sizes in docs/operations.md. For 10,000, 100,000 and 1,000,000 events it measures the
 * database, starts and memory of both programs, pages from memory and read again, a page of the dashboard, and an import.
 */
import { createWriteStream, mkdirSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import type { Program } from "../test-runner/built-programs";
import { roundLines } from "./harness/import-lines";
import { type Load, measurePaced, type Request } from "./harness/load";
import { type Metric, round } from "./harness/metric";
import type { BenchOptions } from "./harness/options";
import { peakMemoryMB, runProgram, untilLoaded } from "./harness/programs";
import { type Installation, measureMachineLoad, runBench } from "./harness/run-bench";
import { openAccount, openPerson } from "./harness/workspaces";

const SIZES = [10_000, 100_000, 1_000_000];
const MB = 1024 * 1024;
const CONNECTIONS = 8;
/** Pages of the service, and of the dashboard, that are read a second. */
const RATES = { service: 50, dashboard: 5 };
const WARM_UP_SECONDS = 3;
const PAGE = `${FEEDS.funding.path}?limit=20`;

export async function benchSize(options: BenchOptions<"size">): Promise<void> {
  await runBench("size", options, async (installation) => {
    const metrics: Metric[] = [];
    for (const events of SIZES.filter((size) => nameSize(size).includes(options.only)))
      metrics.push(...(await measureSize(installation, events, options)));
    return metrics;
  });
}

function nameSize(events: number): string {
  return events.toLocaleString("en-US");
}

async function measureSize(
  installation: Installation,
  events: number,
  { seconds, rounds }: { readonly seconds: number; readonly rounds: number },
): Promise<Metric[]> {
  const { print, startDashboard } = installation;
  const metrics: Metric[] = [];
  const add = (what: string, value: number) => {
    const metric = { what: `${nameSize(events)} events: ${what}`, value };
    metrics.push(metric);
    print(`${metric.what}: ${value}`);
  };
  const { url, pools } = await installation.openMarket("bench_size", events);
  const { rows } = await pools.jobs.query<{ bytes: number }>(
    "select pg_database_size(current_database())::float8 as bytes",
  );
  add("database, MB", round((rows[0]?.bytes ?? 0) / MB));
  const { key } = await openAccount(pools.main, `bench ${events}`);
  const { cookie } = await openPerson(pools.main, `bench of a person ${events}`);

  // Each size has its own columns of feeds in it.
  const dataDir = path.join(installation.dataDir, String(events));
  mkdirSync(dataDir);
  const start = async (settings = {}) => {
    const startedAt = performance.now();
    const service = await installation.startService(url, { DATA_DIR: dataDir, RATE_LIMIT_FACTOR: "9999", ...settings });
    const readyAt = performance.now();
    await untilLoaded(service.url);
    return { service, ready: readyAt - startedAt, loaded: performance.now() - startedAt };
  };
  const first = await start();
  add("start until ready, s", round(first.ready / 1_000, 1));
  add("start until the feeds are in memory, from the database, s", round(first.loaded / 1_000, 1));
  await first.service.stop();
  const second = await start();
  add("the same from the files of an earlier start, s", round(second.loaded / 1_000, 1));

  const page = { path: PAGE, headers: { [API_KEY_HEADER]: key } };
  const read = async (what: string, { url: at }: Program, request: Request, rate: number) => {
    const load = (duration: number): Load => {
      return { url: at, requests: [request], connections: CONNECTIONS, seconds: duration };
    };
    await measurePaced(load(WARM_UP_SECONDS), rate);
    const { p50, p95 } = await measurePaced(load(seconds), rate);
    add(`${what}, p50, ms`, round(p50, 1));
    add(`${what}, p95, ms`, round(p95, 1));
  };
  await read("page of 20 from memory", second.service, page, RATES.service);
  // Pages that are read from a replica are not cached.
  const uncached = await start({ DATABASE_REPLICA_URL: url });
  await read("page of 20 read again", uncached.service, page, RATES.service);
  await uncached.service.stop();
  const dashboard = await startDashboard(second.service, { DATA_DIR: dataDir, RATE_LIMIT_FACTOR: "9999" });
  const ofPerson = { path: "/funding", headers: { Cookie: cookie } };
  await read("page of the dashboard", dashboard, ofPerson, RATES.dashboard);

  const file = path.join(dataDir, "rounds.csv");
  await pipeline(Readable.from(roundLines(rounds, rounds)), createWriteStream(file));
  const { json } = await runProgram<{ rows: { read: number }; seconds: number }>("import", [file], {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
  });
  add("import meanwhile, rounds a second", Math.round(json.rows.read / json.seconds));
  add("peak memory of the service, MB", peakMemoryMB(second.service.child));
  add("peak memory of the dashboard, MB", peakMemoryMB(dashboard.child));
  metrics.push(measureMachineLoad(`${nameSize(events)} events: load average`));
  await dashboard.stop();
  await second.service.stop();
  // The database of the next size replaces this one.
  await pools.close();
  return metrics;
}

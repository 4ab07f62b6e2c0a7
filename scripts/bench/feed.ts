/**
 * `npm run bench -- feed`: lists, searches, totals and timelines through HTTP with key, metering and validation, beside a
 * bare server that runs the same final statements, at 10,000 and at many events, in one run: rounds alternate between all
 * of them. The service is measured twice, with its memory for pages and without, because a page that is requested again
 * and again comes from memory and shows nothing about a page that no one requested before.
 */
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createKey } from "@/service/accounts/keys";
import { createWorkspace, updateWorkspace } from "@/service/accounts/workspaces";
import { openDatabaseServer } from "@/service/store/database-server";
import { migrate } from "@/service/store/migrate";
import { openPools, type Pools } from "@/service/store/pools";
import { createDatabase } from "./database";
import { fillMarket } from "./feed-data";
import { type Load, type Measured, measure, medianOf } from "./load";
import { type BenchOptions, readOptions } from "./options";
import { measurePaced } from "./paced";
import { type Account, type Prepared, prepare } from "./prepare";
import { BENCH_SECRET, end, type Program, peakMemoryMB, startBare, startService } from "./programs";
import { writeResults } from "./results";
import { SHAPES, type Shape } from "./shapes";

const WORKSPACES = 16;
const CONNECTIONS = 64;
const SMALL = 10_000;
/** More credits and requests than any run can use. */
const UNLIMITED = 1_000_000_000;
/** Not counted: until code is compiled on all sides, and before each shape until plans and caches are warm. */
const FIRST_SECONDS = 6;
const WARM_UP_SECONDS = 1;
/** The rate at which latencies are reported beside those under full load, in requests per second. */
const STEADY_RATE = 200;

const SERVERS = ["service", "uncached", "bare"] as const;
type Server = (typeof SERVERS)[number];

interface Side {
  readonly events: number;
  readonly servers: Readonly<Record<Server, Program>>;
  readonly prepared: ReadonlyMap<Shape, Prepared>;
}

type Print = (sentence: string) => void;

export async function benchFeed(args: readonly string[]): Promise<void> {
  const options = readOptions("feed", args);
  const shapes = SHAPES.filter((shape) => shape.name.includes(options.only ?? ""));
  const print: Print = (sentence) => process.stderr.write(`${sentence}\n`);
  const stops: (() => Promise<void>)[] = [];
  try {
    const sides: Side[] = [];
    for (const events of [SMALL, options.events]) {
      // A database server for each side: the programs of both need more connections than one embedded server allows.
      const { url, dataDir } = await openServer(stops, print);
      sides.push(await openSide(url, events, shapes, dataDir, stops, print));
    }
    const rows = await run(sides, shapes, options, print);
    const memory = sides.map((side) => ({ events: side.events, serviceMB: peakMemoryMB(side.servers.service.child) }));
    report(rows, memory);
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

/** @param stops gets what stops the server again */
async function openServer(stops: (() => Promise<void>)[], log: Print): Promise<{ url: string; dataDir: string }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "dealflow-bench-"));
  const databaseUrl = process.env.DATABASE_URL || null;
  const server = await openDatabaseServer({ databaseUrl, dataDir, program: "bench", log });
  stops.push(async () => {
    await server.close();
    if (server.location !== null) rmSync(server.location, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { url: server.url, dataDir };
}

/**
 * A database with so many events, and all servers over it.
 *
 * @param stops gets what stops the servers again
 */
async function openSide(
  adminUrl: string,
  events: number,
  shapes: readonly Shape[],
  dataDir: string,
  stops: (() => Promise<void>)[],
  print: Print,
): Promise<Side> {
  const url = await createDatabase(adminUrl, `bench_${events}`);
  const pools = openPools(url);
  await migrate(url);
  const startedAt = performance.now();
  await fillMarket(pools.jobs, events);
  print(`${events.toLocaleString("en-US")} events in ${Math.round((performance.now() - startedAt) / 1000)} s`);

  const accounts = await openAccounts(pools);
  const prepared = new Map<Shape, Prepared>();
  for (const [number, shape] of shapes.entries())
    prepared.set(shape, await prepare(shape, number, pools, accounts, BENCH_SECRET));
  await pools.close();
  const bareShapes = [...prepared.values()].flatMap((one) => one.bareShapes);
  const stopLater = (program: Program): Program => {
    stops.push(() => end(program.child));
    return program;
  };
  return {
    events,
    prepared,
    servers: {
      service: stopLater(await startService(url, dataDir)),
      // Pages that are read from a replica are not cached.
      uncached: stopLater(await startService(url, dataDir, { DATABASE_REPLICA_URL: url })),
      bare: stopLater(await startBare(url, bareShapes)),
    },
  };
}

async function openAccounts({ main }: Pools): Promise<Account[]> {
  const accounts: Account[] = [];
  for (let index = 0; index < WORKSPACES; index++) {
    const workspace = await createWorkspace(main, `bench ${index}`, UNLIMITED, new Date());
    if (workspace === undefined) throw new Error("The benchmark's database was used before.");
    await updateWorkspace(main, workspace.id, { rate: UNLIMITED, burst: UNLIMITED });
    const { key } = await createKey(main, workspace.id, "bench", new Date());
    accounts.push({ workspaceId: workspace.id, key });
  }
  return accounts;
}

interface Row {
  readonly shape: Shape;
  readonly events: number;
  /** Under as much load as it can serve. */
  readonly full: Readonly<Record<Server, Measured>>;
  /** At the steady rate. */
  readonly steady: Measured;
}

async function run(
  sides: readonly Side[],
  shapes: readonly Shape[],
  { seconds, rounds }: BenchOptions<"feed">,
  print: Print,
): Promise<Row[]> {
  const rows: Row[] = [];
  const [first] = shapes;
  if (first !== undefined)
    for (const side of sides) for (const server of SERVERS) await measure(load(side, server, first, FIRST_SECONDS));
  for (const shape of shapes) {
    const found = sides.map((side) => ({
      side,
      full: { service: [], uncached: [], bare: [] } as Record<Server, Measured[]>,
      steady: [] as Measured[],
    }));
    for (let round = -1; round < rounds; round++)
      for (const { side, full, steady } of found) {
        for (const server of SERVERS) {
          const measured = await measure(load(side, server, shape, round < 0 ? WARM_UP_SECONDS : seconds));
          if (round >= 0) full[server].push(measured);
        }
        if (round >= 0) steady.push(await measurePaced(load(side, "uncached", shape, seconds), STEADY_RATE));
      }
    for (const { side, full, steady } of found) {
      const row = {
        shape,
        events: side.events,
        full: { service: medianOf(full.service), uncached: medianOf(full.uncached), bare: medianOf(full.bare) },
        steady: medianOf(steady),
      };
      rows.push(row);
      // Printed as it is measured: a run takes most of an hour, and may be stopped.
      print(
        `${shape.name}, ${row.events}: ${SERVERS.map((server) => `${server} ${Math.round(row.full[server].rate)}/s`)}`,
      );
    }
  }
  return rows;
}

function load(side: Side, server: Server, shape: Shape, seconds: number): Load {
  const prepared = side.prepared.get(shape);
  const requests = (server === "bare" ? prepared?.bare : prepared?.service) ?? [];
  return { url: side.servers[server].url, requests, connections: CONNECTIONS, seconds };
}

function report(rows: readonly Row[], memory: readonly { events: number; serviceMB: number }[]): void {
  const small = new Map(rows.filter((row) => row.events === SMALL).map((row) => [row.shape, row]));
  const table = rows.map(({ shape, events, full, steady }) => {
    const base = small.get(shape);
    return {
      shape: shape.name,
      events,
      "requests/s": Math.round(full.service.rate),
      "without memory": Math.round(full.uncached.rate),
      bare: Math.round(full.bare.rate),
      "of bare": round(full.service.rate / full.bare.rate),
      "of bare, without memory": round(full.uncached.rate / full.bare.rate),
      p50: round(full.uncached.p50),
      p95: round(full.uncached.p95),
      p99: round(full.uncached.p99),
      [`p50 at ${STEADY_RATE}/s`]: round(steady.p50),
      [`p95 at ${STEADY_RATE}/s`]: round(steady.p95),
      [`p99 at ${STEADY_RATE}/s`]: round(steady.p99),
      "p95 growth": base === undefined || events === SMALL ? "" : round(full.uncached.p95 / base.full.uncached.p95),
    };
  });
  console.table(table);
  for (const { events, serviceMB } of memory)
    console.log(`service memory at ${events.toLocaleString("en-US")} events: ${serviceMB} MB at its peak`);
  writeResults("feed", { table, memory });
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}

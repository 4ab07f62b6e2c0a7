/**
 * Runs `npm run bench -- feed`: compares lists, searches, totals and timelines through HTTP with key, metering and
 * validation to a bare server that runs the same final statements, at 10,000 and at many events, in one run: rounds
 * alternate between all of them. The service is measured with its memory for pages and without, because a page that is
 * requested repeatedly comes from memory and shows nothing about a page that no one requested before.
 */
import { openPools } from "@/service/store/pools";
import { fillMarket } from "../harness/feed-data";
import { getMedianRound, type Load, type Measured, measure, measurePaced } from "../harness/load";
import { round } from "../harness/metric";
import { type BenchOptions, readOptions } from "../harness/options";
import { BENCH_SECRET, end, type Program, peakMemoryMB, startBare } from "../harness/programs";
import { type Installation, withInstallation, writeResults } from "../harness/run-bench";
import { type Account, openAccount } from "../harness/workspaces";
import { type Prepared, prepare } from "./prepare";
import { SHAPES, type Shape } from "./shapes";

const WORKSPACES = 16;
const CONNECTIONS = 64;
const SMALL = 10_000;
/** These seconds are not counted: code is compiled first, and then plans and caches get warm for each shape. */
const FIRST_SECONDS = 6;
const WARM_UP_SECONDS = 1;
/** Latencies are reported at this rate as well as under full load, in requests per second. */
const STEADY_RATE = 200;

const SERVERS = ["service", "uncached", "bare"] as const;
type Server = (typeof SERVERS)[number];

interface Side {
  readonly events: number;
  readonly servers: Readonly<Record<Server, Program>>;
  readonly prepared: ReadonlyMap<Shape, Prepared>;
}

export async function benchFeed(args: readonly string[]): Promise<void> {
  const options = readOptions("feed", args);
  const shapes = SHAPES.filter((shape) => shape.name.includes(options.only ?? ""));
  // Each side has a database server: the programs of both need more connections than one embedded server allows.
  await withInstallation("feed", {}, (small) =>
    withInstallation("feed", {}, async (large) => {
      const sides: Side[] = [];
      try {
        sides.push(await openSide(small, SMALL, shapes));
        sides.push(await openSide(large, options.events, shapes));
        const rows = await run(sides, shapes, options, large.print);
        const memory = sides.map((side) => ({
          events: side.events,
          serviceMB: peakMemoryMB(side.servers.service.child),
        }));
        report(rows, memory);
      } finally {
        for (const { servers } of sides) await end(servers.bare.child);
      }
    }),
  );
}

/** Opens a database with this many events, and all servers over it. */
async function openSide(
  { createDatabase, startService, print }: Installation,
  events: number,
  shapes: readonly Shape[],
): Promise<Side> {
  const url = await createDatabase(`bench_${events}`);
  // The pools close before anything is measured.
  const pools = openPools(url);
  const startedAt = performance.now();
  await fillMarket(pools.jobs, events);
  print(`${events.toLocaleString("en-US")} events in ${Math.round((performance.now() - startedAt) / 1000)} s`);

  const accounts: Account[] = [];
  for (let index = 0; index < WORKSPACES; index++) accounts.push(await openAccount(pools.main, `bench ${index}`));
  const prepared = new Map<Shape, Prepared>();
  for (const [number, shape] of shapes.entries())
    prepared.set(shape, await prepare(shape, number, pools, accounts, BENCH_SECRET));
  await pools.close();
  const bareShapes = [...prepared.values()].flatMap((one) => one.bareShapes);
  return {
    events,
    prepared,
    servers: {
      service: await startService(url),
      // Pages that are read from a replica are not cached.
      uncached: await startService(url, { DATABASE_REPLICA_URL: url }),
      bare: await startBare(url, bareShapes),
    },
  };
}

interface Row {
  readonly shape: Shape;
  readonly events: number;
  /** Each server is measured under as much load as it can serve. */
  readonly full: Readonly<Record<Server, Measured>>;
  readonly steady: Measured;
}

async function run(
  sides: readonly Side[],
  shapes: readonly Shape[],
  { seconds, rounds }: BenchOptions<"feed">,
  print: (sentence: string) => void,
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
    for (let turn = -1; turn < rounds; turn++)
      for (const { side, full, steady } of found) {
        for (const server of SERVERS) {
          const measured = await measure(load(side, server, shape, turn < 0 ? WARM_UP_SECONDS : seconds));
          if (turn >= 0) full[server].push(measured);
        }
        if (turn >= 0) steady.push(await measurePaced(load(side, "uncached", shape, seconds), STEADY_RATE));
      }
    for (const { side, full, steady } of found) {
      const row = {
        shape,
        events: side.events,
        full: {
          service: getMedianRound(full.service),
          uncached: getMedianRound(full.uncached),
          bare: getMedianRound(full.bare),
        },
        steady: getMedianRound(steady),
      };
      rows.push(row);
      // Results are printed as they are measured: a run takes most of an hour, and may be stopped.
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
      "of bare": round(full.service.rate / full.bare.rate, 2),
      "of bare, without memory": round(full.uncached.rate / full.bare.rate, 2),
      p50: round(full.uncached.p50, 2),
      p95: round(full.uncached.p95, 2),
      p99: round(full.uncached.p99, 2),
      [`p50 at ${STEADY_RATE}/s`]: round(steady.p50, 2),
      [`p95 at ${STEADY_RATE}/s`]: round(steady.p95, 2),
      [`p99 at ${STEADY_RATE}/s`]: round(steady.p99, 2),
      "p95 growth": base === undefined || events === SMALL ? "" : round(full.uncached.p95 / base.full.uncached.p95, 2),
    };
  });
  console.table(table);
  for (const { events, serviceMB } of memory)
    console.log(`service memory at ${events.toLocaleString("en-US")} events: ${serviceMB} MB at its peak`);
  writeResults("feed", { table, memory });
}

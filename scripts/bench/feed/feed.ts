/**
 * Runs `npm run bench -- feed`: compares lists, searches, totals and timelines through HTTP with key, metering and
 * validation to a bare server that runs the same final statements, in one run: rounds alternate between all servers.
 * The service is measured with its memory for pages and without, because a page that is requested repeatedly comes from
 * memory and shows nothing about a page that no one requested before.
 */
import type { Program } from "../../test-runner/built-programs";
import { getMedianRound, inTurn, type Load, type Measured, measure, measurePaced } from "../harness/load";
import { round } from "../harness/metric";
import type { BenchOptions } from "../harness/options";
import { BENCH_SECRET, peakMemoryMB, startBare, untilLoaded } from "../harness/programs";
import { type Installation, runBench, writeResults } from "../harness/run-bench";
import { type Account, openAccount } from "../harness/workspaces";
import { type Prepared, prepare } from "./prepare";
import { SHAPES, type Shape } from "./shapes";

const WORKSPACES = 16;
const CONNECTIONS = 64;
/** These seconds are not counted: code is compiled first, and then plans and caches get warm for each shape. */
const FIRST_SECONDS = 6;
const WARM_UP_SECONDS = 1;
/** Latencies are reported at this rate as well as under full load, in requests per second. */
const STEADY_RATE = 200;

const SERVERS = ["service", "uncached", "bare"] as const;
type Server = (typeof SERVERS)[number];

interface Stage {
  readonly servers: Readonly<Record<Server, Program>>;
  readonly prepared: ReadonlyMap<Shape, Prepared>;
}

export async function benchFeed(options: BenchOptions<"feed">): Promise<void> {
  const shapes = SHAPES.filter((shape) => shape.name.includes(options.only));
  await runBench("feed", options, async (installation) => {
    const stage = await openStage(installation, options.events, shapes);
    const rows = await run(stage, shapes, options, installation.print);
    report(rows, peakMemoryMB(stage.servers.service.child));
    return undefined;
  });
}

/** Fills a database, and opens all servers over it. */
async function openStage(
  { openMarket, startService, keep, print }: Installation,
  events: number,
  shapes: readonly Shape[],
): Promise<Stage> {
  const startedAt = performance.now();
  const { url, pools } = await openMarket("bench_feed", events);
  print(`${events.toLocaleString("en-US")} events in ${Math.round((performance.now() - startedAt) / 1000)} s`);

  const accounts: Account[] = [];
  for (let index = 0; index < WORKSPACES; index++) accounts.push(await openAccount(pools.main, `bench ${index}`));
  const prepared = new Map<Shape, Prepared>();
  for (const [number, shape] of shapes.entries())
    prepared.set(shape, await prepare(shape, number, pools, accounts, BENCH_SECRET));
  await pools.close();
  const bareShapes = [...prepared.values()].flatMap(({ bare }) => bare);
  const service = await startService(url);
  // Pages that are read from a replica are not cached.
  const uncached = await startService(url, { DATABASE_REPLICA_URL: url });
  // Reading 10,000,000 rounds for their counts takes a core for a minute.
  for (const one of [service, uncached]) await untilLoaded(one.url);
  return {
    prepared,
    servers: {
      service,
      uncached,
      bare: keep(await startBare(url, bareShapes)),
    },
  };
}

/** Each server is measured under as much load as it can serve; `steady` is the uncached one at an even pace. */
interface Row extends Readonly<Record<Server | "steady", Measured>> {
  readonly shape: Shape;
}

async function run(
  stage: Stage,
  shapes: readonly Shape[],
  { seconds, rounds }: BenchOptions<"feed">,
  print: (sentence: string) => void,
): Promise<Row[]> {
  const [first] = shapes;
  if (first !== undefined) for (const server of SERVERS) await measure(getLoad(stage, server, first, FIRST_SECONDS));
  const rows: Row[] = [];
  for (const shape of shapes) {
    const full = (server: Server) => (warmsUp: boolean) =>
      measure(getLoad(stage, server, shape, warmsUp ? WARM_UP_SECONDS : seconds));
    const found = await inTurn(rounds, {
      service: full("service"),
      uncached: full("uncached"),
      bare: full("bare"),
      steady: (warmsUp) =>
        measurePaced(getLoad(stage, "uncached", shape, warmsUp ? WARM_UP_SECONDS : seconds), STEADY_RATE),
    });
    const row = {
      shape,
      service: getMedianRound(found.service),
      uncached: getMedianRound(found.uncached),
      bare: getMedianRound(found.bare),
      steady: getMedianRound(found.steady),
    };
    rows.push(row);
    // Results are printed as they are measured: a run takes half an hour, and may be stopped.
    print(`${shape.name}: ${SERVERS.map((server) => `${server} ${Math.round(row[server].rate)}/s`)}`);
  }
  return rows;
}

function getLoad({ prepared, servers }: Stage, server: Server, shape: Shape, seconds: number): Load {
  const { service = [], bare = [] } = prepared.get(shape) ?? {};
  const requests = server === "bare" ? bare.map(({ path }) => ({ path })) : service;
  return { url: servers[server].url, requests, connections: CONNECTIONS, seconds };
}

function report(rows: readonly Row[], serviceMB: number): void {
  const table = rows.map(({ shape, service, uncached, bare, steady }) => ({
    shape: shape.name,
    "requests/s": Math.round(service.rate),
    "without memory": Math.round(uncached.rate),
    bare: Math.round(bare.rate),
    "of bare": round(service.rate / bare.rate, 2),
    "of bare, without memory": round(uncached.rate / bare.rate, 2),
    p50: round(uncached.p50, 2),
    p95: round(uncached.p95, 2),
    p99: round(uncached.p99, 2),
    [`p50 at ${STEADY_RATE}/s`]: round(steady.p50, 2),
    [`p95 at ${STEADY_RATE}/s`]: round(steady.p95, 2),
    [`p99 at ${STEADY_RATE}/s`]: round(steady.p99, 2),
  }));
  console.table(table);
  console.log(`service memory: ${serviceMB} MB at its peak`);
  writeResults("feed", { table, serviceMB });
}

/**
 * `npm run bench -- feed`: pages of funding events through HTTP with key, metering and validation, beside a bare server
 * that runs the same final statements, at 10,000 and at many events, in one run: rounds alternate between all four.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { createKey } from "@/service/accounts/keys";
import { createWorkspace } from "@/service/accounts/workspaces";
import { openDatabaseServer } from "@/service/store/database-server";
import { migrate } from "@/service/store/migrate";
import { openPools } from "@/service/store/pools";
import { fillFunding } from "./feed-data";
import { type Measured, measure, medianOf } from "./load";
import { readFeedOptions } from "./options";
import { end, type Program, peakMemoryMB, startBare, startService } from "./programs";
import { type Account, type Prepared, prepare, SHAPES, type Shape } from "./shapes";

const RESULTS = path.resolve(import.meta.dirname, "../../bench-results");
const SECRET = "the benchmark's own secret, never used elsewhere";
const WORKSPACES = 16;
const CONNECTIONS = 16;
const SMALL = 10_000;
/** More credits than any run can use. */
const CREDITS = 1_000_000_000;
/** Not counted: until code is compiled on all sides, and before each shape until plans and caches are warm. */
const FIRST_SECONDS = 10;
const WARM_UP_SECONDS = 3;

interface Side {
  readonly events: number;
  readonly service: Program;
  readonly bare: Program;
  readonly requests: ReadonlyMap<Shape, Prepared>;
}

type Say = (sentence: string) => void;

export async function benchFeed(words: readonly string[]): Promise<void> {
  const options = readFeedOptions(words);
  const say: Say = (sentence) => process.stderr.write(`${sentence}\n`);
  const dataDir = await mkdtemp(path.join(tmpdir(), "dealflow-bench-"));
  const databaseUrl = process.env.DATABASE_URL || null;
  const server = await openDatabaseServer({ databaseUrl, dataDir, program: "bench", log: say });
  const sides: Side[] = [];
  try {
    for (const events of [SMALL, options.events]) sides.push(await openSide(server.url, events, dataDir, say));
    const rows = await run(sides, options.seconds, options.rounds, say);
    const memory = sides.map((side) => ({ events: side.events, serviceMB: peakMemoryMB(side.service.child) }));
    report(rows, memory);
  } finally {
    for (const side of sides) for (const program of [side.service, side.bare]) await end(program.child);
    await server.close();
    if (server.place !== null) rmSync(server.place, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A database with so many events, and both servers over it. */
async function openSide(adminUrl: string, events: number, dataDir: string, say: Say): Promise<Side> {
  const name = `bench_${events}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name} template template0 encoding 'UTF8'`);
  await admin.end();
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const pools = openPools(url.href);
  await migrate(pools.main);
  const startedAt = performance.now();
  await fillFunding(pools.main, events, say);
  say(`${events.toLocaleString("en-US")} events in ${Math.round((performance.now() - startedAt) / 1000)} s`);

  const accounts: Account[] = [];
  for (let index = 0; index < WORKSPACES; index++) {
    const workspace = await createWorkspace(pools.main, `bench ${index}`, CREDITS, new Date());
    if (workspace === undefined) throw new Error("The benchmark's database was used before.");
    const { key } = await createKey(pools.main, workspace.id, "bench", new Date());
    accounts.push({ workspaceId: workspace.id, key });
  }
  const requests = new Map<Shape, Prepared>();
  for (const shape of SHAPES) requests.set(shape, await prepare(shape, pools, events, accounts, SECRET));
  await pools.close();
  const bareShapes = [...requests.values()].flatMap((prepared) => prepared.bareShapes);
  return {
    events,
    requests,
    service: await startService(url.href, dataDir, SECRET),
    bare: await startBare(url.href, bareShapes),
  };
}

interface Row {
  readonly shape: Shape;
  readonly events: number;
  readonly service: Measured;
  readonly bare: Measured;
}

async function run(sides: readonly Side[], seconds: number, rounds: number, say: Say): Promise<Row[]> {
  const rows: Row[] = [];
  await warmUp(sides);
  for (const shape of SHAPES) {
    const found = sides.map((side) => ({ side, service: [] as Measured[], bare: [] as Measured[] }));
    for (let round = -1; round < rounds; round++)
      for (const { side, service, bare } of found)
        for (const [which, into] of [
          ["service", service],
          ["bare", bare],
        ] as const) {
          const measured = await measure({
            url: side[which].url,
            requests: side.requests.get(shape)?.[which] ?? [],
            connections: CONNECTIONS,
            seconds: round < 0 ? WARM_UP_SECONDS : seconds,
          });
          if (round >= 0) into.push(measured);
        }
    for (const { side, service, bare } of found)
      rows.push({ shape, events: side.events, service: medianOf(service), bare: medianOf(bare) });
    say(`measured: ${shape.name}`);
  }
  return rows;
}

async function warmUp(sides: readonly Side[]): Promise<void> {
  const [shape] = SHAPES;
  if (shape === undefined) return;
  for (const side of sides)
    for (const which of ["service", "bare"] as const)
      await measure({
        url: side[which].url,
        requests: side.requests.get(shape)?.[which] ?? [],
        connections: CONNECTIONS,
        seconds: FIRST_SECONDS,
      });
}

function report(rows: readonly Row[], memory: readonly { events: number; serviceMB: number }[]): void {
  const small = new Map(rows.filter((row) => row.events === SMALL).map((row) => [row.shape, row]));
  const table = rows.map((row) => {
    const base = small.get(row.shape);
    return {
      shape: row.shape.name,
      events: row.events,
      "requests/s": Math.round(row.service.rate),
      p50: round(row.service.p50),
      p95: round(row.service.p95),
      p99: round(row.service.p99),
      "bare requests/s": Math.round(row.bare.rate),
      "bare p95": round(row.bare.p95),
      "of bare": round(row.service.rate / row.bare.rate),
      "p95 growth": base === undefined || row.events === SMALL ? "" : round(row.service.p95 / base.service.p95),
    };
  });
  console.table(table);
  for (const { events, serviceMB } of memory)
    console.log(`service memory at ${events.toLocaleString("en-US")} events: ${serviceMB} MB at its peak`);
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(path.join(RESULTS, "feed.json"), `${JSON.stringify({ table, memory }, null, 2)}\n`);
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}

/** Puts an installation of the product under load, and injects faults. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Chance } from "@/service/ingest/demo/random";
import { processStart } from "@/service/store/embedded/process-identity.mjs";
import { openEmbeddedServer } from "@/service/store/embedded/server";
import { checkLedger } from "../history/ledger-check";
import type { Cleanup } from "./command";
import { Database } from "./database";
import type { Fault, FaultContext, Scheduled } from "./faults";
import { waitUntilHealthy } from "./health";
import { Load } from "./load";
import { prepareLoad } from "./prepare";
import { Programs } from "./programs";
import { PostgresProxy } from "./proxy";
import { isDuring, printTrial, type RunResult, seconds, type Trial } from "./report";
import type { Attempt } from "./requests";
import { mountSmallDisk } from "./small-disk";
import { pids, tryFault } from "./trial";

const SECRET = "a secret of the fault tests, long enough";
/** The load runs undisturbed for this long between two faults (ms). */
const QUIET_MS = 300;

interface StageOptions {
  readonly title: string;
  /** The service reaches a PostgreSQL of the test through a proxy; otherwise it runs the embedded one itself. */
  readonly proxied: boolean;
  readonly kinds: readonly Fault[];
  /** Chooses among the kinds that can be made here. */
  readonly schedule: (possible: readonly Fault[]) => readonly Scheduled[];
  /** Draws the requests of the load. */
  readonly chance: Chance;
  /** The rate is in requests per second. */
  readonly rate: number;
  readonly cleanup: Cleanup;
}

export async function runStage(options: StageOptions): Promise<RunResult> {
  const { proxied, cleanup } = options;
  const base = mkdtempSync(join(tmpdir(), "dealflow-faults-"));
  chmodSync(base, 0o755);
  const disk = mountSmallDisk(base);
  cleanup.add(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }));
  if (disk !== undefined) cleanup.add(disk.remove);
  try {
    const folder = disk?.folder ?? base;
    const [dataDir, databaseDir] = [join(folder, "data"), join(folder, "database")];
    const database = new Database(proxied ? databaseDir : dataDir, "dealflow");
    let proxy: PostgresProxy | undefined;
    if (proxied) {
      const server = await openEmbeddedServer({
        dataDir: databaseDir,
        program: "faults",
        log: () => undefined,
        onLost: console.log,
      });
      cleanup.add(server.close);
      const { port } = database;
      proxy = await PostgresProxy.open(() => port);
      cleanup.add(() => proxy?.close());
    }
    mkdirSync(dataDir, { recursive: true });
    const programs = await Programs.prepare({
      // No limit rejects a client that repeats a request that a fault has cut.
      ...{ DATA_DIR: dataDir, DEMO: "0", SECRET, LOG_LEVEL: "error", RATE_LIMIT_FACTOR: "10" },
      // Where every delivery is charged, each response is compared with its charge: its number of records.
      PAY_ONCE_DAYS: proxied ? "0" : "",
      ...(proxy === undefined ? {} : { DATABASE_URL: database.url(proxy.port) }),
    });
    cleanup.add(() => programs.stop());
    await programs.start();
    return await underLoad(options, { programs, database, proxy, disk });
  } finally {
    await cleanup.run();
  }
}

async function underLoad(options: StageOptions, context: FaultContext): Promise<RunResult> {
  const { title, kinds, rate, chance } = options;
  const { programs, database } = context;
  const { accounts, probe, companies } = await prepareLoad(database.url(), SECRET);
  const paysOnce = !options.proxied;
  const load = new Load({ services: [programs.service], accounts, companies, rate, chance, paysOnce });

  const missing = kinds.flatMap(({ name, unavailableReason: why }) => {
    const reason = why?.(context);
    return reason === undefined ? [] : [{ name, reason }];
  });
  const faults = options.schedule(kinds.filter(({ name }) => !missing.some((one) => one.name === name)));
  const trials: Trial[] = [];
  load.start();
  await delay(QUIET_MS);
  for (const [index, scheduled] of faults.entries()) {
    const trial = await tryFault(context, scheduled, probe);
    trials.push(trial);
    printTrial(trial, `${index + 1}/${faults.length}, healthy after ${seconds(trial.healthyMs)}`);
    if (context.disk !== undefined) await database.checkpoint();
    await delay(QUIET_MS);
  }
  await load.stop();
  await waitUntilHealthy(programs, probe, () => []);
  const { history, attempts } = load;
  const { checks, lines, entries } = await database.withClient((client) => checkLedger(client, history, { paysOnce }));
  return {
    ...{ title, history, entries, faults: trials, lines },
    checks: [
      ...checks,
      {
        title: "connections of clients break only when the service is killed",
        contradictions: strangeLosses(
          trials.filter((_, index) => faults[index]?.fault.ends?.includes("service")),
          attempts,
          trials[0]?.from,
        ),
      },
      load.checkRate(),
      {
        title: "npm start stops with exit code 0 and leaves no process behind",
        contradictions: await stopping(context),
      },
    ],
    notRun: missing.map(({ name, reason }) => `"${name}" was not run, because ${reason}.`),
  };
}

function strangeLosses(kills: readonly Trial[], attempts: readonly Attempt[], firstFault = 0): string[] {
  return attempts
    .filter((attempt) => attempt.status === 0 && !kills.some((kill) => isDuring(attempt, kill)))
    .map(
      ({ account, startedAt }) =>
        `a request of ${account.name}, ${seconds(startedAt - firstFault)} after the first fault`,
    );
}

/** The PostgreSQL of the test itself is stopped later. */
async function stopping(context: FaultContext): Promise<string[]> {
  const { launcher, postmaster, ...programs } = pids(context);
  const code = await context.programs.stop();
  const left = Object.entries(context.proxy === undefined ? { ...programs, postmaster } : programs).flatMap(
    ([name, pid]) => (pid !== undefined && processStart(pid) !== null ? [`the ${name} still runs`] : []),
  );
  return code === 0 && launcher !== undefined ? left : [`npm start ended with ${code}`, ...left];
}

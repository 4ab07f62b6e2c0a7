/**
 * Upgrades two services behind HAProxy one after the other, from an earlier version to this one and then to this one again, while
 * both are under load. No request may fail.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Chance } from "@/service/ingest/demo/random";
import { openEmbeddedServer } from "@/service/store/embedded/server";
import { repeatWhileLocked } from "@/service/store/migrate";
import { bundleFile, ensureBuilt } from "../build.mjs";
import { ReadProbe, withReads } from "../cluster/availability";
import { ClusterProcess } from "../cluster/process";
import type { Cleanup } from "../faults/command";
import { Database } from "../faults/database";
import { isFinal, Load } from "../faults/load";
import type { prepareLoad } from "../faults/prepare";
import { printTrial, type RunResult, seconds, type Trial } from "../faults/report";
import type { Attempt } from "../faults/requests";
import { checkLedger } from "../history/ledger-check";
import { type Program, startService } from "../test-runner/built-programs";
import { freePort } from "../test-runner/free-port";
import { ensureProgram, HAPROXY } from "../test-runner/system-programs.mjs";
import { isOk, waitUntil } from "../test-runner/wait-until";
import { buildPreviousVersion, findPreviousCommit, runIn } from "./previous-version";

export const ROLLING_UPGRADE = "rolling-upgrade";
/** This is the default rate, in requests per second. */
export const UPGRADE_RATE = 50;
const SECRET = "a secret of the upgrade tests, long enough";
/** HAProxy takes a service out after two failed checks, 0.7 s. */
const SHUTDOWN_DELAY_S = 2;
/** A stop may take this long (ms): the delay, and the requests in progress. */
const STOPPED_WITHIN_MS = SHUTDOWN_DELAY_S * 1_000 + 5_000;
const WHOLE_WITHIN_MS = 60_000;
/** HAProxy gives a new service its full share after this (ms). */
const QUIET_MS = 5_000;
/** Processes that have just started are slow. */
const RAMP_MS = 5_000;
const BETWEEN_MS = 50;

interface UpgradeOptions {
  /** The earlier version is at this reference of Git; by default the newest commit whose service differs. */
  readonly from: string | undefined;
  readonly chance: Chance;
  readonly rate: number;
  readonly cleanup: Cleanup;
}

/** Reports that it was not run where Git, HAProxy or the earlier version is missing. */
export async function runRollingUpgrade(options: UpgradeOptions): Promise<RunResult> {
  const { cleanup } = options;
  let [haproxy, commit]: string[] = [];
  try {
    [haproxy, commit] = [ensureProgram(HAPROXY), findPreviousCommit(options.from)];
  } catch (error) {
    const reason = `"${ROLLING_UPGRADE}" was not run: ${error instanceof Error ? error.message : String(error)}`;
    const history = { accounts: [], attempts: [], keyed: [] };
    return { title: "Rolling upgrade", history, entries: [], faults: [], checks: [], lines: [], notRun: [reason] };
  }
  const base = mkdtempSync(join(tmpdir(), "dealflow-upgrade-"));
  // PostgreSQL's user passes through when root runs this.
  chmodSync(base, 0o755);
  cleanup.add(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }));
  try {
    return await upgrade(options, haproxy, commit, base);
  } finally {
    await cleanup.run();
  }
}

async function upgrade(
  { chance, rate, cleanup }: UpgradeOptions,
  haproxy: string,
  commit: string,
  base: string,
): Promise<RunResult> {
  console.log(`Building ${commit.slice(0, 8)} …`);
  await ensureBuilt("service");
  const previous = join(base, "previous");
  buildPreviousVersion(commit, previous);
  const dataDir = join(base, "database");
  const server = await openEmbeddedServer({ dataDir, program: "faults", log: () => undefined });
  cleanup.add(server.close);
  const database = new Database(dataDir, "dealflow");

  const [balancerPort, wholePort, ...servicePorts] = await Promise.all(Array.from({ length: 4 }, freePort));
  const settings = {
    ...{ DATABASE_URL: database.url(), DEMO: "0", SECRET, LOG_LEVEL: "error", RATE_LIMIT_FACTOR: "10" },
    SHUTDOWN_DELAY: String(SHUTDOWN_DELAY_S),
  };
  const services: Program[] = [];
  cleanup.add(() => Promise.all(services.map((service) => service.stop())));
  const start = async (index: number, bundle: string) => {
    const variables = { ...settings, DATA_DIR: join(base, `service${index}`) };
    services[index] = await startService(variables, { bundle, port: servicePorts[index], output: "shown" });
  };
  const balancer = new ClusterProcess({
    file: haproxy,
    args: ["-db", "-f", resolve(import.meta.dirname, "../../deploy/service/haproxy.cfg")],
    env: {
      ...{ ADDRESS: "127.0.0.1", PORT: String(balancerPort), WHOLE_PORT: String(wholePort) },
      ...Object.fromEntries(servicePorts.map((port, index) => [`SERVICE${index + 1}`, `127.0.0.1:${port}`])),
    },
    log: join(base, "haproxy.log"),
    user: undefined,
  });
  cleanup.add(() => balancer.end("SIGTERM"));
  const findProblem = async () =>
    (await isOk(`http://127.0.0.1:${wholePort}/`)) ? undefined : "HAProxy does not find both services ready";
  const waitUntilWhole = () => waitUntil(findProblem, WHOLE_WITHIN_MS, BETWEEN_MS);

  // One migrates the empty database, and the other finds it migrated.
  const earlier = join(previous, "dist", basename(bundleFile("service")));
  for (const index of servicePorts.keys()) await start(index, earlier);
  balancer.start();
  await waitUntilWhole();
  const { accounts, reader, companies } = prepareByVersion(previous, database.url());

  const url = `http://127.0.0.1:${balancerPort}`;
  const load = new Load({ services: [url], accounts, companies, rate, chance, paysOnce: true, rampMs: RAMP_MS });
  const reads = new ReadProbe([url], reader);
  const trials: Trial[] = [];
  const runStep = async (name: string, run: () => Promise<string[]>) => {
    const from = performance.now();
    const complaints = await run();
    const to = performance.now();
    const trial = { name, from, to, healthyMs: to - from, complaints };
    trials.push(trial);
    printTrial(trial, seconds(trial.healthyMs));
    await delay(QUIET_MS);
  };
  const replace = async (index: number, old: Program): Promise<string[]> => {
    const from = performance.now();
    await old.stop();
    const code = old.child.exitCode;
    const stoppedMs = performance.now() - from;
    await start(index, bundleFile("service"));
    await waitUntilWhole();
    return [
      ...(code === 0 ? [] : [`a service ended with ${code ?? "a signal"}`]),
      ...(stoppedMs <= STOPPED_WITHIN_MS ? [] : [`a service stopped only after ${seconds(stoppedMs)}`]),
    ];
  };
  const replaceAll = async (name: string) => {
    for (const [index, service] of services.entries()) await runStep(name, () => replace(index, service));
  };

  load.start();
  reads.start();
  await delay(RAMP_MS);
  await runStep("busy tables get a column", async () => {
    await database.withClient(addColumns);
    return [];
  });
  await replaceAll(`upgrade from ${commit.slice(0, 8)}`);
  await replaceAll("restart of this version");
  await load.stop();
  await reads.stop();

  const history = withReads(load.history, reads);
  const { attempts } = history;
  const { checks, lines, entries } = await database.withClient((client) =>
    checkLedger(client, history, { paysOnce: true }),
  );
  return {
    title: `Rolling upgrade from ${commit.slice(0, 8)}`,
    ...{ history, entries, faults: trials, lines, notRun: [] },
    checks: [
      {
        title: "no request fails",
        contradictions: attempts.filter((attempt) => !isFinal(attempt)).map(describeFailure),
      },
      ...checks,
      load.checkRate(),
    ],
  };
}

/** Lets the earlier version store what the load needs, since this one may write what its schema lacks. */
function prepareByVersion(folder: string, databaseUrl: string): Awaited<ReturnType<typeof prepareLoad>> {
  const source = `
    const { prepareLoad } = await import("./scripts/faults/prepare.ts");
    process.stdout.write(JSON.stringify(await prepareLoad(...process.argv.slice(-2))));`;
  return JSON.parse(runIn(folder, source, databaseUrl, SECRET));
}

/** Most requests read or write these tables. */
const BUSY_TABLES = ["workspaces", "members", "ledger", "companies", "funding_events"] as const;

/** Adds a column to busy tables, as migrations of later versions would. */
async function addColumns(client: pg.Client): Promise<void> {
  for (const table of BUSY_TABLES)
    await repeatWhileLocked(client, () =>
      client.query(`alter table ${table} add column of_a_later_version text not null default ''`),
    );
}

function describeFailure({ account, status, code, message, startedAt, endedAt }: Attempt): string {
  return `${account.name}: ${status} ${code} ${message} after ${seconds(endedAt - startedAt)}`;
}

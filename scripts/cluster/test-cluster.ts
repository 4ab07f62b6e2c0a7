/** Runs `npm run test:cluster`: three services on a cluster, under load, and what happens to its machines; then the ledger is checked. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Chance } from "@/service/ingest/demo/random";
import { parseOnlyOptions, UsageError } from "@/service/program-options";
import { FAULT_OPTIONS, readFaultOptions, runFaultCommand } from "../faults/command";
import { draw } from "../faults/faults";
import { Load } from "../faults/load";
import { prepareLoad } from "../faults/prepare";
import { printTrial, report, seconds, type Trial } from "../faults/report";
import { type History, writeHistory } from "../history/history";
import { type Check, checkLedger } from "../history/ledger-check";
import { type Program, startService } from "../test-runner/built-programs";
import { longestGap, ReadProbe, withReads } from "./availability";
import { type ClockReading, Cluster } from "./cluster";
import { CLUSTER_FAULTS } from "./cluster-faults";
import { checkRestore } from "./restore-check";

const HELP = `npm run test:cluster -- [--faults N] [--seed N] [--rate N] [--only <text>] [--log <file>] [--edn <file>]

Runs three services on a cluster of three nodes, behind PgBouncer and HAProxy, under load, and breaks its parts. Afterwards the
ledger must agree with the responses of every client, and so must a restore to an instant in the middle of the load.

--faults  number of faults (12, one of each kind, which takes about seven minutes)
--seed    determines their order (1)
--rate    requests per second (100)
--only    only kinds of fault whose name contains this text
--log     write every request and its response to a file, as JSON lines
--edn     write them to a file in the form of Jepsen, for Elle
`;

const SECRET = "a secret of the cluster's tests, long enough";
const RATE = 100;
const SERVICES = 3;
/** The load runs undisturbed for this long between two faults (ms). */
const QUIET_MS = 1_000;
const READS_MS = 2_000;
const WHOLE_WITHIN_MS = 90_000;
/** All services together use at most so many connections of PostgreSQL. */
const MOST_CONNECTIONS = 60;

await runFaultCommand(HELP, async (cleanup) => {
  const values = parseOnlyOptions(process.argv.slice(2), FAULT_OPTIONS);
  const { faults, seed, rate = RATE, only, ...files } = readFaultOptions(values);
  const named = CLUSTER_FAULTS.filter(({ name }) => name.includes(only));
  if (named.length === 0) throw new UsageError(`--only is "${only}", which is in no fault's name.`);
  const notRun = named.flatMap(({ name, unavailableReason }) => {
    const reason = unavailableReason?.();
    return reason === undefined ? [] : [`"${name}" was not run, because it ${reason}.`];
  });
  const kinds = named.filter(({ unavailableReason }) => unavailableReason?.() === undefined);
  if (kinds.length === 0) throw new Error("No fault can be made here.");
  const chance = new Chance(seed);
  const folder = mkdtempSync(join(tmpdir(), "dealflow-cluster-"));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  // PostgreSQL's user passes through when root runs this.
  chmodSync(folder, 0o755);
  const cluster = await Cluster.create(join(folder, "nodes"));
  cleanup.add(() => cluster.stop());
  console.log("Starting three nodes …");
  await cluster.start();
  const settings = { DEMO: "0", SECRET, LOG_LEVEL: "error", RATE_LIMIT_FACTOR: "10", ...cluster.settings };
  const services: Program[] = [];
  cleanup.add(() => Promise.all(services.map((service) => service.stop())));
  while (services.length < SERVICES)
    services.push(
      await startService({ ...settings, DATA_DIR: join(folder, `service${services.length}`) }, { output: "shown" }),
    );
  const { accounts, reader, companies } = await prepareLoad(cluster.settings.DATABASE_SESSION_URL, SECRET);

  const urls = services.map(({ url }) => url);
  // The load draws from its own source as often as it has time for, and the seed determines the faults.
  const load = new Load({ services: urls, accounts, companies, rate, chance: new Chance(seed + 1), paysOnce: true });
  const reads = new ReadProbe(urls, reader);
  load.start();
  reads.start();
  await delay(QUIET_MS);
  const trials: Trial[] = [];
  const drawn = draw(kinds, faults ?? kinds.length, chance);
  let middle: ClockReading | undefined;
  for (const fault of drawn) {
    const from = performance.now();
    const complaints = await fault
      .run(cluster, chance)
      .then(() => cluster.waitUntilWhole(WHOLE_WITHIN_MS))
      .then(
        () => [],
        (error: unknown) => [error instanceof Error ? error.message : String(error)],
      );
    const to = performance.now();
    const trial = { name: fault.name, from, to, healthyMs: to - from, complaints };
    trials.push(trial);
    await delay(QUIET_MS);
    const away = `purchases away ${seconds(purchaseGap(trial, load))}, reads ${seconds(readGap(trial, reads))}`;
    printTrial(trial, `${away}, whole after ${seconds(trial.healthyMs)}`);
    if (trials.length === Math.ceil(drawn.length / 2)) {
      middle = await cluster.readClock();
      await delay(QUIET_MS);
    }
  }
  const connections = await cluster.countConnections();
  await load.stop();
  await reads.stop();

  const history = withReads(load.history, reads);
  const { checks, lines, entries } = await cluster.withClient((client) =>
    checkLedger(client, history, { paysOnce: true }),
  );
  const evaluated = trials.map((trial, index) => {
    const complaints = [
      ...trial.complaints,
      ...late("purchases", purchaseGap(trial, load), drawn[index]?.purchasesMs ?? 0),
      ...late("free reads", readGap(trial, reads), READS_MS),
    ];
    return { ...trial, complaints };
  });
  const restore = middle && (await tryRestore(cluster, history, middle));
  const result = {
    ...{ title: "Three services on a cluster", history, entries, faults: evaluated, notRun },
    lines: [...lines, ...reads.mostFrequentFailures().map((failure) => `Free reads: ${failure}`)],
    checks: [
      ...checks,
      ...(restore === undefined ? [] : [restore]),
      {
        title: `three services use at most ${MOST_CONNECTIONS} connections of PostgreSQL`,
        contradictions: connections <= MOST_CONNECTIONS ? [] : [`they use ${connections}`],
      },
      load.checkRate(),
    ],
  };
  writeHistory([result], files);
  return report([result]);
});

async function tryRestore(cluster: Cluster, history: History, reading: ClockReading): Promise<Check> {
  try {
    const { check, restoredMs, purchases } = await checkRestore(cluster, history, reading, { paysOnce: true });
    console.log(`Restored to ${reading.time} in ${seconds(restoredMs)}, after ${purchases} purchases`);
    return check;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { title: "the cluster is restored to a point in time", contradictions: [problem] };
  }
}

function purchaseGap(trial: Trial, { attempts }: Load): number {
  const bought = attempts.filter(({ status, used }) => status === 200 && used > 0);
  return longestGap(bought, trial);
}

function readGap(trial: Trial, { attempts }: ReadProbe): number {
  const read = attempts.filter(({ f, status }) => f === "read" && status === 200);
  return longestGap(read, trial);
}

function late(what: string, gapMs: number, mostMs: number): string[] {
  return gapMs <= mostMs ? [] : [`${what} were away for ${seconds(gapMs)}, at most ${seconds(mostMs)} are allowed`];
}

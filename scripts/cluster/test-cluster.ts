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
import { printChecks } from "../faults/report";
import { seconds } from "../faults/trial";
import { type History, writeHistory } from "../history/history";
import { type Check, checkLedger } from "../history/ledger-check";
import { type Program, startService } from "../test-runner/built-programs";
import { longestGap, ReadProbe, withReads } from "./availability";
import { type ClockReading, Cluster } from "./cluster";
import { CLUSTER_FAULTS, type ClusterFault } from "./cluster-faults";
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

interface Trial {
  readonly fault: ClusterFault;
  readonly from: number;
  readonly to: number;
  readonly problem: string | undefined;
}

await runFaultCommand(HELP, async (cleanup) => {
  const values = parseOnlyOptions(process.argv.slice(2), FAULT_OPTIONS);
  const { faults, seed, rate = RATE, only, ...files } = readFaultOptions(values);
  const named = CLUSTER_FAULTS.filter(({ name }) => name.includes(only));
  if (named.length === 0) throw new UsageError(`--only is "${only}", which is in no fault's name.`);
  const kinds = named.filter((fault) => {
    const reason = fault.unavailableReason?.();
    if (reason !== undefined) console.log(`Left out: ${fault.name}, which ${reason}.`);
    return reason === undefined;
  });
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
    const problem = await fault
      .run(cluster, chance)
      .then(() => cluster.waitUntilWhole(WHOLE_WITHIN_MS))
      .then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
    const trial = { fault, from, to: performance.now(), problem };
    trials.push(trial);
    await delay(QUIET_MS);
    console.log(`${String(trials.length).padStart(3)} ${formatTrial(trial, load, reads)}`);
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
  const spans = trials.map(({ fault, from, to }) => ({ name: fault.name, from, to }));
  writeHistory([{ history, entries, faults: spans }], files);
  for (const line of lines) console.log(line);
  const restore = middle && (await tryRestore(cluster, history, middle));
  for (const failure of reads.mostFrequentFailures()) console.log(`Free reads: ${failure}`);
  const all: readonly Check[] = [
    {
      title: "the cluster is whole again after each fault",
      contradictions: trials.flatMap(({ fault, problem }) =>
        problem === undefined ? [] : [`${fault.name}: ${problem}`],
      ),
    },
    {
      title: "purchases are back in time",
      contradictions: trials.flatMap((trial) => late(trial, purchaseGap(trial, load), trial.fault.purchasesMs)),
    },
    {
      title: `free reads are never away for more than ${seconds(READS_MS)}`,
      contradictions: trials.flatMap((trial) => late(trial, readGap(trial, reads), READS_MS)),
    },
    ...checks,
    ...(restore === undefined ? [] : [restore]),
    {
      title: `three services use at most ${MOST_CONNECTIONS} connections of PostgreSQL`,
      contradictions: connections <= MOST_CONNECTIONS ? [] : [`they use ${connections}`],
    },
    load.checkRate(),
  ];
  const failed = printChecks(all);
  return { passed: all.length - failed, failed, notRun: named.length - kinds.length };
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

function formatTrial(trial: Trial, load: Load, reads: ReadProbe): string {
  const { fault, problem } = trial;
  const away = `purchases away ${seconds(purchaseGap(trial, load))}, reads ${seconds(readGap(trial, reads))}`;
  return `${fault.name.padEnd(36)} ${away}, whole after ${seconds(trial.to - trial.from)}${problem === undefined ? "" : `  ✗ ${problem}`}`;
}

function purchaseGap(trial: Trial, { attempts }: Load): number {
  const bought = attempts.filter(({ status, used }) => status === 200 && used > 0);
  return longestGap(bought, trial);
}

function readGap(trial: Trial, { attempts }: ReadProbe): number {
  const read = attempts.filter(({ f, status }) => f === "read" && status === 200);
  return longestGap(read, trial);
}

function late({ fault }: Trial, gapMs: number, mostMs: number): string[] {
  return gapMs <= mostMs ? [] : [`${fault.name}: ${seconds(gapMs)}, at most ${seconds(mostMs)}`];
}

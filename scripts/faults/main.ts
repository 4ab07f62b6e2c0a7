/** Runs `npm run test:faults`: injects the faults around the product, under load, and checks the ledger. */
import { writeFileSync } from "node:fs";
import { Chance } from "@/service/ingest/demo/random";
import { parseOnlyOptions, UsageError } from "@/service/program-options";
import { findServerPackage } from "@/service/store/embedded/platform";
import { readCount } from "../bench/harness/options";
import { writeHistory } from "../history/history";
import { ROLLING_UPGRADE, runRollingUpgrade, UPGRADE_RATE } from "../upgrade/rolling-upgrade";
import { Cleanup } from "./cleanup";
import { DATABASE_FAULTS, type Fault, KILLS, NETWORK_FAULTS, schedule } from "./faults";
import { type Counts, report } from "./report";
import { runStage, type StageResult } from "./stage";

const RATE = 100;
/** This share of faults is made with a proxy before PostgreSQL. */
const PROXIED_SHARE = 0.75;
/** A short run leaves these kinds out, because a similar kind is in it. */
const ONLY_IN_FULL: readonly string[] = [
  ...["responses are lost", "PostgreSQL stops immediately", "connections are ended", "kill the launcher"],
  "cut after commit, then unreachable",
];

const HELP = `npm run test:faults -- [--short] [--seed N] [--faults N] [--rate N] [--only <text>] [--from <ref>] [--log <file>] [--edn <file>]

Injects faults under load: into the network, PostgreSQL and the processes. Three quarters run with a proxy
in front of PostgreSQL, the rest with the embedded one. Then two services behind HAProxy are upgraded from an earlier version one
after the other (${ROLLING_UPGRADE}). Afterwards the ledger must agree with the responses of every client.

--short   one fault of most kinds, as short as possible, only with the proxy (about a minute)
--seed    determines the faults, their order and duration (1)
--faults  number of faults (200)
--rate    requests per second (100; ${UPGRADE_RATE} for ${ROLLING_UPGRADE}, which runs two services)
--only    only kinds of fault whose name contains this text, such as ${ROLLING_UPGRADE}
--from    reference of Git whose service is upgraded (the newest commit whose service differs from this one)
--log     write every request and its response to a file, as JSON lines
--edn     write them to a file in the form of Jepsen, for Elle
`;

const cleanup = new Cleanup();
const abandon = (code: number) => void cleanup.run().then(() => process.exit(code));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => abandon(130));
process.once("uncaughtException", (error) => {
  process.stderr.write(`${error.stack}\n`);
  abandon(1);
});

try {
  const options = readFaultOptions(process.argv.slice(2));
  if (options === undefined) process.stdout.write(HELP);
  else {
    const counts = await run(options);
    if (options.counts !== undefined) writeFileSync(options.counts, JSON.stringify(counts));
    if (counts.notRun > 0) console.log(`${counts.notRun} not run`);
    console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
    process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  // The load may still be running.
  abandon(error instanceof UsageError ? 2 : 1);
}

async function run(options: FaultOptions): Promise<Counts> {
  const { seed, rate = RATE, faults, only, short, log, edn, from } = options;
  const named = (kinds: readonly Fault[]) => kinds.filter(({ name }) => name.includes(only));
  const proxied = named([...NETWORK_FAULTS, ...DATABASE_FAULTS, ...KILLS]);
  const embedded = named([...DATABASE_FAULTS, ...KILLS]);
  const upgrades = (only !== "" || !short) && ROLLING_UPGRADE.includes(only);
  if (proxied.length === 0 && !upgrades) throw new Error(`--only is "${only}", which is in no fault's name.`);
  const impossible = getUnsupportedReason();
  if (impossible !== undefined) {
    console.log(impossible);
    return { passed: 0, failed: 0, notRun: proxied.length };
  }

  const throughProxy = embedded.length === 0 ? faults : Math.round(faults * PROXIED_SHARE);
  const inShort = proxied.filter(({ name }) => !ONLY_IN_FULL.includes(name));
  const stages = short
    ? [{ title: "PostgreSQL behind a proxy", proxied: true, kinds: inShort, count: inShort.length }]
    : [
        { title: "PostgreSQL behind a proxy", proxied: true, kinds: proxied, count: throughProxy },
        { title: "Embedded PostgreSQL", proxied: false, kinds: embedded, count: faults - throughProxy },
      ];
  console.log(`Seed ${seed}, ${rate} requests a second.`);
  const results: StageResult[] = [];
  for (const [index, stage] of stages.entries())
    if (stage.count > 0 && stage.kinds.length > 0)
      results.push(
        await runStage({
          ...stage,
          schedule: (possible) => schedule(possible, stage.count, short ? 0 : 1, new Chance(seed + index)),
          ...{ chance: new Chance(seed + index), rate, cleanup },
        }),
      );
  if (upgrades)
    results.push(
      await runRollingUpgrade({ from, rate: options.rate ?? UPGRADE_RATE, chance: new Chance(seed), cleanup }),
    );
  writeHistory(
    results.map(({ run }) => run),
    { log, edn },
  );
  return report(results);
}

/** Says in one sentence why no fault can be made here; undefined when some can. */
function getUnsupportedReason(): string | undefined {
  if (process.platform === "win32") return "Faults are not run on Windows, which cannot freeze a process.";
  try {
    findServerPackage();
    return undefined;
  } catch (error) {
    return `Faults are not run without the embedded PostgreSQL: ${error instanceof Error ? error.message : String(error)}`;
  }
}

type FaultOptions = NonNullable<ReturnType<typeof readFaultOptions>>;

/** Returns undefined when help is requested. Throws `UsageError`. */
function readFaultOptions(args: readonly string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const values = parseOnlyOptions(args, {
    help: flag,
    short: flag,
    seed: text,
    faults: text,
    rate: text,
    only: text,
    from: text,
    log: text,
    edn: text,
    counts: text,
  });
  if (values.help) return undefined;
  return {
    short: values.short === true,
    seed: readCount("seed", values.seed, 1),
    faults: readCount("faults", values.faults, 200),
    rate: readCount("rate", values.rate, undefined),
    only: values.only ?? "",
    from: values.from,
    log: values.log,
    edn: values.edn,
    /** `npm test` reads from this file how many passed and failed. */
    counts: values.counts,
  };
}

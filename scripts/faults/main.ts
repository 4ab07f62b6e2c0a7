/** Runs `npm run test:faults`: injects the faults around the product, under load, and checks the ledger. */
import { writeFileSync } from "node:fs";
import { Chance } from "@/service/ingest/demo/random";
import { parseOnlyOptions } from "@/service/program-options";
import { findServerPackage } from "@/service/store/embedded/platform";
import { writeHistory } from "../history/history";
import { ROLLING_UPGRADE, runRollingUpgrade, UPGRADE_RATE } from "../upgrade/rolling-upgrade";
import { type Cleanup, type Counts, FAULT_OPTIONS, readFaultOptions, runFaultCommand } from "./command";
import { DATABASE_FAULTS, type Fault, KILLS, NETWORK_FAULTS, schedule } from "./faults";
import { type RunResult, report } from "./report";
import { runStage } from "./stage";

const RATE = 100;
const FAULTS = 200;
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

const OPTIONS = {
  ...FAULT_OPTIONS,
  short: { type: "boolean" },
  from: { type: "string" },
  /** `npm test` reads from this file how many passed and failed. */
  counts: { type: "string" },
} as const;

await runFaultCommand(HELP, async (cleanup) => {
  const values = parseOnlyOptions(process.argv.slice(2), OPTIONS);
  const counts = await run(values, cleanup);
  if (values.counts !== undefined) writeFileSync(values.counts, JSON.stringify(counts));
  return counts;
});

type Values = ReturnType<typeof parseOnlyOptions<typeof OPTIONS>>;

async function run({ short, from, ...values }: Values, cleanup: Cleanup): Promise<Counts> {
  const { seed, rate, faults = FAULTS, only, log, edn } = readFaultOptions(values);
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
  console.log(`Seed ${seed}, ${rate ?? RATE} requests a second.`);
  const results: RunResult[] = [];
  for (const [index, stage] of stages.entries())
    if (stage.count > 0 && stage.kinds.length > 0)
      results.push(
        await runStage({
          ...stage,
          schedule: (possible) => schedule(possible, stage.count, short ? 0 : 1, new Chance(seed + index)),
          ...{ chance: new Chance(seed + index), rate: rate ?? RATE, cleanup },
        }),
      );
  if (upgrades)
    results.push(await runRollingUpgrade({ from, rate: rate ?? UPGRADE_RATE, chance: new Chance(seed), cleanup }));
  writeHistory(results, { log, edn });
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

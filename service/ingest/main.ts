/** Runs `npm run import`, which loads a file into the database, lists imports and undoes them. */
import type pg from "pg";
import { type Config, ConfigError, processEnvironment, readConfig } from "@/service/config";
import { createOutbound } from "@/service/net/outbound";
import { UsageError } from "@/service/program-options";
import { openStore } from "@/service/store/open";
import { type Arguments, HELP, readArguments } from "./arguments";
import { printErasure } from "./commands/delete";
import { printDecision, printDuplicates, printMerge } from "./commands/duplicates";
import { EXIT } from "./commands/exit-codes";
import { printJoins, printOrigin, printSeparation } from "./commands/how";
import { prepareImport } from "./commands/import-file";
import { printImports, printUndo } from "./commands/imports";
import { printInspection } from "./commands/inspect";
import { printQuality } from "./commands/quality";
import { printRetraction } from "./commands/retract";
import { printSchedule } from "./commands/schedule";
import { printTrust } from "./commands/trust";
import { ImportError } from "./imports/imports";
import { InputError } from "./read/input";
import { MapError } from "./read/map";
import { ColumnError } from "./read/map-row";

/** These mistakes are found before any row is read: in the arguments, the map or the settings. */
const MISTAKES = [UsageError, MapError, InputError, ColumnError, ConfigError, ImportError];

async function main(): Promise<number> {
  const args = readArguments(process.argv.slice(2));
  if (args === undefined) {
    process.stdout.write(HELP);
    return EXIT.done;
  }
  const config = readConfig(processEnvironment());
  if (args.command === "inspect") return printInspection(args, config.dataDir);
  const run = await prepared(args, config);
  const store = await openStore(config, "import", (sentence) => process.stderr.write(`${sentence}\n`));
  try {
    return await run(store.pool);
  } finally {
    await store.close();
  }
}

/** Mistakes in the arguments are found before the database is opened. */
async function prepared(args: Arguments, config: Config): Promise<(pool: pg.Pool) => Promise<number>> {
  if (args.command === "list") return (pool) => printImports(pool, args);
  if (args.command === "quality") return (pool) => printQuality(pool, args);
  if (args.command === "undo") return (pool) => printUndo(pool, args);
  if (args.command === "how") return (pool) => printOrigin(pool, args);
  if (args.command === "joins") return (pool) => printJoins(pool, args);
  if (args.command === "separate") return (pool) => printSeparation(pool, args);
  if (args.command === "duplicates") return (pool) => printDuplicates(pool, args);
  if (args.command === "decide") return (pool) => printDecision(pool, args);
  if (args.command === "merge") return (pool) => printMerge(pool, args);
  if (args.command === "trust") return (pool) => printTrust(pool, args);
  if (args.command === "delete") return (pool) => printErasure(pool, args);
  if (args.command === "retract") return (pool) => printRetraction(pool, args);
  if (args.command === "schedule") return (pool) => printSchedule(pool, args, scheduleSettings(config));
  return prepareImport(args, config.dataDir);
}

/** A scheduled file may be as large as one that is sent to the page (bytes), and take three hours. */
const [MOST_BYTES, DEADLINE_MS, SILENCE_MS] = [8 * 1024 ** 3, 3 * 3_600_000, 60_000];

function scheduleSettings({ dataDir, importFolders, webhookNetworks: allowed, webhookCa: ca }: Config) {
  const { check } = createOutbound({ allowed, ca, responseBytes: 0 });
  const download = { allowed, ca, mostBytes: MOST_BYTES, deadlineMs: DEADLINE_MS, silenceMs: SILENCE_MS };
  return { dataDir, folders: importFolders, download, checkUrl: check };
}

main().then(
  // A pipe takes 64 kB at a time, and what it has not taken yet must not be lost.
  (code) => process.stdout.write("", () => process.exit(code)),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(MISTAKES.some((mistake) => error instanceof mistake) ? EXIT.wrong : EXIT.failed);
  },
);

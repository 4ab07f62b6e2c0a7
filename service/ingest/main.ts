/** Runs `npm run import`, which loads a file into the database, lists imports and undoes them. */
import type pg from "pg";
import { continueTrace } from "@/lib/monitoring/traceparent";
import { type Config, ConfigError, processEnvironment, readConfig } from "@/service/config";
import { createOutbound } from "@/service/net/outbound";
import { UsageError } from "@/service/program-options";
import { openStore } from "@/service/store/open";
import { type Arguments, type FileArguments, HELP, readArguments } from "./arguments/arguments";
import { type CommandOutput, EXIT } from "./commands/command-output";
import { runDecide, runDuplicates, runMerge } from "./commands/duplicates";
import { runHow, runJoins, runSeparate } from "./commands/how";
import { prepareImport } from "./commands/import-file";
import { runList, runUndo } from "./commands/imports";
import { printInspection } from "./commands/inspect";
import { runQuality } from "./commands/quality";
import { runCorrect, runDelete, runRetract } from "./commands/records";
import { runScheduleCommand } from "./commands/schedule";
import { runTrust } from "./commands/trust";
import { ImportError } from "./imports/imports";
import { InputError } from "./read/input";
import { MapError } from "./read/map";
import { ColumnError } from "./read/map-row";

/** These are mistakes in the settings, the arguments, the map or the file. */
const MISTAKES = [ConfigError, UsageError, MapError, InputError, ColumnError, ImportError];

async function main(): Promise<number> {
  const args = readArguments(process.argv.slice(2));
  if (args === undefined) {
    process.stdout.write(HELP);
    return EXIT.done;
  }
  const environment = processEnvironment();
  const config = readConfig(environment);
  if ("file" in args && args.command === "inspect") return printInspection(args, config.dataDir);
  // Mistakes in the arguments are found before the database is opened.
  const run =
    "file" in args ? await prepareImport(args, config.dataDir) : (pool: pg.Pool) => printCommand(pool, args, config);
  const store = await openStore({ ...config, onlyNew: true }, "import", (sentence) =>
    process.stderr.write(`${sentence}\n`),
  );
  try {
    // The service that starts this program says so, of whose request it is a part.
    return await continueTrace(environment.TRACEPARENT, () => run(store.pool));
  } finally {
    await store.close();
  }
}

type Command = Exclude<Arguments, FileArguments>;

async function printCommand(pool: pg.Pool, args: Command, config: Config): Promise<number> {
  const { json, text, code = EXIT.done } = await runCommand(pool, args, config);
  process.stdout.write(`${args.json ? JSON.stringify(json) : text}\n`);
  return code;
}

function runCommand(pool: pg.Pool, args: Command, config: Config): Promise<CommandOutput> {
  switch (args.command) {
    case "list":
      return runList(pool);
    case "quality":
      return runQuality(pool);
    case "undo":
      return runUndo(pool, args.id);
    case "how":
      return runHow(pool, args.record, args.other);
    case "joins":
      return runJoins(pool);
    case "separate":
      return runSeparate(pool, args.id);
    case "duplicates":
      return runDuplicates(pool, args.kind);
    case "decide":
      return runDecide(pool, args.id, args.verdict);
    case "merge":
      return runMerge(pool, args.records);
    case "trust":
      return runTrust(pool, args.sources);
    case "correct":
      return runCorrect(pool, args);
    case "delete":
      return runDelete(pool, args);
    case "retract":
      return runRetract(pool, args);
    case "schedule":
      return runScheduleCommand(pool, args, scheduleSettings(config));
  }
}

/** A scheduled file may be as large as one that is sent to the page (bytes), and take three hours. */
const [MOST_BYTES, DEADLINE_MS, SILENCE_MS] = [8 * 1024 ** 3, 3 * 3_600_000, 60_000];

function scheduleSettings({ dataDir, importFolders, webhookNetworks: allowed, webhookCa: ca }: Config) {
  const { check } = createOutbound({ allowed, ca, responseBytes: 0, deadlineMs: DEADLINE_MS });
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

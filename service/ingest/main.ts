/** Runs `npm run import`, which loads a file into the database. */
import { readFileSync } from "node:fs";
import { Presets, SingleBar } from "cli-progress";
import { ConfigError, processEnvironment, readConfig } from "@/service/config";
import { UsageError } from "@/service/program-options";
import { openStore } from "@/service/store/open";
import { type CsvArguments, HELP, type JsonlArguments, readArguments } from "./arguments";
import { type ImportSettings, type ImportTotals, importRows, noTotals } from "./import-rows";
import { DamagedFile, type Input, InputError, openInput } from "./read/input";
import { type ImportMap, loadMap, MapError } from "./read/map";
import { ColumnError } from "./read/map-row";
import { type ReadRow, readCsv } from "./read/read-csv";
import { readJsonl } from "./read/read-jsonl";
import { jsonReport, type Report, textReport, withReportFile } from "./report";
import { PLAIN_NUMBERS } from "./values/amounts";
import { parseRates, type Rates } from "./values/rates";

const EXIT = { done: 0, failed: 1, wrong: 2, interrupted: 130, terminated: 143 };
/** A terminal and the programs between it and this one may pass on the same Ctrl-C (ms). */
const SAME_SIGNAL = 500;

/** These mistakes are found before any row is read: in the arguments, the map or the settings. */
const MISTAKES = [UsageError, MapError, InputError, ColumnError, ConfigError];

async function main(): Promise<number> {
  const args = readArguments(process.argv.slice(2));
  if (args === undefined) {
    process.stdout.write(HELP);
    return EXIT.done;
  }
  const map = args.format === "csv" ? getMap(args) : undefined;
  const rates = args.rates === undefined ? null : readRates(args.rates);
  const config = readConfig(processEnvironment());
  const input = openInput(args.file);
  const report = getReport(args, map);
  const signal = stopSignal();
  const store = await openStore(config, "import", (sentence) => process.stderr.write(`${sentence}\n`));
  try {
    return await run(args, { input, map, rates, report, signal, pool: store.pool });
  } finally {
    await store.close();
  }
}

interface Parts {
  readonly input: Input;
  readonly map: ImportMap | undefined;
  readonly rates: Rates | null;
  readonly report: Report;
  readonly signal: () => number | undefined;
  readonly pool: Parameters<typeof importRows>[0];
}

async function run(args: CsvArguments | JsonlArguments, parts: Parts): Promise<number> {
  const { input, map, rates, report, signal, pool } = parts;
  const [startedAt, totals] = [performance.now(), noTotals()];
  const bar = progressBar(input, process.stderr);
  const settings: ImportSettings = {
    source: getSource(args, map),
    formats: { dates: map?.dates ?? ["iso"], numbers: map?.numbers ?? PLAIN_NUMBERS, rates, now: new Date() },
    dryRun: args.dryRun,
    notify: args.notify,
    stopped: () => signal() !== undefined,
    refused: report.rowRejected,
    conflicting: report.rowConflicting,
    progress: bar.show,
  };
  const rows: AsyncIterable<ReadRow> = map === undefined ? readJsonl(input, args.file) : readCsv(input, args.file, map);
  let failure: unknown = null;
  const complete = await importRows(pool, rows, settings, totals).catch((error: unknown) => {
    failure = error;
    return false;
  });
  bar.end();
  // No row was read of a file that does not fit its map, so that sentence is enough.
  if (failure instanceof ColumnError) throw failure;
  const seconds = Math.round(performance.now() - startedAt) / 1000;
  report.end({ totals, seconds, complete, error: failure === null ? null : getSentence(failure) });
  if (failure !== null) return EXIT.failed;
  if (!complete) return signal() ?? EXIT.failed;
  return args.strict && totals.rows.refused > 0 ? EXIT.failed : EXIT.done;
}

function getMap(args: CsvArguments): ImportMap {
  const map = loadMap(args.map);
  if (map.kind === args.kind) return map;
  throw new UsageError(`--kind ${args.kind} does not match the map ${args.map}, which is for ${map.kind}.`);
}

function getSource(args: CsvArguments | JsonlArguments, map: ImportMap | undefined): string {
  return map?.source ?? (args.format === "jsonl" ? args.source : "csv");
}

function readRates(file: string): Rates {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`--rates "${file}" cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
  try {
    return parseRates(text);
  } catch (error) {
    throw new UsageError(`--rates "${file}": ${error instanceof Error ? error.message : error}`);
  }
}

function getReport(args: CsvArguments | JsonlArguments, map: ImportMap | undefined): Report {
  const { file, format, dryRun } = args;
  const named = args.format === "csv" ? { kind: args.kind, map: args.map } : { kind: null, map: null };
  const heading = { file, format, ...named, source: getSource(args, map), dryRun };
  const print = (text: string) => void process.stdout.write(text);
  const report = args.json ? jsonReport(heading, print) : textReport(heading, print, args.report);
  return withReportFile(report, args.report);
}

interface Progress {
  show(totals: ImportTotals): void;
  end(): void;
}

/** Draws nothing without a terminal. */
function progressBar(input: Input, stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) return { show: () => undefined, end: () => undefined };
  const bar = new SingleBar(
    {
      format: "{bar} {percentage} % | {rows} rows | {refused} refused",
      stream,
      hideCursor: true,
      clearOnComplete: true,
    },
    Presets.shades_classic,
  );
  bar.start(Math.max(input.size, 1), 0, { rows: 0, refused: 0 });
  return {
    show: ({ rows }) =>
      bar.update(input.position(), { rows: rows.read.toLocaleString("en-US"), refused: rows.refused }),
    end: () => bar.stop(),
  };
}

/** Returns the exit code of the stop signal, once there was one. The batch in progress is finished first. */
function stopSignal(): () => number | undefined {
  let stopSignal: { code: number; at: number } | undefined;
  const stop = (code: number) => () => {
    if (stopSignal !== undefined && Date.now() - stopSignal.at > SAME_SIGNAL) process.exit(code);
    if (stopSignal === undefined)
      process.stderr.write("\nStopping after this batch. Press Ctrl-C again to stop now and roll the batch back.\n");
    stopSignal ??= { code, at: Date.now() };
  };
  process.on("SIGINT", stop(EXIT.interrupted));
  process.on("SIGTERM", stop(EXIT.terminated));
  // The program that started this one has ended.
  process.on("disconnect", stop(EXIT.terminated));
  return () => stopSignal?.code;
}

function getSentence(error: unknown): string {
  if (error instanceof DamagedFile) return error.message;
  const text = error instanceof Error ? error.message : String(error);
  return `The import stopped early: ${text}`;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(MISTAKES.some((mistake) => error instanceof mistake) ? EXIT.wrong : EXIT.failed);
  },
);

/** Imports a file. */
import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { UsageError } from "@/service/program-options";
import type { CsvArguments, ImportArguments } from "../arguments";
import { type ImportSettings, importRows } from "../import-rows";
import { ImportError } from "../imports/imports";
import { noTotals } from "../imports/totals";
import { DamagedFile, type Input, openInput } from "../read/input";
import { type ImportMap, loadMap } from "../read/map";
import { ColumnError } from "../read/map-row";
import { type ReadRow, readCsv } from "../read/read-csv";
import { readJsonl } from "../read/read-jsonl";
import { jsonReport, type Report, textReport, withReportFile } from "../report";
import { PLAIN_NUMBERS } from "../values/amounts";
import { parseRates, type Rates } from "../values/rates";
import { EXIT } from "./exit-codes";
import { progressBar } from "./progress-bar";
import { stopSignal } from "./stop-signal";

/** Finds the mistakes that can be found without a database, and returns what is left to do. */
export async function prepareImport(args: ImportArguments): Promise<(pool: pg.Pool) => Promise<number>> {
  const map = args.format === "csv" ? getMap(args) : undefined;
  const rates = args.rates === undefined ? null : readRates(args.rates);
  const input = openInput(args.file);
  const report = getReport(args, map);
  const digest = await fileDigest(args.file);
  return (pool) => run(args, { input, map, rates, report, digest, signal: stopSignal() }, pool);
}

/** Returns the SHA-256 of a file. */
async function fileDigest(file: string): Promise<Buffer> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest();
}

interface Parts {
  readonly input: Input;
  readonly map: ImportMap | undefined;
  readonly rates: Rates | null;
  readonly report: Report;
  readonly digest: Buffer;
  readonly signal: () => number | undefined;
}

async function run(args: ImportArguments, parts: Parts, pool: pg.Pool): Promise<number> {
  const { input, map, rates, report, digest, signal } = parts;
  const [startedAt, totals] = [performance.now(), noTotals()];
  const bar = progressBar(input, process.stderr);
  const settings: ImportSettings = {
    source: getSource(args, map),
    file: basename(args.file),
    digest,
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
  const ended = await importRows(pool, rows, settings, totals).catch((error: unknown) => {
    failure = error;
    return undefined;
  });
  bar.end();
  // No row was read of a file that does not fit its map, and none of one that another program imports.
  if (failure instanceof ColumnError || failure instanceof ImportError) throw failure;
  const seconds = Math.round(performance.now() - startedAt) / 1000;
  const complete = ended?.complete === true;
  const id = args.dryRun || ended === undefined ? null : String(ended.id);
  report.end({ import: id, totals, seconds, complete, error: failure === null ? null : getSentence(failure) });
  if (failure !== null) return EXIT.failed;
  if (!complete) return signal() ?? EXIT.failed;
  return args.strict && totals.rows.refused > 0 ? EXIT.failed : EXIT.done;
}

function getMap(args: CsvArguments): ImportMap {
  const map = loadMap(args.map);
  if (map.kind === args.kind) return map;
  throw new UsageError(`--kind ${args.kind} does not match the map ${args.map}, which is for ${map.kind}.`);
}

function getSource(args: ImportArguments, map: ImportMap | undefined): string {
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

function getReport(args: ImportArguments, map: ImportMap | undefined): Report {
  const { file, format, dryRun } = args;
  const named = args.format === "csv" ? { kind: args.kind, map: args.map } : { kind: null, map: null };
  const heading = { file, format, ...named, source: getSource(args, map), dryRun };
  const print = (text: string) => void process.stdout.write(text);
  const report = args.json ? jsonReport(heading, print) : textReport(heading, print, args.report);
  return withReportFile(report, args.report);
}

function getSentence(error: unknown): string {
  if (error instanceof DamagedFile) return error.message;
  const text = error instanceof Error ? error.message : String(error);
  return `The import stopped early: ${text}`;
}

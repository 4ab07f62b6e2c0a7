/** Imports a file. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type pg from "pg";
import { UsageError } from "@/service/program-options";
import type { FileArguments } from "../arguments";
import { type ImportSettings, importRows } from "../import-rows";
import { ImportError } from "../imports/imports";
import { noTotals } from "../imports/totals";
import { DamagedFile, InputError } from "../read/input";
import { ColumnError } from "../read/map-row";
import { parseRates, type Rates } from "../values/rates";
import { EXIT } from "./exit-codes";
import { type OpenedFile, openFile } from "./open-file";
import { progressBar } from "./progress-bar";
import { createReports } from "./reports";
import { stopSignal } from "./stop-signal";

/** Finds the mistakes that can be found without a database, and returns what is left to do. */
export async function prepareImport(args: FileArguments): Promise<(pool: pg.Pool) => Promise<number>> {
  const rates = args.rates === undefined ? null : readRates(args.rates);
  const file = await openFile(args);
  const reports = createReports(args, file);
  return (pool) => run(args, { file, rates, reports, signal: stopSignal() }, pool);
}

interface Parts {
  readonly file: OpenedFile;
  readonly rates: Rates | null;
  readonly reports: ReturnType<typeof createReports>;
  readonly signal: () => number | undefined;
}

async function run(args: FileArguments, { file, rates, reports, signal }: Parts, pool: pg.Pool): Promise<number> {
  const [startedAt, totals] = [performance.now(), noTotals()];
  const bar = progressBar(file.member, process.stderr);
  const settings: ImportSettings = {
    source: file.source,
    file: basename(args.file),
    digest: file.digest,
    formats: { ...file.formats, rates, now: new Date(), strict: args.strict },
    dryRun: args.dryRun,
    notify: args.notify,
    stopped: () => signal() !== undefined,
    refused: reports.rowRejected,
    dropped: reports.valuesDropped,
    conflicting: reports.rowConflicting,
    progress: (now) => {
      bar.show(now);
      reports.progress(now, file.member.position() / Math.max(1, file.member.size));
    },
  };
  let failure: unknown = null;
  const ended = await importRows(pool, file.rows, settings, totals).catch((error: unknown) => {
    failure = error;
    return undefined;
  });
  bar.end();
  // No row was read of a file that does not fit its map, and none of one that another program imports.
  if ([ColumnError, ImportError, InputError].some((mistake) => failure instanceof mistake)) throw failure;
  const seconds = Math.round(performance.now() - startedAt) / 1000;
  const complete = ended?.complete === true;
  const id = args.dryRun || ended === undefined ? null : String(ended.id);
  const error = failure === null ? null : getSentence(failure);
  reports.end({ import: id, totals, leftOut: file.leftOut(), notes: file.notes(), seconds, complete, error });
  if (failure !== null) return EXIT.failed;
  if (!complete) return signal() ?? EXIT.failed;
  return args.strict && totals.rows.refused > 0 ? EXIT.failed : EXIT.done;
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

function getSentence(error: unknown): string {
  if (error instanceof DamagedFile) return error.message;
  const text = error instanceof Error ? error.message : String(error);
  return `The import stopped early: ${text}`;
}

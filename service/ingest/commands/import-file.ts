/** Imports a file. */
import { readFileSync } from "node:fs";
import { Presets, SingleBar } from "cli-progress";
import type pg from "pg";
import { UsageError } from "@/service/program-options";
import type { FileArguments } from "../arguments/arguments";
import { type ImportSettings, importRows } from "../import-rows";
import { importRates } from "../imports/exchange-rates";
import { ImportError, startedBy } from "../imports/imports";
import { type ImportTotals, noTotals } from "../imports/totals";
import { ValueNotes } from "../imports/value-notes";
import { headerShape } from "../propose/header-shape";
import { rememberMap } from "../propose/remembered-maps";
import { DamagedFile, InputError } from "../read/input";
import { ColumnError } from "../read/map-row";
import type { Report } from "../report/report";
import { parseRates, type Rates } from "../values/rates";
import { EXIT } from "./command-output";
import { type OpenedPart, openFile } from "./open-file";
import { CommandReports } from "./reports";
import { stopSignal } from "./stop-signal";

type PartReports = Pick<CommandReports, "begin" | "close">;

/** Finds the mistakes that can be found without a database, and returns what is left to do. */
export async function prepareImport(
  args: FileArguments,
  dataDir: string,
  createReports: (parts: number) => PartReports = (parts) => new CommandReports(args, parts),
  listenForStop: () => Run["signal"] = stopSignal,
): Promise<(pool: pg.Pool) => Promise<number>> {
  const rates = args.rates === undefined ? null : readRates(args.rates);
  const [openFirst, ...others] = await openFile(args, dataDir);
  if (openFirst === undefined) throw new InputError(`${args.file} has no table.`);
  const first = await openFirst();
  const reports = createReports(others.length + 1);
  const firstReport = reports.begin(first);
  return async (pool) => {
    const run = { args, dataDir, rates, signal: listenForStop(), pool };
    try {
      let code = await importPart(run, first, firstReport);
      for (const open of others) {
        if (run.signal() !== undefined || code === EXIT.failed) break;
        const part = await open();
        code = await importPart(run, part, reports.begin(part));
      }
      return code;
    } finally {
      reports.close();
    }
  };
}

interface Run {
  readonly args: FileArguments;
  readonly dataDir: string;
  readonly rates: Rates | null;
  readonly signal: () => number | undefined;
  readonly pool: pg.Pool;
}

async function importPart({ args, dataDir, rates, signal, pool }: Run, part: OpenedPart, reports: Required<Report>) {
  const [startedAt, totals, values] = [performance.now(), noTotals(), new ValueNotes()];
  const bar = showProgress(part.member);
  const settings: ImportSettings = {
    source: part.source,
    file: part.name,
    digest: part.digest,
    map: part.map,
    by: startedBy(args.person),
    formats: { ...part.formats, rates, now: new Date(), strict: args.strict },
    dryRun: args.dryRun,
    full: args.full,
    yes: args.yes,
    notify: args.notify,
    stopped: () => signal() !== undefined,
    ...{ refused: reports.refused, dropped: reports.dropped, conflicting: reports.conflicting },
    stored: (line, checked) => values.add(line, checked),
    progress: (now) => {
      bar.show(now);
      reports.progress(now, part.member.position() / Math.max(1, part.member.size));
    },
  };
  let failure: unknown = null;
  const run =
    part.rates === undefined
      ? importRows(pool, part.rows, settings, totals)
      : importRates(pool, part.rates, settings, totals);
  const ended = await run.catch((error: unknown) => {
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
  const leftOut = part.leftOut() + totals.leftOut;
  reports.end({ import: id, totals, leftOut, notes: part.notes(), values, seconds, complete, error });
  if (failure !== null) return EXIT.failed;
  if (!complete) return signal() ?? EXIT.failed;
  if (!args.dryRun && args.map !== undefined) remember(dataDir, part, args.file);
  return args.strict && totals.rows.refused > 0 ? EXIT.failed : EXIT.done;
}

/** Draws nothing without a terminal. */
function showProgress(member: OpenedPart["member"]) {
  const format = "{bar} {percentage} % | {rows} rows | {refused} refused";
  const options = { format, stream: process.stderr, hideCursor: true, clearOnComplete: true };
  const bar = new SingleBar(options, Presets.shades_classic);
  bar.start(Math.max(member.size, 1), 0, { rows: 0, refused: 0 });
  return {
    show: ({ rows }: ImportTotals) =>
      bar.update(member.position(), { rows: rows.read.toLocaleString("en-US"), refused: rows.refused }),
    end: () => bar.stop(),
  };
}

/** The maps of public sources are known, and the columns that a map joins belong to other files. */
function remember(dataDir: string, { map, header }: OpenedPart, file: string): void {
  if (map === null || map.preset !== undefined || map.joins.length > 0) return;
  rememberMap(dataDir, headerShape(header), map, file);
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

/** Runs a schedule: fetches what is new, and imports it with the same code as a command does. */
import { hash } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ScheduleRun } from "@dealflow/contract/account/imports/imports";
import type pg from "pg";
import { type DownloadSettings, downloadFile } from "@/service/net/download";
import type { FileArguments } from "../arguments/arguments";
import { EXIT } from "../commands/command-output";
import { prepareImport } from "../commands/import-file";
import { stopSignal } from "../commands/stop-signal";
import { addTotals, noTotals } from "../imports/totals";
import { fileDigest } from "../read/files/disk-file";
import { BUILT_IN_MAPS } from "../read/map";
import type { ImportEnd, Report } from "../report/report";
import { combineReports } from "../report/report";
import { checkFolder, isUrl } from "./address";
import { knownDigests, LEASE_MS, type LeasedSchedule, recordRun, rememberDigest, renewLease } from "./store";

export interface RunSettings {
  readonly dataDir: string;
  /** Folders must lie below one of these absolute paths. */
  readonly folders: readonly string[];
  readonly download: DownloadSettings;
  /** Allows a full export to withdraw more than a fifth of its source. */
  readonly yes: boolean;
}

interface FoundFile {
  readonly path: string;
  /** The SHA-256 of an address's file; of a folder's, the first halves of those of its name and of its content. */
  readonly digest: Buffer;
  /** Begins the digests of other files that this one replaces. */
  readonly former: Buffer;
  /** The SHA-256 of the content, by which earlier versions knew the files of a folder. */
  readonly content: Buffer;
}

/** Imports what is new at the address of a leased schedule, and stores the result. Never rejects for what a file does. */
export async function runSchedule(
  pool: pg.Pool,
  schedule: LeasedSchedule,
  settings: RunSettings,
): Promise<ScheduleRun> {
  const state: RunState = { files: 0, version: undefined, sums: new SumReport(), isHeld: true };
  const renewal = setInterval(() => {
    holdLease(pool, schedule, state).catch(() => undefined);
  }, LEASE_MS / 3);
  let problem: string | null = null;
  try {
    problem = await importNew(pool, schedule, settings, state);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  } finally {
    clearInterval(renewal);
  }
  const { totals, importId } = state.sums;
  const run: ScheduleRun = {
    at: new Date().toISOString(),
    state: problem !== null ? "failed" : state.files === 0 ? "unchanged" : "imported",
    files: state.files,
    importId,
    added: totals.rows.added,
    changed: totals.rows.changed,
    withdrawn: totals.withdrawn,
    refused: totals.rows.refused,
    problem,
  };
  await recordRun(pool, schedule, { run, version: problem === null ? state.version : undefined }, new Date());
  return run;
}

interface RunState {
  /** The files that were imported. */
  files: number;
  version: { readonly etag: string | null; readonly lastModified: string | null } | undefined;
  readonly sums: SumReport;
  /** False once the schedule was removed or another process has it: nothing more is imported. */
  isHeld: boolean;
}

async function holdLease(pool: pg.Pool, schedule: LeasedSchedule, state: RunState): Promise<boolean> {
  state.isHeld &&= await renewLease(pool, schedule, new Date());
  return state.isHeld;
}

/** Returns what failed, and null when nothing did. */
async function importNew(
  pool: pg.Pool,
  schedule: LeasedSchedule,
  settings: RunSettings,
  state: RunState,
): Promise<string | null> {
  const folder = path.join(settings.dataDir, "imports", "schedules", schedule.id);
  await mkdir(folder, { recursive: true });
  const { address } = schedule;
  const files = isUrl(address)
    ? await download(schedule, folder, settings, state)
    : await listFiles(await checkFolder(address, settings.folders));
  const digests = files.flatMap(({ digest, content }) => [digest, content]);
  const known = await knownDigests(pool, schedule.id, digests);
  const map = await mapArgument(schedule, folder);
  for (const file of files) {
    const former = [file.former, file.content];
    if (known.has(file.digest.toString("hex"))) continue;
    if (known.has(file.content.toString("hex"))) {
      await rememberDigest(pool, schedule.id, file.digest, former);
      continue;
    }
    if (!(await holdLease(pool, schedule, state))) return "The schedule was removed, or another program runs it.";
    const problem = await importOne(pool, fileArguments(schedule, file.path, map, settings), settings, state);
    if (problem !== null) return files.length === 1 ? problem : `${path.basename(file.path)}: ${problem}`;
    state.files++;
    await rememberDigest(pool, schedule.id, file.digest, former);
  }
  if (isUrl(address)) await rm(folder, { recursive: true, force: true });
  return null;
}

async function importOne(
  pool: pg.Pool,
  args: FileArguments,
  { dataDir }: RunSettings,
  state: RunState,
): Promise<string | null> {
  const { sums } = state;
  sums.error = null;
  const createReports = () => ({ begin: () => combineReports([sums]), close: () => undefined });
  const run = await prepareImport(args, dataDir, createReports, () => {
    const signal = stopSignal();
    return () => (state.isHeld ? signal() : EXIT.failed);
  });
  const code = await run(pool);
  if (code === 0) return null;
  if (sums.error !== null) return sums.error;
  if (args.strict && sums.isComplete)
    return `${sums.totals.rows.refused} rows were refused, and all rows are required.`;
  return "The import was stopped; it goes on with the next run.";
}

async function download(
  { address, etag, lastModified }: LeasedSchedule,
  folder: string,
  { download: settings }: RunSettings,
  state: RunState,
): Promise<FoundFile[]> {
  const file = path.join(folder, fileName(address));
  state.version = await downloadFile(address, { etag, lastModified }, file, settings);
  if (state.version === undefined) return [];
  const digest = await fileDigest(file);
  return [{ path: file, digest, former: Buffer.alloc(0), content: digest }];
}

/** Names the file as its address does, because the name says the format and the source. */
function fileName(address: string): string {
  const { pathname, hostname } = new URL(address);
  const segment = pathname.split("/").at(-1) ?? "";
  const last = decodeSegment(segment).replace(/[^\p{L}\p{N}._ -]+/gu, "-");
  return last === "" || /^\.+$/.test(last) ? hostname : last.slice(-120);
}

/** Older servers have names in Latin-1, which are no UTF-8 and stay as they are. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const HALF = 16;

/** Lists the files of a folder, and not of folders in it, by name. */
async function listFiles(folder: string): Promise<FoundFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith(".")).map(({ name }) => name);
  const files: FoundFile[] = [];
  for (const name of names.sort()) {
    const file = path.join(folder, name);
    const content = await fileDigest(file);
    const former = hash("sha256", name, "buffer").subarray(0, HALF);
    files.push({ path: file, digest: Buffer.concat([former, content.subarray(0, HALF)]), former, content });
  }
  return files;
}

/** Returns the name of a built-in map, or a file with the map of the schedule. */
async function mapArgument({ options: { map } }: LeasedSchedule, folder: string): Promise<string | undefined> {
  if (map === null) return undefined;
  if (BUILT_IN_MAPS.includes(map)) return map;
  const file = path.join(folder, "map.json");
  await writeFile(file, map);
  return file;
}

function fileArguments(
  { options: { source, kind, full, strict, notify } }: LeasedSchedule,
  file: string,
  map: string | undefined,
  { yes }: RunSettings,
): FileArguments {
  return {
    ...{ command: "import", file, map, proposes: false, full, strict, yes, json: true, dryRun: false, notify },
    ...{ source: source ?? undefined, kind: kind ?? undefined, format: undefined, preset: undefined },
    ...{ rates: undefined, report: undefined, refused: undefined, person: undefined },
  };
}

class SumReport implements Report {
  totals = noTotals();
  importId: string | null = null;
  error: string | null = null;
  isComplete = false;

  end({ import: id, totals, error, complete }: ImportEnd): void {
    this.totals = addTotals(this.totals, totals);
    this.importId = id ?? this.importId;
    this.error = error;
    this.isComplete = complete;
  }
}

/**
 * Takes files of operators through their states: received in chunks, inspected, checked and imported. What is in progress
 * when the service ends is stopped then, and goes on when someone starts it again: an import continues after its last
 * batch.
 */
import { type ImportFile, importInspection, MOST_CHUNK_BYTES } from "@dealflow/contract/account/imports/imports";
import type { RecordKind } from "@dealflow/contract/account/imports/record-kinds";
import { newId } from "@/service/store/new-id";
import { RuleError } from "@/service/store/rule-error";
import { openFolder } from "./folder";
import { ImportChanges } from "./import-changes";
import { type ProgramResult, type ProgramSettings, type RunningProgram, runImportProgram } from "./program";

/** Files that are not imported take space. */
const MOST_FILES = 50;
/** Files up to this size are checked without a press: it takes seconds (bytes). */
const CHECKED_BYTES = 32 * 1024 * 1024;
const BUSY = ["inspecting", "checking", "importing"] as const;
type Work = (typeof BUSY)[number];

export class ImportFiles {
  #loading: Promise<void> | undefined;
  #files: readonly ImportFile[] = [];
  readonly changes: ImportChanges;
  #job: { readonly file: string; readonly program: RunningProgram } | undefined;
  /** Resolves when the end of the latest job is saved. */
  #saved: Promise<void> = Promise.resolve();

  private readonly folder: ReturnType<typeof openFolder>;

  constructor(private readonly settings: ProgramSettings) {
    this.folder = openFolder(settings.dataDir);
    this.changes = new ImportChanges(settings);
  }

  /** Returns the files, newest first. */
  async list(): Promise<readonly ImportFile[]> {
    // What another process of the service, or this one before a restart, was doing has ended.
    this.#loading ??= this.folder.readAll().then((files) => {
      this.#files = files.map((file) => (isBusy(file) ? { ...file, state: "stopped" as const } : file));
      void this.#inspectNext();
    });
    await this.#loading;
    return this.#files.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  }

  async get(id: string): Promise<ImportFile> {
    const file = (await this.list()).find((one) => one.id === id);
    if (file === undefined) throw new RuleError("NOT_FOUND", "This file is no longer here.");
    return file;
  }

  async add(name: string, bytes: number): Promise<ImportFile> {
    const files = await this.list();
    const imported = files.filter((file) => file.state === "imported");
    for (const file of imported.slice(MOST_FILES / 2)) await this.remove(file.id);
    if (files.length - imported.length >= MOST_FILES / 2)
      throw new RuleError("CONFLICT", `There are ${MOST_FILES / 2} files that are not imported; remove one first.`);
    return this.#save({
      id: newId(),
      name,
      bytes,
      received: 0,
      state: "receiving",
      problem: null,
      inspection: null,
      isMapChanged: false,
      isFull: false,
      report: null,
      progress: null,
      importId: null,
    });
  }

  /** Appends a chunk. One that is already there is not written again; one beyond the end is refused. */
  async append(id: string, offset: number, chunk: Uint8Array): Promise<ImportFile> {
    const file = await this.get(id);
    if (file.state !== "receiving") return file;
    if (chunk.byteLength > MOST_CHUNK_BYTES || offset + chunk.byteLength > file.bytes)
      throw new RuleError("CONFLICT", "The chunk is larger than the rest of the file.");
    if (offset > file.received) throw new RuleError("CONFLICT", `Send the bytes from ${file.received} first.`);
    await this.folder.write(file, offset, chunk);
    const received = Math.max(file.received, offset + chunk.byteLength);
    if (received < file.bytes) return this.#save({ ...file, received });
    const saved = await this.#save({ ...file, received, state: "waiting" });
    return this.#job === undefined ? this.inspect(id, null) : saved;
  }

  /** Finds out what the file holds, by the map or a proposed one, which is for records of the kind if one is given. */
  async inspect(id: string, map: string | null, kind?: RecordKind): Promise<ImportFile> {
    const idle = await this.#idle(id);
    // The map is the one before until one is proposed for the kind.
    const file = kind === undefined ? { ...idle, isMapChanged: map !== null } : idle;
    if (map !== null) await this.folder.saveMap(file, map);
    const by = kind === undefined ? this.#map({ ...file, inspection: null }) : ["--kind", kind, "--propose"];
    const args = ["inspect", this.folder.path(file, "content"), "--json", ...by];
    return this.#start(file, "inspecting", args, async (result) => {
      if (result.code !== 0) return { state: "failed", problem: result.problem };
      const inspection = importInspection.parse(JSON.parse(result.stdout));
      // The import reads the file by this map, also when another one is remembered meanwhile.
      const isKept = kind !== undefined || inspection.isRemembered;
      if (isKept) await this.folder.saveMap(file, inspection.map);
      const isMapChanged = file.isMapChanged || isKept;
      const inspected = { problem: null, inspection, report: null, isMapChanged };
      if (file.bytes > CHECKED_BYTES) return { ...inspected, state: "inspected" };
      const read = await this.get(id);
      this.#job = undefined;
      return this.#startCheck({ ...read, ...inspected });
    });
  }

  async check(id: string): Promise<ImportFile> {
    return this.#startCheck(await this.#inspected(id));
  }

  async setFull(id: string, isFull: boolean): Promise<ImportFile> {
    return this.#startCheck({ ...(await this.#inspected(id)), isFull });
  }

  #startCheck(file: ImportFile): Promise<ImportFile> {
    return this.#start(file, "checking", [...this.#import(file), "--dry-run"], async (result) => ({
      ...outcome(result, "checked"),
      importId: null,
    }));
  }

  /** @param personId who presses Import */
  async run(id: string, personId: string): Promise<ImportFile> {
    const file = await this.#inspected(id);
    if (file.isFull && file.report === null)
      throw new RuleError("CONFLICT", "Check the file first, because it may withdraw records.");
    // The person saw how many records are withdrawn.
    const args = [...this.#import(file), "--person", personId, ...(file.isFull ? ["--yes"] : [])];
    return this.#start(file, "importing", args, async (result) => {
      const change = outcome(result, "imported");
      // What was imported is in the database, as reports.
      if (change.state === "imported") await this.folder.removeContent(file);
      return change;
    });
  }

  async stop(id: string): Promise<ImportFile> {
    const file = await this.get(id);
    if (this.#job?.file === id) this.#job.program.stop();
    return file;
  }

  async remove(id: string): Promise<void> {
    const file = await this.get(id);
    if (this.#job?.file === id) throw new RuleError("CONFLICT", "Stop this file first.");
    await this.folder.remove(file);
    this.#files = this.#files.filter((one) => one.id !== id);
  }

  /** Returns the path of the refused rows, which the last check or import wrote. */
  async refusedRows(id: string): Promise<string> {
    return this.folder.path(await this.get(id), "refused");
  }

  /** Runs a schedule that is due. Returns false while a file is being read, because one program runs at a time. */
  async runSchedule(id: string): Promise<boolean> {
    if (this.#job !== undefined) return false;
    const program = runImportProgram(this.settings, ["schedule", "run", id, "--due", "--json"]);
    const job = { file: `schedule ${id}`, program };
    this.#job = job;
    this.#saved = program.ended.then(() => {
      if (this.#job === job) this.#job = undefined;
      return this.#inspectNext();
    });
    await this.#saved;
    return true;
  }

  /** Ends after the batch in progress. */
  async close(): Promise<void> {
    this.#job?.program.stop();
    await this.#saved;
  }

  /** Names the file and the map as the person knows them, and not where they are kept. */
  #problem(file: ImportFile, sentence: string): string {
    return sentence
      .replaceAll(this.folder.path(file, "content"), file.name)
      .replaceAll(`The map ${this.folder.path(file, "map")}`, "The map");
  }

  #map(file: ImportFile): string[] {
    if (file.isMapChanged) return ["--map", this.folder.path(file, "map")];
    return file.inspection === null ? [] : ["--propose"];
  }

  #import(file: ImportFile): string[] {
    return [
      this.folder.path(file, "content"),
      ...this.#map(file),
      ...(file.isFull ? ["--full"] : []),
      ...["--json", "--refused", this.folder.path(file, "refused")],
    ];
  }

  async #idle(id: string): Promise<ImportFile> {
    const file = await this.get(id);
    if (file.received < file.bytes) throw new RuleError("CONFLICT", "The file is not complete yet.");
    this.#refuseSecond(file);
    return file;
  }

  #refuseSecond({ id }: ImportFile): void {
    if (this.#job === undefined) return;
    const busy = this.#job.file === id ? "This file is being read already" : "Another file is being read";
    throw new RuleError("CONFLICT", `${busy}; wait for it, or stop it.`);
  }

  async #inspected(id: string): Promise<ImportFile> {
    const file = await this.#idle(id);
    if (file.inspection === null) throw new RuleError("CONFLICT", "The file could not be read yet.");
    return file;
  }

  async #start(
    file: ImportFile,
    state: Work,
    args: readonly string[],
    end: (result: ProgramResult) => Promise<Partial<ImportFile>>,
  ): Promise<ImportFile> {
    // Another request may have come since the file was idle.
    this.#refuseSecond(file);
    const program = runImportProgram(this.settings, args, (progress) => this.#change(file.id, { progress }));
    const job = { file: file.id, program };
    this.#job = job;
    const started = await this.#save({ ...file, state, problem: null, progress: null });
    this.#saved = program.ended
      .then((result) => end({ ...result, problem: this.#problem(file, result.problem) }))
      .catch((error: unknown) => ({ state: "failed" as const, problem: `The file could not be read: ${error}.` }))
      .then(async (change) => {
        // The next job of the file may have begun, and says itself what comes of it.
        if (this.#job !== job) return;
        this.#job = undefined;
        await this.#save({ ...(await this.get(file.id)), progress: null, ...change });
        await this.#inspectNext();
      })
      .catch(() => undefined);
    return started;
  }

  /** Reads a file that came while another one was read. */
  async #inspectNext(): Promise<void> {
    const next = this.#files.find(({ state }) => state === "waiting");
    if (next !== undefined && this.#job === undefined) await this.inspect(next.id, null);
  }

  async #save(file: ImportFile): Promise<ImportFile> {
    await this.folder.save(file);
    if (this.#files.some(({ id }) => id === file.id)) this.#change(file.id, file);
    else this.#files = [...this.#files, file];
    return file;
  }

  #change(id: string, change: Partial<ImportFile>): void {
    this.#files = this.#files.map((file) => (file.id === id ? { ...file, ...change } : file));
  }
}

function isBusy({ state }: ImportFile): boolean {
  return BUSY.some((busy) => busy === state);
}

/** A stopped program ends with the code of the signal, and has stored whole batches. */
function outcome(
  { code, problem, report, importId }: ProgramResult,
  done: "checked" | "imported",
): Partial<ImportFile> & Pick<ImportFile, "state"> {
  const result = { report: report ?? null, importId };
  if (code === 0) return { ...result, state: done, problem: null };
  if (code !== null && code > 128) return { ...result, state: "stopped", problem: null };
  return { ...result, state: "failed", problem: problem === "" ? "The import ended without a reason." : problem };
}

/**
 * Takes files of operators through their states: received in chunks, inspected, checked and imported. What is in progress
 * when the service ends is stopped then, and goes on when someone starts it again: an import continues after its last
 * batch.
 */
import { setTimeout as delay } from "node:timers/promises";
import { type ImportFile, importInspection, MOST_CHUNK_BYTES } from "@dealflow/contract/account/imports";
import { newId } from "@/service/store/new-id";
import { type FileFolder, openFolder } from "./folder";
import { type ProgramResult, type ProgramSettings, type RunningProgram, runImportProgram } from "./program";

/** The action does not fit the file; the message is a sentence for people. */
export class ImportFileError extends Error {
  override readonly name = "ImportFileError";
  constructor(
    readonly reason: "missing" | "unfit",
    message: string,
  ) {
    super(message);
  }
}

/** Kept files take space; imported ones are removed by those who imported them. */
const MOST_FILES = 50;
/** A request has less than five seconds (ms). */
const UNDO_WAIT_MS = 3_500;
const BUSY = ["inspecting", "checking", "importing"] as const;
type Work = (typeof BUSY)[number];

interface Job {
  readonly file: string;
  readonly program: RunningProgram;
}

export class ImportFiles {
  #files: Promise<ImportFile[]> | undefined;
  #job: Job | undefined;

  constructor(
    private readonly settings: ProgramSettings,
    private readonly folder: FileFolder = openFolder(settings.dataDir),
  ) {}

  /** Returns the files, newest first. */
  async list(): Promise<readonly ImportFile[]> {
    // What another process of the service, or this one before a restart, was doing has ended.
    this.#files ??= this.folder
      .readAll()
      .then((files) => files.map((file) => (isBusy(file) ? { ...file, state: "stopped" as const } : file)));
    return (await this.#files).toSorted((a, b) => (a.id < b.id ? 1 : -1));
  }

  async get(id: string): Promise<ImportFile> {
    const file = (await this.list()).find((one) => one.id === id);
    if (file === undefined) throw new ImportFileError("missing", "This file is no longer here.");
    return file;
  }

  async add(name: string, bytes: number): Promise<ImportFile> {
    if ((await this.list()).length >= MOST_FILES)
      throw new ImportFileError("unfit", `There are ${MOST_FILES} files here; remove one first.`);
    return this.#save({
      id: newId(),
      name,
      bytes,
      received: 0,
      state: "receiving",
      problem: null,
      inspection: null,
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
      throw new ImportFileError("unfit", "The chunk is larger than the rest of the file.");
    if (offset > file.received) throw new ImportFileError("unfit", `Send the bytes from ${file.received} first.`);
    await this.folder.write(file, offset, chunk);
    const received = Math.max(file.received, offset + chunk.byteLength);
    const saved = await this.#save({ ...file, received });
    return received === file.bytes ? this.inspect(id, null) : saved;
  }

  /** Finds out what the file holds, by the map or a proposed one. */
  async inspect(id: string, map: string | null): Promise<ImportFile> {
    const file = await this.#idle(id);
    if (map !== null) await this.folder.saveMap(file, map);
    const args = ["inspect", this.folder.path(file, "content"), "--json", ...this.#map(file, map !== null)];
    return this.#start(file, "inspecting", args, async (result) => {
      if (result.code !== 0) return { state: "failed", problem: result.problem };
      const inspection = importInspection.parse(JSON.parse(result.stdout));
      await this.folder.saveMap(file, inspection.map);
      return { state: "inspected", problem: null, inspection, report: null };
    });
  }

  async check(id: string): Promise<ImportFile> {
    const file = await this.#inspected(id);
    return this.#start(file, "checking", [...this.#import(file), "--dry-run"], async (result) => ({
      ...outcome(result, "checked"),
      importId: null,
    }));
  }

  async run(id: string): Promise<ImportFile> {
    const file = await this.#inspected(id);
    return this.#start(file, "importing", this.#import(file), async (result) => outcome(result, "imported"));
  }

  async stop(id: string): Promise<ImportFile> {
    const file = await this.get(id);
    if (this.#job?.file === id) this.#job.program.stop();
    return file;
  }

  async remove(id: string): Promise<void> {
    const file = await this.get(id);
    if (this.#job?.file === id) throw new ImportFileError("unfit", "Stop this file first.");
    await this.folder.remove(file);
    this.#files = Promise.resolve((await this.list()).filter((one) => one.id !== id));
  }

  /** Returns the path of the refused rows, which the last check or import wrote. */
  async refusedRows(id: string): Promise<string> {
    return this.folder.path(await this.get(id), "refused");
  }

  /** Undoes an import; returns whether it ended within the time that a request has, and else goes on. */
  async undo(importId: string): Promise<boolean> {
    const { ended } = runImportProgram(this.settings, ["undo", importId, "--json"]);
    const result = await Promise.race([ended, delay(UNDO_WAIT_MS)]);
    if (result === undefined) return false;
    if (result.code !== 0) throw new ImportFileError("unfit", result.problem);
    return true;
  }

  /** Ends after the batch in progress. */
  async close(): Promise<void> {
    this.#job?.program.stop();
    await this.#job?.program.ended;
  }

  #map(file: ImportFile, isGiven: boolean): string[] {
    return isGiven ? ["--map", this.folder.path(file, "map")] : [];
  }

  #import(file: ImportFile): string[] {
    return [
      this.folder.path(file, "content"),
      ...this.#map(file, true),
      ...["--json", "--refused", this.folder.path(file, "refused")],
    ];
  }

  async #idle(id: string): Promise<ImportFile> {
    const file = await this.get(id);
    if (file.received < file.bytes) throw new ImportFileError("unfit", "The file is not complete yet.");
    if (this.#job !== undefined)
      throw new ImportFileError("unfit", "Another file is being read; wait for it, or stop it.");
    return file;
  }

  async #inspected(id: string): Promise<ImportFile> {
    const file = await this.#idle(id);
    if (file.inspection === null) throw new ImportFileError("unfit", "The file could not be read yet.");
    return file;
  }

  async #start(
    file: ImportFile,
    state: Work,
    args: readonly string[],
    end: (result: ProgramResult) => Promise<Partial<ImportFile>>,
  ): Promise<ImportFile> {
    const program = runImportProgram(this.settings, args, (progress) => void this.#replace(file.id, { progress }));
    this.#job = { file: file.id, program };
    const started = await this.#save({ ...file, state, problem: null, progress: null });
    void program.ended
      .then(end)
      .catch((error: unknown) => ({ state: "failed" as const, problem: `The file could not be read: ${error}.` }))
      .then(async (change) => {
        this.#job = undefined;
        await this.#save({ ...(await this.get(file.id)), progress: null, ...change });
      });
    return started;
  }

  async #save(file: ImportFile): Promise<ImportFile> {
    await this.folder.save(file);
    await this.#replace(file.id, file, file);
    return file;
  }

  async #replace(id: string, change: Partial<ImportFile>, added?: ImportFile): Promise<void> {
    const files = await this.list();
    const isKnown = files.some((file) => file.id === id);
    const changed = files.map((file) => (file.id === id ? { ...file, ...change } : file));
    this.#files = Promise.resolve(isKnown || added === undefined ? changed : [...changed, added]);
  }
}

function isBusy({ state }: ImportFile): boolean {
  return BUSY.some((busy) => busy === state);
}

/** A program that was asked to stop ends with the code of the signal, and has stored whole batches. */
function outcome(
  { code, problem, report, importId }: ProgramResult,
  done: "checked" | "imported",
): Partial<ImportFile> & Pick<ImportFile, "state"> {
  const result = { report: report ?? null, importId };
  if (code === 0) return { ...result, state: done, problem: null };
  if (code !== null && code > 128) return { ...result, state: "stopped", problem: null };
  return { ...result, state: "failed", problem: problem === "" ? "The import ended without a reason." : problem };
}

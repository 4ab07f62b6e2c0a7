/**
 * Copies an installation into a folder while it runs: every table from one snapshot, streamed, so that memory stays the
 * same for any size. The embedded server has no pg_dump and keeps no log to copy files by.
 */
import { createHash, randomBytes } from "node:crypto";
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { to } from "pg-copy-streams";
import { missingFrom, readApplied, withoutRights } from "@/service/store/migrate";
import { withConnection } from "./connection";
import { type FileEntry, MANIFEST_HEAD, type Manifest, type TableEntry, tableFile, writeManifest } from "./manifest";
import type { Progress } from "./progress";
import { BackupError } from "./source";
import { tap } from "./streams";
import { copyOut, readTables, SECRET_TABLES, SEQUENCES, type Table } from "./tables";

/** The quickest level is used, because a backup shares the processor with the service that it copies. */
const COMPRESSION = { level: 1 };
const CHUNK_BYTES = 256 * 1024;

export interface BackupOptions {
  readonly url: string;
  /** This directory has the files that are not in the database. */
  readonly dataDir: string;
  /** The folder must be empty or not exist yet. */
  readonly folder: string;
  /** The installation's secret, sessions and links are included, so that they continue where it is restored. */
  readonly withSecrets: boolean;
  readonly version: string;
  readonly progress: Progress;
  /** Aborting leaves nothing of the backup. */
  readonly signal?: AbortSignal;
}

/** Returns the manifest of the backup. Throws one sentence; then nothing is left in the folder. */
export async function backup(options: BackupOptions): Promise<Manifest> {
  const folder = resolve(options.folder);
  const draft = createDraft(folder);
  try {
    const manifest = await withConnection(options.url, "backup", (client) => copyDatabase(client, draft, options));
    writeManifest(draft, manifest);
    // An empty folder is in the way of the rename on some systems.
    if (existsSync(folder)) rmdirSync(folder);
    renameSync(draft, folder);
    return manifest;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw sentence(error, options);
  }
}

/** Creates a neighbouring folder under another name, so that a half-written one is not taken for a backup. */
function createDraft(folder: string): string {
  const draft = join(dirname(folder), `${basename(folder)}.partial-${randomBytes(4).toString("hex")}`);
  try {
    if (existsSync(folder) && readdirSync(folder).length > 0)
      throw new BackupError(`${folder} is not empty; back up to a new or empty folder.`);
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(draft, { mode: 0o700 });
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`${folder} cannot be created: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return draft;
}

async function copyDatabase(client: pg.Client, draft: string, options: BackupOptions): Promise<Manifest> {
  const tables = await openSnapshot(client, options.withSecrets);
  const { rows: server } = await client.query<{ version: string; at: Date }>(
    "select current_setting('server_version') as version, now() as at",
  );
  const { version: postgres = "", at = new Date(0) } = server[0] ?? {};
  const migrations = await readApplied(client);
  missingFrom(migrations);
  const bytes = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  options.progress.stage("reading", bytes);
  const entries: TableEntry[] = [];
  let before = 0;
  for (const table of tables) {
    // The text of a table is about as long as the table; where it is longer, the bar waits.
    const show = (read: number) => options.progress.show(before + Math.min(read, table.bytes));
    entries.push(await copyTable(client, table, draft, show, options.signal));
    before += table.bytes;
  }
  // Sequences are read after the rows, so they are never behind them.
  const sequences = await readSequences(client);
  await client.query("commit");
  const names: FileEntry["name"][] = options.withSecrets ? ["budgets.json", "secret"] : ["budgets.json"];
  const files: FileEntry[] = [];
  for (const name of names) files.push(...(await copyFile(options.dataDir, name, draft)));
  const { version, withSecrets: secrets } = options;
  const omitted = secrets ? [] : [...SECRET_TABLES];
  const head = { ...MANIFEST_HEAD, version, postgres, takenAt: at.toISOString(), secrets };
  return { ...head, migrations, tables: entries, omitted, sequences, files };
}

/**
 * Locks the tables before the snapshot is taken, as pg_dump does: a migration that committed in between would show the new
 * shape of a table with the rows of the old one. The lock holds up no reader and no writer.
 */
async function openSnapshot(client: pg.Client, withSecrets: boolean): Promise<Table[]> {
  const readSelectedTables = async () =>
    (await readTables(client)).filter(({ name }) => withSecrets || !SECRET_TABLES.includes(name));
  const found = await readSelectedTables();
  if ((await readApplied(client)).length === 0)
    throw new BackupError("The database contains no Dealflow installation: there is nothing to back up.");
  await client.query("begin transaction isolation level repeatable read, read only");
  const names = ["schema_migrations", ...found.map(({ name }) => name)];
  await client.query(`lock table ${names.join(", ")} in access share mode`);
  const tables = await readSelectedTables();
  const shape = (all: readonly Table[]) => JSON.stringify(all.map(({ name, columns }) => [name, columns]));
  if (shape(found) === shape(tables)) return tables;
  await client.query("rollback");
  return openSnapshot(client, withSecrets);
}

async function copyTable(
  client: pg.Client,
  table: Table,
  draft: string,
  show: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<TableEntry> {
  const { name, columns } = table;
  const rows = client.query(to(copyOut(table), { highWaterMark: CHUNK_BYTES }));
  let read = 0;
  const watched = tap((chunk) => {
    read += chunk.length;
    show(read);
  });
  const file = await store([rows, watched, createGzip(COMPRESSION)], join(draft, tableFile(name)), signal);
  return { table: name, columns: [...columns], rows: rows.rowCount, ...file };
}

async function readSequences(client: pg.Client): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `select sequencename::text as name, last_value::text as value from pg_sequences
     where schemaname = current_schema() and sequencename = any($1) order by 1`,
    [SEQUENCES],
  );
  return rows.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]));
}

/** Copies nothing without such a file: the environment may have the secret, and budgets may not have been set. */
async function copyFile(dataDir: string, name: FileEntry["name"], draft: string): Promise<FileEntry[]> {
  let bytes: Buffer;
  try {
    bytes = readFileSync(join(dataDir, name));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw new BackupError(
      `${join(dataDir, name)} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  return [{ name, ...(await store([Readable.from([bytes])], join(draft, name), undefined)) }];
}

/** Writes the output of these streams to disk; returns the length and digest of the file. */
async function store(
  streams: readonly (NodeJS.ReadableStream | NodeJS.ReadWriteStream)[],
  path: string,
  signal: AbortSignal | undefined,
): Promise<Pick<TableEntry, "bytes" | "sha256">> {
  const digest = createHash("sha256");
  let bytes = 0;
  const measured = tap((chunk) => {
    digest.update(chunk);
    bytes += chunk.length;
  });
  const file = createWriteStream(path, { mode: 0o600, flush: true });
  const closed = new Promise<void>((resolve) => void file.once("close", () => resolve()));
  try {
    await pipeline([...streams, measured, file], { signal });
  } catch (error) {
    // A file that is opened after its folder was removed would stay.
    await closed;
    throw error;
  }
  return { bytes, sha256: digest.digest("hex") };
}

function sentence(error: unknown, { folder, signal }: BackupOptions): unknown {
  if (signal?.aborted === true) return new BackupError("The backup was cancelled; nothing was written.");
  if (error instanceof BackupError) return error;
  const known = withoutRights(error);
  if (known !== error || !(error instanceof Error)) return known;
  return new BackupError(`The backup to ${folder} failed; nothing was written: ${error.message}.`, { cause: error });
}

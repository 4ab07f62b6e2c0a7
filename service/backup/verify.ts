/** Checks every file of a backup against the manifest. */
import { createHash, hash } from "node:crypto";
import { Readable, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { missingFrom } from "@/service/store/migrate";
import { type FileEntry, type Manifest, type TableEntry, tableFile } from "./manifest";
import type { Progress } from "./progress";
import { BackupError, type BackupSource } from "./source";
import { tap } from "./streams";

const NEWLINE = 10;

/** Throws `BackupError` when this version cannot restore the backup, or for the first file that was changed. */
export async function verifyBackup(source: BackupSource, manifest: Manifest, progress: Progress, signal?: AbortSignal) {
  checkMigrations(manifest);
  const bytes = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0);
  progress.stage("checking", bytes);
  let before = 0;
  for (const entry of manifest.tables) {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    await readTableFile(source, entry, nowhere, (read) => progress.show(before + read), signal);
    before += entry.bytes;
  }
  for (const entry of manifest.files) await readDataFile(source, entry);
}

function checkMigrations({ migrations }: Manifest): void {
  try {
    missingFrom(migrations, "The backup");
  } catch (error) {
    throw new BackupError(error instanceof Error ? error.message : String(error));
  }
}

/** Writes the rows of a table to the stream. Throws `BackupError` when they differ from those that were written. */
export async function readTableFile(
  source: BackupSource,
  entry: TableEntry,
  into: Writable,
  show: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const file = tableFile(entry.table);
  const path = source.getPath(file);
  await expectLength(source, file, entry.bytes);
  const digest = createHash("sha256");
  let read = 0;
  let rows = 0;
  const compressed = tap((chunk) => {
    digest.update(chunk);
    read += chunk.length;
    show(read);
  });
  const lines = tap((chunk) => {
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) rows++;
  });
  try {
    await pipeline([Readable.from(source.read(file)), compressed, createGunzip(), lines, into], { signal });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code.startsWith("Z_")) throw damaged(path);
    throw error;
  }
  if (digest.digest("hex") !== entry.sha256) throw damaged(path);
  if (rows !== entry.rows)
    throw new BackupError(`${path} has ${rows} rows; expected ${entry.rows}: the backup is damaged.`);
}

export async function readDataFile(source: BackupSource, { name, bytes, sha256 }: FileEntry): Promise<Buffer> {
  await expectLength(source, name, bytes);
  const content = await buffer(source.read(name));
  if (hash("sha256", content) !== sha256) throw damaged(source.getPath(name));
  return content;
}

async function expectLength(source: BackupSource, file: string, bytes: number): Promise<void> {
  const found = await source.getSize(file);
  if (found === bytes) return;
  const path = source.getPath(file);
  throw new BackupError(
    found === undefined
      ? `${path} is missing: the backup is damaged.`
      : `${path} has ${found} bytes; expected ${bytes}: the backup is truncated or damaged.`,
  );
}

function damaged(path: string): BackupError {
  return new BackupError(`${path} is damaged: its contents do not match the checksum.`);
}

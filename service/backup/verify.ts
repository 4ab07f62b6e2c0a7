/** Checks every file of a backup against the manifest. */
import { createHash, hash } from "node:crypto";
import { createReadStream, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { missingFrom } from "@/service/store/migrate";
import { BackupError, type FileEntry, type Manifest, type TableEntry, tableFile } from "./manifest";
import type { Progress } from "./progress";
import { tap } from "./streams";

const NEWLINE = 10;

/** Throws `BackupError` when this version cannot restore the backup, or for the first file that was changed. */
export async function verifyBackup(
  folder: string,
  manifest: Manifest,
  progress: Progress,
  signal?: AbortSignal,
): Promise<void> {
  checkMigrations(manifest);
  progress.stage(
    "checking",
    manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  let before = 0;
  for (const entry of manifest.tables) {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    await readTableFile(folder, entry, nowhere, (read) => progress.show(before + read), signal);
    before += entry.bytes;
  }
  for (const entry of manifest.files) readDataFile(folder, entry);
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
  folder: string,
  entry: TableEntry,
  into: Writable,
  show: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const path = join(folder, tableFile(entry.table));
  expectLength(path, entry.bytes);
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
    await pipeline([createReadStream(path), compressed, createGunzip(), lines, into], { signal });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code.startsWith("Z_")) throw damaged(path);
    if (error instanceof Error && "path" in error && error.path === path) throw unreadable(path, error);
    throw error;
  }
  if (digest.digest("hex") !== entry.sha256) throw damaged(path);
  if (rows !== entry.rows)
    throw new BackupError(`${path} has ${rows} rows; expected ${entry.rows}: the backup is damaged.`);
}

export function readDataFile(folder: string, { name, bytes, sha256 }: FileEntry): Buffer {
  const path = join(folder, name);
  expectLength(path, bytes);
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
  if (hash("sha256", content) !== sha256) throw damaged(path);
  return content;
}

function expectLength(path: string, bytes: number): void {
  let found: number;
  try {
    found = statSync(path).size;
  } catch (error) {
    throw unreadable(path, error);
  }
  if (found !== bytes)
    throw new BackupError(`${path} has ${found} bytes; expected ${bytes}: the backup is truncated or damaged.`);
}

function unreadable(path: string, error: unknown): BackupError {
  return new BackupError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
}

function damaged(path: string): BackupError {
  return new BackupError(`${path} is damaged: its contents do not match the checksum.`);
}

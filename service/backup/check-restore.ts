/** Verifies a backup by restoring it into a scratch database, which is dropped afterwards. */
import { statfsSync } from "node:fs";
import type pg from "pg";
import { escapeIdentifier } from "pg";
import { withConnection } from "./connection";
import { readManifest, sumManifest } from "./manifest";
import { NO_PROGRESS, type Progress } from "./progress";
import { restore } from "./restore";
import { BackupError, type BackupSource } from "./source";
import { verifyBackup } from "./verify";

/** This number distinguishes the lock of scratch databases from other advisory locks. */
const LOCK = 0xbac2;
const SUFFIX = "_backup_check";
/** PostgreSQL cuts longer names. */
const LONGEST_NAME = 63;
/** The write-ahead log of a restore takes about as much space as its tables and indexes. */
const SPACE_FACTOR = 2.5;

interface VerifyOptions {
  readonly source: BackupSource;
  /** The server of this database restores the backup; null compares checksums only. */
  readonly url: string | null;
  /** The folder of the embedded database, whose disk must have room. */
  readonly location: string | null;
  readonly progress?: Progress;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns why the backup was not restored and only its checksums were compared; null when it was restored. Throws `BackupError` for
 * one that is damaged or cannot be restored.
 */
export async function checkBackup(options: VerifyOptions) {
  const { source, url, progress = NO_PROGRESS, signal } = options;
  const manifest = await readManifest(source);
  await verifyBackup(source, manifest, progress, signal);
  const { rows } = sumManifest(manifest);
  const notRestored =
    url === null
      ? "there is no database here"
      : await withScratchDatabase({ ...options, url }, (scratchUrl) =>
          restore({ url: scratchUrl, source, manifest, progress, signal, writeFiles: () => undefined }).catch(
            (error: unknown) => {
              if (!(error instanceof BackupError) || signal?.aborted === true) throw error;
              throw new BackupError(`${source.name} has its checksums but cannot be restored. ${error.message}`, {
                cause: error,
              });
            },
          ),
        );
  return { takenAt: manifest.takenAt, rows, notRestored };
}

/** Returns why the work was not done; null when it was. */
async function withScratchDatabase(
  { url, location, signal }: VerifyOptions & { readonly url: string },
  work: (url: string) => Promise<void>,
): Promise<string | null> {
  return withConnection(url, "backup-check", async (client) => {
    const { rows } = await client.query<{ name: string; mayCreate: boolean; bytes: string }>(
      `select current_database() as name, pg_database_size(current_database())::text as bytes,
         (select rolcreatedb or rolsuper from pg_roles where rolname = current_user) as "mayCreate"`,
    );
    const { name = "", mayCreate = false, bytes = "0" } = rows[0] ?? {};
    if (!mayCreate) return "the role of the service may not create databases";
    const disk = location === null ? undefined : statfsSync(location);
    if (disk !== undefined && disk.bavail * disk.bsize < SPACE_FACTOR * Number(bytes))
      return "the disk of the database has no room for a second one";
    // Another process that verifies would drop the database; one that died has left it.
    await lock(client, signal);
    const scratch = name.slice(0, LONGEST_NAME - SUFFIX.length) + SUFFIX;
    await dropDatabase(client, scratch);
    await client.query(`create database ${escapeIdentifier(scratch)} template template0 encoding 'UTF8'`);
    try {
      const scratchUrl = new URL(url);
      scratchUrl.pathname = `/${encodeURIComponent(scratch)}`;
      await work(scratchUrl.href);
    } finally {
      await dropDatabase(client, scratch);
    }
    return null;
  });
}

/** Waits for other processes; throws when the signal is aborted meanwhile. */
async function lock(client: pg.Client, signal: AbortSignal | undefined): Promise<void> {
  const stop = () => void client.end();
  signal?.addEventListener("abort", stop);
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`);
}

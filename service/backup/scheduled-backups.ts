/** Backs up every day, verifies each backup, and deletes old ones. Of several processes with one database one does it. */
import { renameSync } from "node:fs";
import { join } from "node:path";
import { backup } from "./backup";
import { changeBackupState, readBackupState } from "./backup-state";
import { checkBackup } from "./check-restore";
import { withConnection } from "./connection";
import { readManifest, sumManifest } from "./manifest";
import { NO_PROGRESS } from "./progress";
import { BackupError, openFolder } from "./source";
import { isStorageAddress, openStorage, StorageError, type StorageSettings } from "./storage";
import { openStorageTarget } from "./storage-target";
import { type BackupTarget, openFolderTarget, type Success } from "./target";
import { verifyBackup } from "./verify";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** This number distinguishes the lock of scheduled backups from other advisory locks. */
const LOCK = 0xbac1;
/** A verified backup waits in this folder of the data directory until it is uploaded. */
const STAGING = "backup-upload";

export interface BackupSchedule {
  /** Backups are written below this absolute path, or this address in object storage. */
  readonly location: string;
  /** Backups begin at these times of the day in UTC (minutes after midnight), ascending. */
  readonly times: readonly number[];
  /** So many intact backups stay. */
  readonly keep: number;
}

interface Installation {
  /** This connects to the database without a pooler. */
  readonly url: string;
  readonly location: string | null;
  readonly dataDir: string;
  readonly version: string;
  readonly storage: StorageSettings;
}

/**
 * Makes the backup that is due, unless it was made or another process is at it, which returns undefined. Throws `BackupError` and
 * stores why when it fails; no other backup is then deleted.
 */
export async function runDueBackup(
  installation: Installation,
  schedule: BackupSchedule,
  now: Date,
  signal: AbortSignal,
): Promise<Success | undefined> {
  const due = getLastDue(schedule.times, now).toISOString();
  return withConnection(installation.url, "scheduled-backup", async (client) => {
    const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [LOCK]);
    if (rows[0]?.locked !== true) return undefined;
    const { success: last, failure } = (await readBackupState(client)) ?? {};
    try {
      const target = await openTarget(installation, schedule, signal);
      const isMade = last ? last.due >= due : false;
      // After a failure the others are checked again, which it may have prevented.
      if (isMade && !failure) {
        target.tidy();
        return undefined;
      }
      const name = `dealflow-${now.toISOString().replaceAll(/[-:]|\.\d+/g, "")}`;
      const confirm = async () => void (await client.query("select 1"));
      const make = (directory: string) => makeBackup(installation, join(directory, name), due, signal);
      const success = isMade ? undefined : await target.add({ name, due, make, confirm });
      // Stored before old ones are deleted: when that fails, this one is not made again and again.
      if (success) await changeBackupState(client, { success, failure: null });
      const { intact, damaged } = await checkAll(target, signal);
      // Damaged backups don't count and stay.
      for (const old of intact.slice(0, -schedule.keep)) await target.remove(old);
      await changeBackupState(client, { failure: null, intact: Math.min(intact.length, schedule.keep), damaged });
      return success;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (!signal.aborted) await changeBackupState(client, { failure: { at: now.toISOString(), message } });
      throw error;
    }
  });
}

/** Returns the latest time up to this one at which a backup was due. */
export function getLastDue(times: readonly number[], now: Date): Date {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const all = [...times.map((minutes) => minutes * MINUTE_MS - DAY_MS), ...times.map((minutes) => minutes * MINUTE_MS)];
  return new Date(Math.max(...all.map((offset) => midnight + offset).filter((at) => at <= now.getTime())));
}

async function openTarget(
  { dataDir, storage }: Installation,
  { location }: BackupSchedule,
  signal: AbortSignal,
): Promise<BackupTarget> {
  if (!isStorageAddress(location)) return openFolderTarget(location);
  return openStorageTarget(await openStorage(location, storage, signal), join(dataDir, STAGING));
}

async function makeBackup(
  { url, location, dataDir, version }: Installation,
  folder: string,
  due: string,
  signal: AbortSignal,
): Promise<Success> {
  const startedAt = performance.now();
  const options = { url, dataDir, folder, withSecrets: false, version, progress: NO_PROGRESS, signal };
  const manifest = await backup(options);
  const check = checkBackup({ source: openFolder(folder), url, location, signal });
  const { takenAt, notRestored } = await check.catch((error: unknown) => {
    // Not taken for a backup, but there to be looked at until the next one.
    renameSync(folder, `${folder}.failed`);
    throw error;
  });
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return { folder, takenAt, due, bytes: sumManifest(manifest).bytes, seconds, notRestored };
}

/** Compares the files of all backups with their checksums. */
async function checkAll(target: BackupTarget, signal: AbortSignal) {
  const [intact, damaged]: [string[], string[]] = [[], []];
  for (const name of await target.list()) {
    const source = target.open(name);
    try {
      await verifyBackup(source, await readManifest(source), NO_PROGRESS, signal);
      intact.push(name);
    } catch (error) {
      if (!(error instanceof BackupError) || error instanceof StorageError) throw error;
      damaged.push(error.message);
    }
  }
  return { intact, damaged };
}

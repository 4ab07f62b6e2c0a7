/** Backs up every day, verifies each backup, and deletes old ones. Of several processes with one database one does it. */
import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { backup } from "./backup";
import { type BackupState, changeBackupState, readBackupState } from "./backup-state";
import { checkBackup } from "./check-restore";
import { withConnection } from "./connection";
import { BackupError, type Manifest, readManifest } from "./manifest";
import { NO_PROGRESS } from "./progress";
import { verifyBackup } from "./verify";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** This number distinguishes the lock of scheduled backups from other advisory locks. */
const LOCK = 0xbac1;
const OWN = /^dealflow-\d{8}T\d{6}Z$/;
/** An interrupted backup, and one that failed its verification. */
const LEFTOVER = /^dealflow-\d{8}T\d{6}Z\.(?:partial-[0-9a-f]+|failed)$/;

export interface BackupSchedule {
  /** An absolute path. */
  readonly directory: string;
  /** Times of the day in UTC (minutes after midnight), ascending. */
  readonly times: readonly number[];
  /** So many intact backups stay. */
  readonly keep: number;
}

interface Installation {
  /** The database, without a pooler. */
  readonly url: string;
  readonly location: string | null;
  readonly dataDir: string;
  readonly version: string;
}

type Success = NonNullable<BackupState["success"]>;

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
    const last = (await readBackupState(client))?.success;
    if (last && last.due >= due) return undefined;
    try {
      const success = await makeBackup(installation, schedule, { due, now }, signal);
      // Stored before old ones are deleted: when that fails, this one is not made again and again.
      await changeBackupState(client, { success, failure: null });
      const { intact, damaged } = await checkOthers(schedule, success.folder, signal);
      await changeBackupState(client, { intact: Math.min(intact.length, schedule.keep), damaged });
      deleteOld(schedule, intact, success.folder);
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

async function makeBackup(
  { url, location, dataDir, version }: Installation,
  { directory }: BackupSchedule,
  { due, now }: { readonly due: string; readonly now: Date },
  signal: AbortSignal,
): Promise<Success> {
  const startedAt = performance.now();
  deleteLeftovers(directory);
  const folder = join(directory, `dealflow-${now.toISOString().replaceAll(/[-:]|\.\d+/g, "")}`);
  const options = { url, dataDir, folder, withSecrets: false, version, progress: NO_PROGRESS, signal };
  const manifest = await backup(options);
  const { takenAt, notRestored } = await checkBackup({ folder, url, location, signal }).catch((error: unknown) => {
    // Not taken for a backup, but there to be looked at until the next one.
    renameSync(folder, `${folder}.failed`);
    throw error;
  });
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return { folder, takenAt, due, bytes: getBytes(manifest), seconds, notRestored };
}

/** Under the lock nobody is writing them. */
function deleteLeftovers(directory: string): void {
  for (const name of listNames(directory).filter((one) => LEFTOVER.test(one)))
    rmSync(join(directory, name), { recursive: true, force: true });
}

/** Compares the files of earlier backups with their checksums. Both lists have the oldest first. */
async function checkOthers(
  { directory }: BackupSchedule,
  newest: string,
  signal: AbortSignal,
): Promise<{ readonly intact: readonly string[]; readonly damaged: string[] }> {
  const [intact, damaged]: [string[], string[]] = [[], []];
  for (const name of listNames(directory).filter((one) => OWN.test(one))) {
    const folder = join(directory, name);
    try {
      if (folder !== newest) await verifyBackup(folder, readManifest(folder), NO_PROGRESS, signal);
      intact.push(folder);
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      damaged.push(error.message);
    }
  }
  return { intact, damaged };
}

/** Damaged backups don't count and stay, and so does everything that has another name. */
function deleteOld({ keep }: BackupSchedule, intact: readonly string[], newest: string): void {
  for (const folder of intact.slice(0, -keep)) if (folder !== newest) rmSync(folder, { recursive: true, force: true });
}

function listNames(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch (error) {
    // The first backup creates it.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw new BackupError(`${directory} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function getBytes({ tables, files }: Manifest): number {
  return [...tables, ...files].reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Stores how the latest scheduled backups ended, for metrics, the doctor and other processes. */
import type pg from "pg";
import * as z from "zod";

const NAME = "scheduled backups";

export const successSchema = z.object({
  /** The backup is in this folder, or at this address in object storage. */
  folder: z.string(),
  takenAt: z.string(),
  /** The time at which it was due (ISO). */
  due: z.string(),
  bytes: z.number(),
  seconds: z.number(),
  notRestored: z.nullable(z.string()),
});

const content = z.object({
  /** The latest backup that was verified. */
  success: z.nullable(successSchema),
  /** This is the latest failure, unless a success followed. */
  failure: z.nullable(z.object({ at: z.string(), message: z.string() })),
  /** Backups of the schedule that have their checksums, and why others do not. */
  intact: z.number(),
  damaged: z.array(z.string()),
});
export type BackupState = z.infer<typeof content>;

const NOTHING: BackupState = { success: null, failure: null, intact: 0, damaged: [] };

/** Returns undefined while no backup was due. */
export async function readBackupState(db: pg.Pool | pg.ClientBase): Promise<BackupState | undefined> {
  const { rows } = await db.query<{ value: unknown }>("select value from settings where name = $1", [NAME]);
  return rows[0] && content.parse(rows[0].value);
}

/** Call it under the lock of the scheduled backups. */
export async function changeBackupState(db: pg.ClientBase, change: Partial<BackupState>): Promise<void> {
  const state = { ...((await readBackupState(db)) ?? NOTHING), ...change };
  await db.query(
    "insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value",
    [NAME, JSON.stringify(state)],
  );
}

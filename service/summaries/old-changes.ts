import type pg from "pg";

/** A process that reads the changes of a feed less often than this reads all of it again. */
const KEPT_HOURS = 1;

/** Deletes the record of changes that every process has read by now. */
export async function deleteOldChanges(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query("delete from feed_changes where at < $1::timestamptz - make_interval(hours => $2)", [
    now,
    KEPT_HOURS,
  ]);
}

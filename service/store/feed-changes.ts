/** Defines the record of changes (`feed_changes`), by which programs keep the columns of the feeds current. */
import type pg from "pg";

/** Stands for all records of a feed in a version that changed them. */
export const ALL_RECORDS = "00000000-0000-0000-0000-000000000000";

/** A start after a longer pause reads the feeds from the database, instead of their snapshots. */
const KEPT_HOURS = 24;

/** Deletes old changes, except those of each feed's current version, by which a snapshot of it is recognized. */
export async function deleteOldChanges(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(
    `delete from feed_changes c using feeds f
     where f.feed = c.feed and c.version < f.version and c.at < $1::timestamptz - make_interval(hours => $2)`,
    [now, KEPT_HOURS],
  );
}

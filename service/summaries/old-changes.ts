import type pg from "pg";

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

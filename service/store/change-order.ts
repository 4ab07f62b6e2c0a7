/**
 * Orders the changes of companies and investors, for readers who keep their last cursor. Such a reader misses nothing,
 * also when a slow transaction commits late: every change carries an instant that its transaction took from the
 * directory's row of `feeds` while holding the lock on that row, and later than every instant taken before. The lock
 * lasts until the transaction ends, so the next writer takes its instant only after this one's changes are visible:
 * visible changes are always later than all that were visible before. A reader behind `(updated_at, id)` therefore has
 * before it exactly the changes that it has not seen. The order does not depend on synchronized clocks, nor on
 * transaction ids, which a restored backup would not keep.
 */
import type pg from "pg";

/** Takes the instant of a change, and keeps other writers of this directory waiting until the transaction ends. */
export async function takeChangeInstant(
  client: pg.ClientBase,
  directory: "companies" | "investors",
  now: Date,
): Promise<Date> {
  const { rows } = await client.query<{ changed_at: Date }>(
    `update feeds set changed_at = greatest($2, changed_at + interval '1 millisecond') where feed = $1
     returning changed_at`,
    [directory, now],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no feed ${directory}`);
  return row.changed_at;
}

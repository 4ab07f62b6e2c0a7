/** Counts the imports, for monitoring. */
import type pg from "pg";

/** An unfinished import runs, or was interrupted and is continued by importing its file again. */
export const IMPORT_STATES = ["complete", "unfinished", "undone"] as const;

interface ImportCounts {
  readonly imports: Readonly<Record<(typeof IMPORT_STATES)[number], number>>;
  /** The latest run of these schedules failed. */
  readonly failingSchedules: number;
}

export async function readImportCounts(pool: pg.Pool): Promise<ImportCounts> {
  const { rows } = await pool.query<ImportCounts>(
    `select json_build_object(
         'complete', count(*) filter (where undone_at is null and ended_at is not null),
         'unfinished', count(*) filter (where undone_at is null and ended_at is null),
         'undone', count(*) filter (where undone_at is not null)) as imports,
       (select count(*)::integer from import_schedules where failures > 0 and not paused) as "failingSchedules"
     from imports where kind = 'file'`,
  );
  const [counts] = rows;
  if (counts === undefined) throw new Error("an aggregate without groups has a row");
  return counts;
}

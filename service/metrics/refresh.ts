/**
 * Refreshes the metrics and creates a ranking snapshot: money raised, known people and prominence of each company.
 *
 * The row of the directory in `feeds` is locked throughout, as every writer of companies locks it: a company that is added
 * meanwhile waits, and then joins this snapshot. Readers do not wait. Of several processes that want the
 * same snapshot the first creates it; the others wait for that lock and find it done.
 */
import type pg from "pg";
import { ALL_RECORDS } from "@/service/store/feed-changes";
import { inTransaction } from "@/service/store/transaction";
import { cancellable, WRITE_RANKING_SNAPSHOT } from "./ranking-snapshot";

type RankingSnapshot = Awaited<ReturnType<typeof writeRankingSnapshot>>;

export async function refreshMetrics(pool: pg.Pool, now: Date) {
  const startedAt = performance.now();
  return finishRefresh(pool, await inTransaction(pool, (client) => writeRankingSnapshot(client, now)), startedAt);
}

/**
 * Refreshes the metrics unless that was done at the instant `since` or later; then returns undefined. The signal
 * cancels it and undoes all of it, with an `AbortError`.
 */
export async function refreshMetricsOnce(pool: pg.Pool, now: Date, since: Date, signal: AbortSignal) {
  if (await isRefreshedSince(pool, since)) return undefined;
  const startedAt = performance.now();
  const snapshot = await inTransaction(pool, (client) =>
    cancellable(pool, client, signal, async () => {
      await lockDirectory(client);
      return (await isRefreshedSince(client, since)) ? undefined : writeRankingSnapshot(client, now);
    }),
  );
  return snapshot === undefined ? undefined : finishRefresh(pool, snapshot, startedAt);
}

/** Tells whether a refresh happened since; generation 0 is that of an empty installation and does not count. */
async function isRefreshedSince(db: pg.Pool | pg.ClientBase, since: Date): Promise<boolean> {
  const { rows } = await db.query("select from rank_generations where generation > 0 and made_at >= $1 limit 1", [
    since,
  ]);
  return rows.length > 0;
}

/** Blocks other refreshes and all writers of companies until the transaction ends. */
async function lockDirectory(client: pg.ClientBase): Promise<void> {
  await client.query("select from feeds where feed = 'companies' for update");
}

/** Returns the generation, which cursors that are created with its ranks hold. */
async function writeRankingSnapshot(client: pg.ClientBase, now: Date) {
  await lockDirectory(client);
  const { rows } = await client.query<{ generation: number }>(
    `insert into rank_generations (generation, made_at)
     select max(generation) + 1, $1 from rank_generations returning generation`,
    [now],
  );
  const generation = rows[0]?.generation;
  if (generation === undefined) throw new Error("there is no generation of ranks to follow");
  await client.query("set local work_mem = '64MB'");
  const ranked = await client.query(WRITE_RANKING_SNAPSHOT, [now, generation]);
  // The previous snapshot stays, for the cursors that were created with it.
  for (const table of ["company_ranks", "rank_generations"])
    await client.query(
      `delete from ${table} where generation not in (
         select generation from rank_generations order by generation desc limit 2)`,
    );
  // A new version invalidates cached pages with the old metrics.
  await client.query(
    `with raised as (update feeds set version = version + 1 where feed = 'companies' returning feed, version)
     insert into feed_changes (feed, version, id) select feed, version, $1 from raised`,
    [ALL_RECORDS],
  );
  return { companies: ranked.rowCount ?? 0, generation };
}

/** Analyzes and vacuums: pages are planned by statistics, and the next snapshot reuses the deleted one's rows. */
async function finishRefresh(pool: pg.Pool, snapshot: RankingSnapshot, startedAt: number) {
  await pool.query("vacuum (analyze) company_figures, company_ranks");
  return { ...snapshot, ms: Math.round(performance.now() - startedAt) };
}

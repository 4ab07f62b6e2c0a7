/**
 * Makes the figures of a night: of each company what it raised and who is known there, and the ranks of prominence.
 *
 * The row of the directory in `feeds` is locked throughout, as every writer of companies locks it: a company that is added
 * meanwhile waits, and then joins the ranks of this night. Readers wait for nothing. Of several processes that want the
 * same night the first makes it; the others wait behind that lock and find it made.
 */
import type pg from "pg";
import { inTransaction } from "@/service/store/transaction";
import { cancellable } from "./cancellable";
import { WRITE_NIGHT } from "./night";

interface Night {
  readonly companies: number;
  /** Number of the night; the cursors made with its ranks hold it. */
  readonly generation: number;
}

export interface Refreshed extends Night {
  readonly ms: number;
}

/** Refreshes the figures as of an instant. */
export async function refreshFigures(pool: pg.Pool, now: Date): Promise<Refreshed> {
  const began = performance.now();
  return settled(pool, await inTransaction(pool, (client) => writeNight(client, now)), began);
}

/**
 * Refreshes the figures unless that was done at the instant `since` or later; undefined when there was nothing to do. The
 * signal ends it early and undoes all of it, with an `AbortError`.
 */
export async function refreshFiguresOnce(
  pool: pg.Pool,
  now: Date,
  since: Date,
  signal: AbortSignal,
): Promise<Refreshed | undefined> {
  if (await isMadeSince(pool, since)) return undefined;
  const began = performance.now();
  const night = await inTransaction(pool, (client) =>
    cancellable(pool, client, signal, async () => {
      await holdDirectory(client);
      return (await isMadeSince(client, since)) ? undefined : writeNight(client, now);
    }),
  );
  return night === undefined ? undefined : settled(pool, night, began);
}

/** Generation 0 is that of an empty installation: nobody made it. */
async function isMadeSince(db: pg.Pool | pg.ClientBase, since: Date): Promise<boolean> {
  const { rows } = await db.query("select from rank_generations where generation > 0 and made_at >= $1 limit 1", [
    since,
  ]);
  return rows.length > 0;
}

/** Keeps other nights and all writers of companies waiting until the transaction ends. */
async function holdDirectory(client: pg.ClientBase): Promise<void> {
  await client.query("select from feeds where feed = 'companies' for update");
}

async function writeNight(client: pg.ClientBase, now: Date): Promise<Night> {
  await holdDirectory(client);
  const { rows } = await client.query<{ generation: number }>(
    `insert into rank_generations (generation, made_at)
     select max(generation) + 1, $1 from rank_generations returning generation`,
    [now],
  );
  const generation = rows[0]?.generation;
  if (generation === undefined) throw new Error("there is no generation of ranks to follow");
  await client.query("set local work_mem = '64MB'");
  const ranked = await client.query(WRITE_NIGHT, [now, generation]);
  // The night before stays, for the cursors that were made with it.
  await client.query(
    `delete from company_ranks where generation not in (
       select generation from rank_generations order by generation desc limit 2)`,
  );
  await client.query(
    `delete from rank_generations where generation not in (
       select generation from rank_generations order by generation desc limit 2)`,
  );
  // Pages kept in memory are of the figures before.
  await client.query("update feeds set version = version + 1 where feed = 'companies'");
  return { companies: ranked.rowCount ?? 0, generation };
}

/** Pages are planned by statistics; and the rows of the dropped night make room for the next one. */
async function settled(pool: pg.Pool, night: Night, began: number): Promise<Refreshed> {
  await pool.query("vacuum (analyze) company_figures, company_ranks");
  return { ...night, ms: Math.round(performance.now() - began) };
}

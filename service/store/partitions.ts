/**
 * Adds the months of partitioned tables ahead of time, and drops those that have passed. A month is the range of the ids, which
 * are UUID v7, that are created in it (UTC). The first partition has what was there before the table had months, and the
 * default one what no month is there for.
 */
import type pg from "pg";
import { repeatWhileLocked } from "./migrate";
import { firstIdAt } from "./new-id";
import { onConnection } from "./transaction";

type PartitionedTable = "ledger" | "webhook_deliveries" | "webhook_attempts";

const TABLES: readonly PartitionedTable[] = ["ledger", "webhook_deliveries", "webhook_attempts"];
/** So many months after the current one have partitions. */
const MONTHS_AHEAD = 3;
/** A job waits this long for a lock before it leaves the work to its next run (ms). */
const WAIT_MS = 10_000;
const DELETED_TOGETHER = 10_000;

interface Partition {
  readonly name: string;
  /** It has the ids from this one on. The first partition has none. */
  readonly from: string | null;
  /** It has the ids below this one. The default partition has none. */
  readonly until: string | null;
}

/** Adds the partitions of this month and the next ones. A month of which the default partition has rows stays there. */
export async function addMonthPartitions(pool: pg.Pool, now: Date): Promise<void> {
  for (const table of TABLES)
    await whileUnlocked(pool, async (client) => {
      // Only one process adds them; requests are not held up.
      await client.query(`lock table only ${table} in share update exclusive mode`);
      const covered = (await readPartitions(client, table)).at(-1)?.until ?? "";
      for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++) {
        const month = getMonth(now, ahead);
        const from = firstIdAt(month.getTime());
        const until = firstIdAt(getMonth(now, ahead + 1).getTime());
        if (from < covered || (await hasRows(client, `${table}_default`, from, until))) continue;
        const name = `${table}_${month.toISOString().slice(0, 7).replace("-", "_")}`;
        // Attached, because a partition that is created as one locks the whole table.
        await client.query(`create table ${name} (like ${table} including defaults including constraints)`);
        await client.query(`alter table ${table} attach partition ${name} for values from ('${from}') to ('${until}')`);
      }
    });
}

/** Returns the beginning of a month that is so many months later. */
function getMonth(date: Date, later: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later));
}

/**
 * Drops the partitions all of whose ids are below this one, which takes no longer for many rows. Rows of a month stay until all
 * of it has passed; those of the first and the default partition are deleted. Rows that refer to them must be gone.
 */
export async function dropRowsBefore(pool: pg.Pool, table: PartitionedTable, id: string): Promise<void> {
  const partitions = await whileUnlocked(pool, async (client) => {
    // One that another process drops meanwhile would have no bounds.
    await client.query(`lock table only ${table} in access share mode`);
    return readPartitions(client, table);
  });
  for (const { name, from, until } of partitions) {
    if (until !== null && until <= id)
      await whileUnlocked(pool, async (client) => {
        await client.query(`lock table only ${table} in access exclusive mode`);
        // Another process may have dropped it.
        if (!(await readPartitions(client, table)).some((partition) => partition.name === name)) return;
        // A partition that foreign keys refer to cannot be dropped while it is one.
        await client.query(`alter table ${table} detach partition ${name}`);
        await client.query(`drop table ${name}`);
      });
    else if (from === null) await deleteRowsBefore(pool, name, id);
  }
}

async function deleteRowsBefore(pool: pg.Pool, partition: string, id: string): Promise<void> {
  const batch = `select id from ${partition} where id < $1 order by id limit ${DELETED_TOGETHER}`;
  for (let deleted: number | null = DELETED_TOGETHER; deleted === DELETED_TOGETHER; )
    ({ rowCount: deleted } = await pool.query(`delete from ${partition} where id = any (array(${batch}))`, [id]));
}

/** Lists the default partition first, and the others in their order. */
async function readPartitions(client: pg.ClientBase, table: PartitionedTable): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select name, substring(bound from $$FROM \\('(.+?)'\\)$$) as "from",
       substring(bound from $$TO \\('(.+?)'\\)$$) collate "C" as until
     from pg_inherits join pg_class c on c.oid = inhrelid
       cross join lateral (select c.oid::regclass::text as name, pg_get_expr(c.relpartbound, c.oid) as bound) p
     where inhparent = $1::regclass order by until nulls first`,
    [table],
  );
  return rows;
}

async function hasRows(client: pg.ClientBase, name: string, from: string, until: string): Promise<boolean> {
  const { rowCount } = await client.query(`select from ${name} where id >= $1 and id < $2 limit 1`, [from, until]);
  return rowCount !== 0;
}

/** Does the work in a transaction that no request waits for; it fails when the tables are in use for long. */
function whileUnlocked<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  return onConnection(pool, (client) => repeatWhileLocked(client, () => work(client), { totalMs: WAIT_MS }));
}

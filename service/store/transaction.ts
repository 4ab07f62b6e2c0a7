import type pg from "pg";
import { batching, defer } from "./batching";
import { CommitOutcomeUnknown, getSessionName, isConnectionLoss } from "./pools/connection-loss";

/**
 * Runs the work in one transaction on its own connection; any error undoes all of it. Given the connection of a
 * transaction, the work is a part of that one. Throws `CommitOutcomeUnknown` when the connection was lost while the
 * transaction was being committed.
 */
export function inTransaction<T>(db: pg.Pool | pg.PoolClient, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  if ("release" in db) return work(db);
  return withConnection(db, async (connect) => {
    const client = await connect();
    await client.query("begin");
    const result = await work(client);
    await commit(client, "commit");
    return result;
  });
}

/** Does the same on a connection that sends statements together, and, with `prepares`, plans each only once for any values. */
export function inBatchedTransaction<T>(
  pool: pg.Pool,
  options: { readonly prepares: boolean },
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return withConnection(pool, async (connect) => {
    const client = batching(await connect(), options);
    await defer(client, "begin");
    if (options.prepares) await defer(client, "set local plan_cache_mode = force_generic_plan");
    const result = await work(client);
    await commit(client, "commit");
    return result;
  });
}

/** Sends a statement whose values are literals. */
export type SendStatement = <Row extends pg.QueryResultRow>(statement: string) => Promise<Row[]>;

interface DeferredWork<T> {
  readonly work: (send: SendStatement) => Promise<T>;
  /** Its values are literals; undefined commits alone. */
  readonly last: (result: T) => string | undefined;
}

/** Does the same, but sends the begin with the first statement and the commit with the last, so that neither takes a round trip. */
export function inDeferredTransaction<T>(pool: pg.Pool, { work, last }: DeferredWork<T>): Promise<T> {
  return withConnection(pool, async (connect) => {
    let prefix = "begin;";
    const result = await work(async <Row extends pg.QueryResultRow>(statement: string) => {
      const text = `${prefix}${statement}`;
      prefix = "";
      // Several statements have several results.
      const results: pg.QueryResult<Row> | pg.QueryResult<Row>[] = await (await connect()).query<Row>(text);
      return [results].flat().at(-1)?.rows ?? [];
    });
    const final = last(result);
    await commit(await connect(), final === undefined ? "commit" : `${final};commit`);
    return result;
  });
}

/** Runs the work on a connection of its own, which is closed when it fails: this also ends its transaction. */
export async function onConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Runs the work with one connection, which is taken when it is first needed; an error rolls its transaction back. */
async function withConnection<T>(
  pool: pg.Pool,
  work: (connect: () => Promise<pg.PoolClient>) => Promise<T>,
): Promise<T> {
  let connection: Promise<pg.PoolClient> | undefined;
  const getClient = () => connection?.catch(() => undefined);
  let broken: Error | undefined;
  try {
    return await work(() => (connection ??= pool.connect()));
  } catch (error) {
    // A lost connection would not respond to a rollback either; its end undoes the transaction.
    if (error instanceof CommitOutcomeUnknown || isConnectionLoss(error)) broken = asError(error);
    else
      await (await getClient())?.query("rollback").catch((failure: unknown) => {
        broken = asError(failure);
      });
    throw error;
  } finally {
    (await getClient())?.release(broken);
  }
}

async function commit(client: pg.PoolClient, statements: string): Promise<void> {
  try {
    await client.query(statements);
  } catch (error) {
    throw isConnectionLoss(error) ? new CommitOutcomeUnknown(getSessionName(client), error) : error;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Tells whether a statement failed because a row with the same key is there. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}

import type pg from "pg";
import { backendPid, CommitOutcomeUnknown, isConnectionLoss } from "./connection-loss";

/** Statements that are sent together with the begin and with the commit, so that they take no round trip of their own. */
interface Ends<Row extends pg.QueryResultRow, T> {
  /** Its values are literals. */
  readonly first: string;
  /** Receives the rows of `first`. */
  readonly work: (client: pg.PoolClient, rows: readonly Row[]) => Promise<T>;
  /** Its values are literals; undefined commits alone. */
  readonly last: (result: T) => string | undefined;
}

/**
 * Runs the work in one transaction on its own connection; any error undoes all of it. Throws `CommitOutcomeUnknown`
 * when the connection was lost while the transaction was being committed.
 */
export function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return inTransactionWith(pool, { first: "", work, last: () => undefined });
}

/** Does the same with a first and a last statement. */
export async function inTransactionWith<Row extends pg.QueryResultRow, T>(
  pool: pg.Pool,
  { first, work, last }: Ends<Row, T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // Several statements have several results.
    const begun: pg.QueryResult<Row> | pg.QueryResult<Row>[] = await client.query<Row>(
      first === "" ? "begin" : `begin;${first}`,
    );
    const result = await work(client, [begun].flat().at(-1)?.rows ?? []);
    const final = last(result);
    await commit(client, final === undefined ? "commit" : `${final};commit`);
    return result;
  } catch (error) {
    // A lost connection would not respond to a rollback either; its end undoes the transaction.
    if (error instanceof CommitOutcomeUnknown || isConnectionLoss(error)) broken = asError(error);
    else
      await client.query("rollback").catch((failure: unknown) => {
        broken = asError(failure);
      });
    throw error;
  } finally {
    client.release(broken);
  }
}

async function commit(client: pg.PoolClient, statements: string): Promise<void> {
  try {
    await client.query(statements);
  } catch (error) {
    throw isConnectionLoss(error) ? new CommitOutcomeUnknown(backendPid(client), error) : error;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

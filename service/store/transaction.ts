import type pg from "pg";
import { backendPid, CommitOutcomeUnknown, isConnectionLoss } from "./connection-loss";

/**
 * Runs the work in one transaction on its own connection; any error undoes all of it. Throws `CommitOutcomeUnknown`
 * when the connection was lost while the transaction was being committed.
 */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const result = await work(client);
    await commit(client);
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

async function commit(client: pg.PoolClient): Promise<void> {
  try {
    await client.query("commit");
  } catch (error) {
    throw isConnectionLoss(error) ? new CommitOutcomeUnknown(backendPid(client), error) : error;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Database work that can be cancelled while a statement runs. */
import type pg from "pg";

/**
 * Runs the work on this connection; the signal cancels the statement in progress, and with it the work. That the signal,
 * and not a failure, was the reason is reported by an `AbortError`.
 * @param pool sends the cancellation, on a connection of its own
 */
export async function cancellable<T>(
  pool: pg.Pool,
  client: pg.ClientBase,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (signal === undefined) return work();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  let cancelling: Promise<unknown> | undefined;
  const cancel = () => {
    cancelling = pool.query("select pg_cancel_backend($1)", [rows[0]?.pid]).catch(() => undefined);
  };
  signal.addEventListener("abort", cancel);
  try {
    signal.throwIfAborted();
    const result = await work();
    signal.throwIfAborted();
    return result;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", cancel);
    // The connection may run other work next, which must not be cancelled.
    await cancelling;
  }
}

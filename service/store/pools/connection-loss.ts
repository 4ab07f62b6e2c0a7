/**
 * Distinguishes errors of broken or silent connections from those that the server reported, and finds out afterwards
 * whether the lost connection's work was done.
 */
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { NamedClient } from "./pool-client";

/** These SQLSTATEs report a failed connection, or a server that ends its connections or does not take any. */
const CONNECTION_LOST_STATE = /^(08|57P)/;
/** And these a server without room or connections, and a primary that has become a standby. */
const REFUSED_STATE = /^(53|25006$)/;
/** These system errors report a connection that could not be made or broke. */
const NO_CONNECTION = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** The driver reports a lost, silent or unavailable connection with these messages. */
const DRIVER_MESSAGES =
  /^(Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed)/;

/** Tells whether the connection is unusable; the server may or may not have run the statement in progress. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (error instanceof pg.DatabaseError) return CONNECTION_LOST_STATE.test(code);
  return NO_CONNECTION.test(code) || DRIVER_MESSAGES.test(error.message);
}

/** Tells whether an error means that the database cannot be used for now, for any statement. */
export function isOutage(error: unknown): boolean {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  return REFUSED_STATE.test(code) || isConnectionLoss(error);
}

/** Returns the name of a pool's connection in pg_stat_activity; undefined for others. */
export function getSessionName(client: pg.ClientBase): string | undefined {
  return client instanceof NamedClient ? client.sessionName : undefined;
}

/** The connection was lost during the commit: its outcome is unknown here. */
export class CommitOutcomeUnknown extends Error {
  override readonly name = "CommitOutcomeUnknown";

  constructor(
    readonly sessionName: string | undefined,
    override readonly cause: unknown,
  ) {
    super("the connection was lost while the transaction was being committed");
  }
}

/** A caller waits for the response, so an outcome that is not found by then stays unknown (ms). */
const LOOKUP_TIMEOUT_MS = 1_500;
const BETWEEN_TRIES_MS = 100;
/** One attempt may take this long (ms). */
const TRY_MS = 700;

/** A pooler passes the name on to the server; the process number that the driver knows is invented by the pooler. */
const END_BACKEND = `select pg_terminate_backend(pid, ${TRY_MS - 200}) as ended from pg_stat_activity
  where application_name = $1 and usename = current_user and pid <> pg_backend_pid()`;
/**
 * A commit that is ended while it waits for a standby is visible, and is lost when the standby takes over. This commits
 * something later, which waits for the standby too.
 */
const AWAIT_STANDBY = "select pg_logical_emit_message(true, 'dealflow', 'read after a loss')";

/**
 * Reads the outcome of a lost connection's statements on a new one. The lost one's backend is ended first: it may not
 * have received or run them yet, and must not do so after they were looked for. Returns undefined when that could not
 * be found out.
 */
export async function readAfterLoss<T>(
  pool: pg.Pool,
  sessionName: string | undefined,
  read: (client: pg.ClientBase) => Promise<T>,
): Promise<T | undefined> {
  if (sessionName === undefined) return undefined;
  const deadline = Date.now() + LOOKUP_TIMEOUT_MS;
  for (;;) {
    try {
      return await readOnce(pool, sessionName, read);
    } catch {
      if (Date.now() + BETWEEN_TRIES_MS > deadline) return undefined;
      await delay(BETWEEN_TRIES_MS);
    }
  }
}

async function readOnce<T>(
  pool: pg.Pool,
  sessionName: string,
  read: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...pool.options, connectionTimeoutMillis: TRY_MS, query_timeout: TRY_MS });
  // Without a listener an error between two statements would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ ended: boolean }>(END_BACKEND, [sessionName]);
    if (rows.some(({ ended }) => !ended)) throw new Error(`the work of ${sessionName} does not end`);
    const result = await read(client);
    await client.query(AWAIT_STANDBY);
    return result;
  } finally {
    // The end is not awaited: a silent connection would delay the caller of this read.
    client.end().catch(() => undefined);
  }
}

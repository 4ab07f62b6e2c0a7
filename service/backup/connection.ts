/** Opens the one connection of a backup or a restore, which may work for hours on a statement. */
import pg from "pg";

const CONNECT_MS = 10_000;
/** After this long without traffic, TCP keepalive probes the other side (ms). */
const KEEPALIVE_AFTER_MS = 10_000;

/** These override the server's and the role's settings, to allow long statements and fix how values are written. */
const SETTINGS = {
  statement_timeout: "0",
  idle_in_transaction_session_timeout: "0",
  lock_timeout: "0",
  client_encoding: "UTF8",
  DateStyle: "ISO, YMD",
  IntervalStyle: "postgres",
  TimeZone: "UTC",
  bytea_output: "hex",
  extra_float_digits: "1",
};

/** Runs the work over its own connection; uncommitted changes are undone at its end. */
export async function withConnection<T>(
  url: string,
  program: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `dealflow-${program}`,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
  });
  // A connection that breaks fails the statement in progress; without a listener it would end the process as well.
  client.on("error", () => undefined);
  await client.connect();
  try {
    for (const [name, value] of Object.entries(SETTINGS))
      await client.query("select set_config($1, $2, false)", [name, value]);
    return await work(client);
  } finally {
    await client.end();
  }
}

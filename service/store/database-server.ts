// Chooses PostgreSQL: the operator's, when DATABASE_URL names one, otherwise the embedded one.
import { Client } from "pg";
import { type DatabaseServer, openEmbeddedServer } from "./embedded/server";
import type { WalLevel } from "./embedded/settings";
import { POOLED_SETTINGS } from "./pools/pools";

const OLDEST_MAJOR = 15;
const CONNECT_MS = 10_000;
/** Sessions, limits and schedules compare times of both (ms). */
const MOST_CLOCK_DIFFERENCE_MS = 5_000;

/** Opens the database server. Throws one sentence that names the problem and the variable that changes it. */
export async function openDatabaseServer(options: {
  databaseUrl: string | null;
  /** Given where `databaseUrl` leads to a pooler: the same database without one. */
  sessionUrl?: string | undefined;
  /** A copy of the same database; it may be away. */
  replicaUrl?: string | undefined;
  dataDir: string;
  program: string;
  log: (sentence: string) => void;
  onLost?: (sentence: string) => void;
  /** When false, the embedded server does not wait for the disk, for data that is thrown away. */
  durable?: boolean;
  /** This is the `wal_level` of the embedded server. */
  walLevel?: WalLevel;
}): Promise<DatabaseServer> {
  const { databaseUrl, sessionUrl, replicaUrl, log } = options;
  if (databaseUrl === null) return openEmbeddedServer(options);
  const server = await readServer(databaseUrl, "DATABASE_URL");
  checkWritable(server);
  if (Math.abs(server.aheadMs) > MOST_CLOCK_DIFFERENCE_MS)
    log(
      `${server.name} has a clock that is ${Math.round(Math.abs(server.aheadMs) / 1_000)} s ${server.aheadMs > 0 ? "ahead of" : "behind"} the one of this machine; synchronize both.`,
    );
  if (sessionUrl === undefined) {
    if (server.isPooled)
      throw new Error(
        `${server.name} is behind a connection pooler; set DATABASE_SESSION_URL to the same database without the pooler.`,
      );
  } else {
    checkPooled(server);
    const sessions = await readServer(sessionUrl, "DATABASE_SESSION_URL");
    checkWritable(sessions);
    checkSame(server, sessions, "DATABASE_SESSION_URL");
  }
  if (replicaUrl !== undefined) {
    const replica = await readServer(replicaUrl, "DATABASE_REPLICA_URL").catch((error: Error) => {
      log(error.message);
      return undefined;
    });
    if (replica !== undefined) checkSame(server, replica, "DATABASE_REPLICA_URL");
  }
  return { url: databaseUrl, location: null, close: () => Promise.resolve() };
}

interface Server {
  /** Names it without its password, and the variable that has its address. */
  readonly name: string;
  readonly isReadOnly: boolean;
  /** The process that serves the connection is not the one that it was opened to. */
  readonly isPooled: boolean;
  /** Distinguishes databases, also of one server. */
  readonly identity: string;
  readonly jit: string;
  /** 0 is none (ms). */
  readonly statementMs: number;
  /** Its clock is ahead of the one here by so much (ms). */
  readonly aheadMs: number;
}

/** Throws one sentence when the server cannot be reached, or is too old for the queries after the first. */
async function readServer(url: string, variable: string): Promise<Server> {
  let address = "?";
  let major: number;
  let server: Omit<Server, "name"> | undefined;
  try {
    const parsed = new URL(url);
    address = `${parsed.host}${parsed.pathname}`;
    const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
    // Errors after the connection broke have no query to be reported to.
    client.on("error", () => {});
    await client.connect();
    try {
      const result = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
      major = Math.floor(Number(result.rows[0]?.version ?? 0) / 10_000);
      if (major >= OLDEST_MAJOR) server = await describeServer(client);
    } finally {
      await client.end();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new Error(`Cannot use the database at ${address} (${variable}): ${reason}.`);
  }
  const name = `The database at ${address} (${variable})`;
  if (server === undefined) throw new Error(`${name} is PostgreSQL ${major}; Dealflow needs ${OLDEST_MAJOR} or newer.`);
  return { ...server, name };
}

async function describeServer(client: Client): Promise<Omit<Server, "name"> | undefined> {
  const sentAt = Date.now();
  const { rows } = await client.query<Omit<Server, "name" | "isPooled" | "aheadMs"> & { pid: number; now: Date }>(
    `select pg_backend_pid() as pid, clock_timestamp() as now,
       current_setting('transaction_read_only') = 'on' as "isReadOnly", current_setting('jit') as jit,
       (select system_identifier from pg_control_system()) || ' ' || current_database() as identity,
       (extract(epoch from current_setting('statement_timeout')::interval) * 1000)::int as "statementMs"`,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const isPooled = "processID" in client && client.processID !== row.pid;
  return { ...row, isPooled, aheadMs: row.now.getTime() - (sentAt + Date.now()) / 2 };
}

function checkWritable({ name, isReadOnly }: Server): void {
  if (isReadOnly) throw new Error(`${name} is read-only; use the address of the primary.`);
}

function checkPooled({ name, jit, statementMs }: Server): void {
  const { jit: neededJit, statement_timeout: mostMs } = POOLED_SETTINGS;
  if (jit === neededJit && statementMs > 0 && statementMs <= mostMs) return;
  throw new Error(
    `${name} needs statement_timeout = ${mostMs} and jit = ${neededJit} for every connection of the pooler, for example by connect_query of PgBouncer; it has statement_timeout = ${statementMs} and jit = ${jit}.`,
  );
}

function checkSame(server: Server, other: Server, variable: string): void {
  if (server.identity !== other.identity) throw new Error(`DATABASE_URL and ${variable} lead to different databases.`);
}

/**
 * The connections of one program. Pages of a fixed shape and filtered pages have pools of their own, because the first
 * want one plan for ever and the second a plan for each query (with the other's setting each was several times slower);
 * totals have two connections, so that counting can never hold up a list.
 */
import pg from "pg";
import { isConnectionLoss } from "./connection-loss";

/** Connections on two cores; more only queue inside PostgreSQL. */
const READERS = 6;
const COUNTERS = 2;
/** One more than one person can have in use at once (`CONCURRENCY`), so that they never take the last one. */
const WRITERS = 6;
/** Every request authenticates: that never waits behind other people's work. */
const SESSIONS = 2;
/** Each workspace uses at most one of them, so that many wait for locks before any other workspace does. */
const CHARGERS = 6;
/** Requests under an idempotency key hold a connection until their response is stored. */
const KEYED = 6;
const JOBS = 3;

/** Connections stay open over a pause, because each new one prepares its statements again. */
const IDLE_MS = 60_000;
/** TCP keepalive: after so long without traffic the system probes the other side (ms). */
const KEEPALIVE_AFTER_MS = 10_000;
/** The server cancels a statement first; the client's own timeout is for an unresponsive server (ms). */
const CLIENT_GRACE_MS = 250;
/** No one waits for jobs, which may queue for a connection (ms). */
const JOBS_CONNECT_MS = 30_000;
/** A charge is one short statement; when its response is lost, there must be time left to look for it (ms). */
const CHARGE_MS = 2_250;

/** What takes longer, or waits longer for a connection, is abandoned, and the response is a 503 (ms). */
export interface Timeouts {
  readonly statementMs: number;
  readonly connectMs: number;
}

const TIMEOUTS: Timeouts = { statementMs: 4_000, connectMs: 2_500 };

export interface Pools {
  /** Pages whose SQL is always the same. */
  readonly fixed: pg.Pool;
  /** Pages whose SQL follows the filters. */
  readonly filtered: pg.Pool;
  /** Counts. */
  readonly totals: pg.Pool;
  /** Charges: one statement each, whose plan never changes. */
  readonly debits: pg.Pool;
  /** Requests under an idempotency key: one transaction each. */
  readonly keyed: pg.Pool;
  /** Everything else of requests that writes, and reads of accounts. */
  readonly main: pg.Pool;
  /** Authentication of requests: one short read each. */
  readonly sessions: pg.Pool;
  /** Work that no request waits for, without timeouts: migrations, imports, nightly metrics, administration. */
  readonly jobs: pg.Pool;
  /** Ends all connections once what runs on them is done. */
  close(): Promise<void>;
}

// Counts and balances stay far below 2^53, so bigint columns are numbers here.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

interface PoolSettings {
  readonly max: number;
  /** Settings of each of its sessions. */
  readonly settings: Readonly<Record<string, string | number>>;
  /** Undefined: a statement may take as long as it takes (ms). */
  readonly statementMs?: number | undefined;
  readonly connectMs: number;
}

function createPool(url: string, name: string, { max, settings, statementMs, connectMs }: PoolSettings): pg.Pool {
  const all = { ...settings, ...(statementMs === undefined ? {} : { statement_timeout: statementMs }) };
  const pool = new pg.Pool({
    connectionString: url,
    application_name: `dealflow-${name}`,
    max,
    options: Object.entries(all)
      .map(([setting, value]) => `-c ${setting}=${value}`)
      .join(" "),
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs === undefined ? undefined : statementMs + CLIENT_GRACE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
  });
  // A connection that breaks, idle or between two statements of a transaction, would end the process without a listener:
  // its user gets the error with the next statement.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("release", (error) => {
    if (isConnectionLoss(error)) closeIdle(pool);
  });
  return pool;
}

/** Where one connection went silent the others did too, and each would cost a request its whole timeout to find out. */
function closeIdle(pool: pg.Pool): void {
  for (let left = pool.idleCount; left > 0; left--)
    pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    );
}

/** @param replicaUrl takes the reads of the feed when given. */
export function openPools(url: string, replicaUrl: string = url, timeouts: Timeouts = TIMEOUTS): Pools {
  const { statementMs, connectMs } = timeouts;
  const jit = { jit: "off" };
  const reader = (name: string, max: number, settings: PoolSettings["settings"] = {}) =>
    createPool(replicaUrl, name, { max, settings: { ...jit, ...settings }, statementMs, connectMs });
  const writer = (name: string, max: number, settings: PoolSettings["settings"] = {}, most = statementMs) =>
    createPool(url, name, {
      max,
      settings: { ...jit, ...settings },
      statementMs: Math.min(most, statementMs),
      connectMs,
    });
  const pools = {
    fixed: reader("fixed", READERS, { plan_cache_mode: "force_generic_plan" }),
    filtered: reader("filtered", READERS, { plan_cache_mode: "force_custom_plan" }),
    totals: reader("totals", COUNTERS),
    // A transaction that locks a workspace for long must not stall every charge for ever.
    debits: writer("debits", CHARGERS, { plan_cache_mode: "force_generic_plan" }, CHARGE_MS),
    keyed: writer("keyed", KEYED),
    main: writer("main", WRITERS),
    sessions: writer("sessions", SESSIONS, { plan_cache_mode: "force_generic_plan" }),
    jobs: createPool(url, "jobs", { max: JOBS, settings: jit, connectMs: JOBS_CONNECT_MS }),
  };
  return {
    ...pools,
    close: async () => {
      await Promise.all(Object.values(pools).map((one) => one.end()));
    },
  };
}

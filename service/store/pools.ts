/**
 * The connections of one program. Pages of a fixed shape and filtered pages have pools of their own, because the first
 * want one plan for ever and the second a plan for each query (with the other's setting each was several times slower);
 * totals have two connections, so that counting can never hold up a list.
 */
import pg from "pg";

/** Connections on two cores; more only queue inside PostgreSQL. */
const READERS = 6;
const COUNTERS = 2;
const WRITERS = 3;
/** Charges run one at a time per process; the second connection is for the moment in which the first one broke. */
const CHARGERS = 2;
/** Requests under an idempotency key hold a connection until their answer is stored. */
const KEYED = 4;

/** Connections are kept over a pause, because each new one prepares its statements again. */
const IDLE_MS = 60_000;

/** A page that takes longer, or waits longer for a connection, is given up and answered with 503 (ms). */
export interface Timeouts {
  readonly readMs: number;
  readonly connectMs: number;
}

const TIMEOUTS: Timeouts = { readMs: 10_000, connectMs: 15_000 };

export interface Pools {
  /** Pages whose SQL is always the same. */
  readonly fixed: pg.Pool;
  /** Pages whose SQL follows the filters. */
  readonly filtered: pg.Pool;
  /** Counts. */
  readonly totals: pg.Pool;
  /** Charges: one statement whose plan never changes. */
  readonly debits: pg.Pool;
  /** Requests under an idempotency key: one transaction each. */
  readonly keyed: pg.Pool;
  /** Everything else that writes, and reads of accounts. */
  readonly main: pg.Pool;
  /** Ends all connections once what runs on them is done. */
  close(): Promise<void>;
}

// Counts and balances stay far below 2^53, so bigint columns are numbers here.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

function pool(url: string, name: string, max: number, connectMs: number, options: string): pg.Pool {
  const made = new pg.Pool({
    connectionString: url,
    application_name: `dealflow-${name}`,
    max,
    options,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: connectMs,
  });
  // A connection that breaks while idle is replaced on the next use; without a listener it would end the process.
  made.on("error", () => undefined);
  return made;
}

/** @param replicaUrl takes the reads of the feed when given. */
export function openPools(url: string, replicaUrl: string = url, { readMs, connectMs }: Timeouts = TIMEOUTS): Pools {
  const timeout = `-c statement_timeout=${readMs}`;
  const reader = (name: string, max: number, options: string) =>
    pool(replicaUrl, name, max, connectMs, `${timeout} ${options}`);
  const writer = (name: string, max: number, options: string) => pool(url, name, max, connectMs, options);
  const pools = {
    fixed: reader("fixed", READERS, "-c plan_cache_mode=force_generic_plan -c jit=off"),
    filtered: reader("filtered", READERS, "-c plan_cache_mode=force_custom_plan -c jit=off"),
    totals: reader("totals", COUNTERS, "-c jit=off"),
    // Whoever locks a workspace for long must not stall every charge for ever.
    debits: writer("debits", CHARGERS, `${timeout} -c plan_cache_mode=force_generic_plan -c jit=off`),
    keyed: writer("keyed", KEYED, `${timeout} -c jit=off`),
    main: writer("main", WRITERS, "-c jit=off"),
  };
  return {
    ...pools,
    close: async () => {
      await Promise.all(Object.values(pools).map((one) => one.end()));
    },
  };
}

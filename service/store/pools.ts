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

/** Connections are kept over a pause, because each new one prepares its statements again. */
const IDLE_MS = 60_000;

/** A page that takes longer is given up and answered with 503 (ms). */
export const READ_TIMEOUT_MS = 10_000;

export interface Pools {
  /** Pages whose SQL is always the same. */
  readonly fixed: pg.Pool;
  /** Pages whose SQL follows the filters. */
  readonly filtered: pg.Pool;
  /** Counts. */
  readonly totals: pg.Pool;
  /** Charges: one statement whose plan never changes. */
  readonly debits: pg.Pool;
  /** Everything else that writes, and reads of accounts. */
  readonly main: pg.Pool;
  /** Ends all connections once what runs on them is done. */
  close(): Promise<void>;
}

// Counts and balances stay far below 2^53, so bigint columns are numbers here.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

function pool(url: string, name: string, max: number, options: string): pg.Pool {
  const made = new pg.Pool({
    connectionString: url,
    application_name: `dealflow-${name}`,
    max,
    options,
    idleTimeoutMillis: IDLE_MS,
  });
  // A connection that breaks while idle is replaced on the next use; without a listener it would end the process.
  made.on("error", () => undefined);
  return made;
}

/** @param replicaUrl takes the reads of the feed when given. */
export function openPools(url: string, replicaUrl: string = url): Pools {
  const timeout = `-c statement_timeout=${READ_TIMEOUT_MS}`;
  const fixed = pool(replicaUrl, "fixed", READERS, `${timeout} -c plan_cache_mode=force_generic_plan`);
  const filtered = pool(replicaUrl, "filtered", READERS, `${timeout} -c plan_cache_mode=force_custom_plan -c jit=off`);
  const totals = pool(replicaUrl, "totals", COUNTERS, `${timeout} -c jit=off`);
  const debits = pool(url, "debits", CHARGERS, "-c plan_cache_mode=force_generic_plan");
  const main = pool(url, "main", WRITERS, "-c jit=off");
  return {
    fixed,
    filtered,
    totals,
    debits,
    main,
    close: async () => {
      await Promise.all([fixed.end(), filtered.end(), totals.end(), debits.end(), main.end()]);
    },
  };
}

/**
 * Opens the connections of one program. Pages of a fixed shape and filtered pages have separate pools, because the
 * first want one plan forever and the second a plan for each query (with the other's setting each was several times
 * slower); totals have two connections, so that counting can never delay a list.
 */
import pg from "pg";
import { BoundedPool, type ServerActivity } from "./bounded-pool";
import { isConnectionLoss } from "./connection-loss";
import { NamedClient, UnpreparedClient } from "./pool-client";
import { ReplicaLag } from "./replica-lag";

/** By default a service opens as many connections as two cores keep busy; more only queue inside PostgreSQL. */
export const CONNECTIONS = { least: 25, default: 41 } as const;

/** A class of work has its own connections. */
interface Share {
  readonly max: number;
  /** Work holds a connection about this long on a busy machine; how many may wait follows from it (ms). */
  readonly usualMs: number;
}

/** `max` follows from the number of connections. */
const FIXED = { usualMs: 15 };
const FILTERED = { usualMs: 30 };
const TOTALS: Share = { max: 2, usualMs: 50 };
/** One person can use one fewer (`CONCURRENCY`), so that they never take the last one. */
const MAIN: Share = { max: 6, usualMs: 20 };
/** Every request authenticates, and must never wait for other people's work. */
const SESSIONS: Share = { max: 2, usualMs: 5 };
/** Each workspace uses at most one of them, and few of them wait for locked workspaces (`credits/lock-waits.ts`). */
const DEBITS = { usualMs: 15 };
/** Requests under an idempotency key hold a connection from their claim until their response is stored; few of them wait too. */
const KEYED = { usualMs: 30 };
const JOBS = 3;
const PROBES = 1;
/** Each thread of the summaries opens its own connection. */
const SUMMARIES = 3;
const UNSCALED = TOTALS.max + MAIN.max + SESSIONS.max + JOBS + PROBES + SUMMARIES;
/** This many classes of work share the rest. */
const SCALED = 4;

/** Connections stay open over a pause, because each new one prepares its statements again. */
const IDLE_MS = 60_000;
/** After this long without traffic, TCP keepalive probes the other side (ms). */
const KEEPALIVE_AFTER_MS = 10_000;
/** The server cancels a statement first; the client's own timeout is for an unresponsive server (ms). */
const CLIENT_GRACE_MS = 250;
/** No one waits for jobs, which may queue for a connection (ms). */
const JOBS_CONNECT_MS = 30_000;
/** A charge is one short statement; when its response is lost, there must be time left to look for it (ms). */
const CHARGE_MS = 2_250;

/** A statement that takes longer, or waits longer for a connection, is abandoned, and the response is a 503 (ms). */
interface Timeouts {
  readonly statementMs: number;
  readonly connectMs: number;
}

/** A replica may lack what was imported this long ago (ms). */
const REPLICA_LAG_MS = 5_000;

const TIMEOUTS: Timeouts = { statementMs: 4_000, connectMs: 2_500 };
/** Health checks wait for no one else, so a server that takes longer does not answer. */
const PROBE_TIMEOUTS: Timeouts = { statementMs: 1_000, connectMs: 1_000 };
/** Two checks of a silent server fail within 2 s. */
const LAG_TIMEOUTS: Timeouts = { statementMs: 400, connectMs: 600 };

/** Reads of the feed. */
export interface ReadingPools {
  /** The SQL of these pages is always the same. */
  readonly fixed: pg.Pool;
  /** The SQL of these pages depends on the filters. */
  readonly filtered: pg.Pool;
  /** This pool runs counts. */
  readonly totals: BoundedPool;
}

export interface NamedPool {
  readonly name: string;
  readonly pool: BoundedPool;
}

/** Its reads of the feed go to the replica while there is one that is near enough. */
export interface Pools extends ReadingPools {
  /** Tells what a workspace owns and what something costs. While the primary is away nothing can be bought, and the replica tells it. */
  readonly primary: ReadingPools;
  /** Each charge is one statement, whose plan never changes. */
  readonly debits: pg.Pool;
  /** Each request under an idempotency key is one transaction. */
  readonly keyed: BoundedPool;
  /** Requests write everything else here, and read accounts. */
  readonly main: pg.Pool;
  /** Each request is authenticated by one short read. */
  readonly sessions: pg.Pool;
  /** Health checks have connections of their own, which no request can take. */
  readonly probe: pg.Pool;
  /** It is undefined without a replica. */
  readonly replica: ReplicaLag | undefined;
  /** No request waits for this work, so it has no timeouts: migrations, imports, nightly metrics, administration. */
  readonly jobs: pg.Pool;
  /** Monitoring reads every pool but those of health checks. */
  readonly all: readonly NamedPool[];
  /** Ends all connections once their work is done. */
  close(): Promise<void>;
}

// Counts and balances stay far below 2^53, so bigint columns are numbers here.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

interface Server {
  readonly url: string;
  readonly activity: ServerActivity;
  /** The address leads to a pooler, which gives each transaction another connection. */
  readonly isPooled: boolean;
}

/** A pooler must give its connections these settings, because they keep none of their clients. */
export const POOLED_SETTINGS = { jit: "off", statement_timeout: TIMEOUTS.statementMs } as const;

interface PoolSettings {
  readonly max: number;
  /** These settings apply to each of the pool's sessions. */
  readonly settings: Readonly<Record<string, string | number>>;
  /** When undefined, a statement may take any time (ms). */
  readonly statementMs?: number | undefined;
  readonly connectMs: number;
  /** More than these are refused immediately; undefined: all may wait. */
  readonly maxWaiting?: number | undefined;
}

function createPool(
  { url, activity, isPooled }: Server,
  name: string,
  { max, settings, statementMs, connectMs, maxWaiting = Number.POSITIVE_INFINITY }: PoolSettings,
): BoundedPool {
  const all = { ...settings, ...(statementMs === undefined ? {} : { statement_timeout: statementMs }) };
  const config = {
    connectionString: url,
    application_name: `dealflow-${name}`,
    Client: isPooled ? UnpreparedClient : NamedClient,
    max,
    ...(isPooled ? {} : { options: formatOptions(all) }),
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs === undefined ? undefined : statementMs + CLIENT_GRACE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
  };
  const pool = new BoundedPool(config, maxWaiting, activity);
  // A connection that breaks, idle or between two statements of a transaction, would end the process without a
  // listener: its user gets the error with the next statement.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("release", (error) => {
    if (isConnectionLoss(error)) closeIdle(pool);
  });
  return pool;
}

function formatOptions(settings: PoolSettings["settings"]): string {
  return Object.entries(settings)
    .map(([setting, value]) => `-c ${setting}=${value}`)
    .join(" ");
}

/** Closes idle connections: each may have gone silent too, and would cost a request its whole timeout. */
function closeIdle(pool: pg.Pool): void {
  for (let left = pool.idleCount; left > 0; left--)
    pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    );
}

interface PoolOptions {
  /** Serves the reads of the feed. */
  readonly replicaUrl?: string | undefined;
  /** Given where the other addresses lead to poolers, for work that needs a session. */
  readonly sessionUrl?: string | undefined;
  /** A replica that is further behind serves no reads (ms). */
  readonly replicaLagMs?: number;
  /** Most connections of a service to the primary; to a replica it opens up to half as many. */
  readonly connections?: number;
  readonly timeouts?: Timeouts;
}

export function openPools(
  url: string,
  {
    replicaUrl,
    sessionUrl,
    replicaLagMs = REPLICA_LAG_MS,
    connections = CONNECTIONS.default,
    timeouts = TIMEOUTS,
  }: PoolOptions = {},
): Pools {
  const unscaled = replicaUrl === undefined ? UNSCALED : UNSCALED + 1;
  const max = Math.floor((connections - unscaled) / SCALED);
  const { statementMs, connectMs } = timeouts;
  const isPooled = sessionUrl !== undefined;
  const createServer = (url: string) => ({ url, activity: { answeredAt: Number.NEGATIVE_INFINITY }, isPooled });
  const primary = createServer(url);
  const sessions = sessionUrl === undefined ? primary : { ...createServer(sessionUrl), isPooled: false };
  const jit = { jit: "off" };
  const open = (
    server: Server,
    name: string,
    { max, usualMs }: Share,
    settings: PoolSettings["settings"] = {},
    most = statementMs,
  ) =>
    createPool(server, name, {
      max,
      settings: { ...jit, ...settings },
      statementMs: Math.min(most, statementMs),
      connectMs,
      // Anyone behind them would wait longer than `connectMs`.
      maxWaiting: Math.floor((max * connectMs) / usualMs),
    });
  const openProbe = (server: Server, timeouts: Timeouts) =>
    createPool(server, "probe", { max: 1, settings: jit, ...timeouts });
  const openReading = (server: Server) => ({
    fixed: open(server, "fixed", { ...FIXED, max }, { plan_cache_mode: "force_generic_plan" }),
    filtered: open(server, "filtered", { ...FILTERED, max }, { plan_cache_mode: "force_custom_plan" }),
    totals: open(server, "totals", TOTALS),
  });
  const reading = openReading(primary);
  const others = {
    // A transaction that locks a workspace for long must not stall every charge forever.
    debits: open(primary, "debits", { ...DEBITS, max }, { plan_cache_mode: "force_generic_plan" }, CHARGE_MS),
    keyed: open(primary, "keyed", { ...KEYED, max }, {}, CHARGE_MS),
    main: open(primary, "main", MAIN),
    sessions: open(primary, "sessions", SESSIONS, { plan_cache_mode: "force_generic_plan" }),
    jobs: createPool(sessions, "jobs", { max: JOBS, settings: jit, connectMs: JOBS_CONNECT_MS }),
  };
  const probe = openProbe(primary, PROBE_TIMEOUTS);
  const close = (all: readonly NamedPool[], probes: readonly pg.Pool[]) => async () =>
    void (await Promise.all([...all.map(({ pool }) => pool), ...probes].map((pool) => pool.end())));
  const own = nameAll({ ...reading, ...others });
  if (replicaUrl === undefined)
    return {
      ...{ ...reading, primary: reading, ...others, probe, replica: undefined },
      ...{ all: own, close: close(own, [probe]) },
    };

  const server = createServer(replicaUrl);
  const replicaReading = openReading(server);
  const [primaryLag, lag] = [openProbe(primary, LAG_TIMEOUTS), openProbe(server, LAG_TIMEOUTS)];
  const replica = new ReplicaLag(primaryLag, lag, replicaLagMs);
  const all = [...own, ...nameAll(replicaReading, "replica-")];
  return Object.assign(
    choosing(() => (replica.isNear ? replicaReading : reading)),
    {
      primary: choosing(() => (replica.isPrimaryAway ? replicaReading : reading)),
      ...others,
      ...{ probe, replica, all },
      close: close(all, [probe, primaryLag, lag]),
    },
  );
}

function nameAll(pools: Readonly<Record<string, BoundedPool>>, prefix = ""): NamedPool[] {
  return Object.entries(pools).map(([name, pool]) => ({ name: `${prefix}${name}`, pool }));
}

/** Each use chooses again. */
function choosing(choose: () => ReadingPools): ReadingPools {
  return {
    get fixed() {
      return choose().fixed;
    },
    get filtered() {
      return choose().filtered;
    },
    get totals() {
      return choose().totals;
    },
  };
}

/**
 * Bounds the queue for the connections of a pool: a request beyond the bound is refused immediately, because it would wait longer than
 * anyone may. A request that waited in vain is refused for the same reason.
 */
import pg from "pg";
import { bindToRequest, startPart } from "@/lib/monitoring/phases";
import { REFUSALS, type RequestRefused } from "../refusal";

/** The driver reports with these messages that no connection was free, or could be opened, in time. */
const TIMED_OUT = /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/;
/** Health checks have an answer of the server twice a second, so one that gave none for this long is away (ms). */
const SILENCE_MS = 1_500;

/** Pools of the same database server share this: when any of them last got an answer (ms of the monotonic clock). */
export interface ServerActivity {
  answeredAt: number;
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

export class BoundedPool extends pg.Pool {
  readonly #maxWaiting: number;
  readonly #server: ServerActivity;
  #waitedMs = 0;

  constructor(config: pg.PoolConfig, maxWaiting: number, server: ServerActivity) {
    super(config);
    this.#maxWaiting = maxWaiting;
    this.#server = server;
    this.on("release", (error) => {
      // A statement that failed was answered too.
      if (error == null || error instanceof pg.DatabaseError) server.answeredAt = performance.now();
    });
  }

  /** All requests for a connection together waited this long (ms). */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** Throws `RequestRefused` when a request would be refused, for work that is done before a connection is needed. */
  requireRoom(): void {
    if (this.#isFull) throw this.createRefusal();
  }

  /** Says of a request that nobody could serve in time whether there was too much to do, or the server is away. */
  createRefusal(): RequestRefused {
    const isSilent = performance.now() - this.#server.answeredAt > SILENCE_MS;
    return isSilent ? REFUSALS.unavailable : REFUSALS.overloaded;
  }

  get #isFull(): boolean {
    // Those for whom a connection is idle get it in the same turn of the event loop.
    return this.waitingCount - this.idleCount >= this.#maxWaiting;
  }

  #explain(error: Error): Error {
    return TIMED_OUT.test(error.message) ? this.createRefusal() : error;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (this.#isFull) {
      const refusal = this.createRefusal();
      if (callback === undefined) return Promise.reject(refusal);
      callback(refusal, undefined, () => undefined);
      return undefined;
    }
    const startedAt = performance.now();
    const endPart = startPart({ phase: "connection", name: "wait for a connection" });
    const endWait = (error?: Error) => {
      this.#waitedMs += performance.now() - startedAt;
      endPart(error);
    };
    if (callback === undefined)
      return super.connect().then(
        (client) => {
          endWait();
          return client;
        },
        (error: Error) => {
          endWait(error);
          throw this.#explain(error);
        },
      );
    // The request that releases a connection calls back the one that waits for it.
    const respond = bindToRequest(callback);
    super.connect((error, client, done) => {
      endWait(error);
      respond(error && this.#explain(error), client, done);
    });
    return undefined;
  }
}

/** Runs a statement, unless the client has gone away while it waited for a connection: then throws `RequestRefused`. */
export async function queryUnlessAbandoned<Row extends pg.QueryResultRow | unknown[]>(
  pool: pg.Pool,
  statement: pg.QueryConfig | pg.QueryArrayConfig,
  isAbandoned: () => boolean = () => false,
): Promise<{ readonly rows: Row[] }> {
  const client = await pool.connect();
  if (isAbandoned()) {
    client.release();
    throw REFUSALS.cancelled;
  }
  let failure: Error | undefined;
  try {
    return await client.query(statement);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(failure);
  }
}

/**
 * Tells whether a replica may serve reads: it answers, and is at most so far behind the primary. While the primary itself is
 * away, nothing is written that a replica could lack.
 */
import type pg from "pg";

interface Position {
  /** The monotonic clock showed this before the primary was read (ms). */
  readonly at: number;
  /** The primary had written so much of its log (bytes). */
  readonly written: number;
}

/** A primary that nobody confirms commits to, for example because it is cut off from its standbys, is as good as away (ms). */
const MOST_COMMIT_MS = 1_000;

const WRITTEN = `select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end
  - '0/0'::pg_lsn)::float8 as written,
  exists (select from pg_stat_activity where usename = current_user and wait_event = 'SyncRep'
    and query_start < clock_timestamp() - interval '${MOST_COMMIT_MS} ms') as "isCutOff"`;

/** The next check begins this long after one has ended (ms). */
const INTERVAL_MS = 250;
/** A single check may be late on a busy machine. */
const FAILURES_OF_A_PRIMARY_AWAY = 2;
/** So one that was away for longer answers twice before it counts again: while it is replaced, it may answer once in between. */
const MOST_COUNTED_FAILURES = 3;

export class ReplicaLag {
  /** The newest comes first; the last one is the first that is older than the lag allowed. */
  #positions: readonly Position[] = [];
  #isNear = false;
  #primaryFailures = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  /**
   * @param primary has connections that no request can take, and so has the replica's pool
   * @param mostMs the replica may be this far behind
   */
  constructor(
    private readonly primary: pg.Pool,
    private readonly replica: pg.Pool,
    private readonly mostMs: number,
  ) {}

  /** The latest check found it near enough; false before the first one. */
  get isNear(): boolean {
    return this.#isNear;
  }

  /** The replica answers, and the primary does not, or can commit nothing. */
  get isPrimaryAway(): boolean {
    return this.#isNear && this.#primaryFailures >= FAILURES_OF_A_PRIMARY_AWAY;
  }

  /** Resolves after the first check. */
  async start(): Promise<void> {
    await this.check();
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.start(), INTERVAL_MS);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Checks both servers. */
  async check(): Promise<void> {
    const at = performance.now();
    const [primary, replica] = await Promise.allSettled([readLog(this.primary), readLog(this.replica)]);
    const isWritable = primary.status === "fulfilled" && !primary.value.isCutOff;
    this.#primaryFailures = isWritable
      ? Math.max(this.#primaryFailures - 1, 0)
      : Math.min(this.#primaryFailures + 1, MOST_COUNTED_FAILURES);
    if (isWritable) this.#note({ at, written: primary.value.written });
    // The oldest position is the first that the replica must have reached.
    const oldest = this.#positions.at(-1);
    if (replica.status === "rejected") this.#isNear = false;
    else if (isWritable || !this.#isNear)
      this.#isNear = oldest !== undefined && oldest.written <= replica.value.written;
  }

  #note(position: Position): void {
    const [latest] = this.#positions;
    // A new primary may have written less than the one that was lost.
    const before = latest !== undefined && latest.written > position.written ? [] : this.#positions;
    const tooOld = before.findIndex(({ at }) => position.at - at > this.mostMs);
    this.#positions = [position, ...(tooOld === -1 ? before : before.slice(0, tooOld + 1))];
  }
}

async function readLog(pool: pg.Pool) {
  const { rows } = await pool.query<{ readonly written: number; readonly isCutOff: boolean }>(WRITTEN);
  return rows[0] ?? { written: 0, isCutOff: false };
}

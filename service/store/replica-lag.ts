/**
 * Tells whether a replica may serve reads: it answers, and is at most so far behind the primary. While the primary itself is
 * away, nothing is written that a replica could lack.
 */
import type pg from "pg";

interface Position {
  /** Of the monotonic clock, before the primary was read (ms). */
  readonly at: number;
  /** Bytes of the log that were written until then. */
  readonly written: number;
}

const WRITTEN = `select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end
  - '0/0'::pg_lsn)::float8 as written`;

export class ReplicaLag {
  /** Where the primary was, the newest first, until one that is older than the lag allowed. */
  #positions: readonly Position[] = [];
  #isNear = false;
  #isPrimaryAway = false;

  /** @param mostMs the replica may be this far behind */
  constructor(
    private readonly primary: pg.Pool,
    private readonly replica: pg.Pool,
    private readonly mostMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** By the latest check; false before the first one. */
  get isNear(): boolean {
    return this.#isNear;
  }

  /** By the latest check, which the replica answered. */
  get isPrimaryAway(): boolean {
    return this.#isPrimaryAway;
  }

  /** Checks both servers; throws when the replica does not answer. */
  async check(): Promise<void> {
    const at = this.now();
    try {
      const [primary, replica] = await Promise.allSettled([readWritten(this.primary), readWritten(this.replica)]);
      this.#isPrimaryAway = primary.status === "rejected" && replica.status === "fulfilled";
      if (replica.status === "rejected") throw replica.reason;
      if (primary.status === "fulfilled") this.#note({ at, written: primary.value });
      // The oldest position is the first that the replica must have reached.
      const oldest = this.#positions.at(-1);
      if (primary.status === "fulfilled" || !this.#isNear)
        this.#isNear = oldest !== undefined && oldest.written <= replica.value;
    } catch (error) {
      this.#isNear = false;
      throw error;
    }
  }

  #note(position: Position): void {
    const [latest] = this.#positions;
    // A new primary may have written less than the one that was lost.
    const before = latest !== undefined && latest.written > position.written ? [] : this.#positions;
    const tooOld = before.findIndex(({ at }) => position.at - at > this.mostMs);
    this.#positions = [position, ...(tooOld === -1 ? before : before.slice(0, tooOld + 1))];
  }
}

async function readWritten(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ written: number }>(WRITTEN);
  return rows[0]?.written ?? 0;
}

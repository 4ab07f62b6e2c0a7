/**
 * Notifies open streams that something changed in an inbox. One query for all of them, every two seconds, also finds
 * the sessions that have ended. Delivery depends on nothing else.
 */
import type pg from "pg";
import type { Logger } from "pino";
import { ConcurrencyLimiter } from "@/lib/limits/concurrency-limiter";

/** An inbox's state depends on these. */
interface Marks {
  readonly latest: number;
  readonly read: number;
}

export type InboxUpdates = ReturnType<typeof createInboxUpdates>;
export type Follower = ReturnType<InboxUpdates["follow"]>;

interface State {
  readonly sessionId: string;
  marks: Marks | undefined;
  ended: boolean;
  wake: () => void;
}

/** A change is seen, and an ended session closed, within this time (ms). */
const POLL_MS = 2_000;
/** Reads of all streams share this limit; the others wait. */
const READS = { running: 2, waiting: 100_000, waitMs: 60_000 };

/** Selects valid sessions with the marks of their inboxes. */
const MARKS = `select s.id as session, coalesce(p.last, 0) as latest, coalesce(r.position, 0) as read
from user_sessions s
join members m on m.workspace_id = s.workspace_id and m.user_id = s.user_id
join workspaces w on w.id = s.workspace_id and not w.blocked
left join inbox_positions p on p.workspace_id = s.workspace_id
left join inbox_reads r on r.workspace_id = s.workspace_id and r.user_id = s.user_id
where s.id = any($1::uuid[]) and s.expires_at > $2`;

/** @param now ms since 1970 */
export function createInboxUpdates(pool: pg.Pool, log: Logger, now: () => number, pollMs = POLL_MS) {
  const followers = new Set<State>();
  const reads = new ConcurrencyLimiter(READS);
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;

  async function poll(): Promise<void> {
    const requested = [...followers];
    const { rows } = await pool.query<Marks & { session: string }>({
      name: "inbox-marks",
      text: MARKS,
      values: [[...new Set(requested.map(({ sessionId }) => sessionId))], new Date(now())],
    });
    const found = new Map(rows.map(({ session, latest, read }) => [session, { latest, read }]));
    for (const follower of requested) {
      const marks = found.get(follower.sessionId);
      if (marks === undefined) follower.ended = true;
      follower.marks = marks;
      follower.wake();
    }
  }

  function schedule(): void {
    if (stopped || timer !== undefined || followers.size === 0) return;
    timer = setTimeout(() => {
      polling = poll()
        .catch((error: unknown) => log.warn({ err: error }, "reading the marks of inboxes failed; retrying"))
        .finally(() => {
          timer = undefined;
          schedule();
        });
    }, pollMs);
  }

  function follow(sessionId: string) {
    const state: State = { sessionId, marks: undefined, ended: stopped, wake: () => undefined };
    followers.add(state);
    schedule();
    const hasChanged = ({ latest, read }: Marks) =>
      state.marks !== undefined && (state.marks.latest > latest || state.marks.read > read);
    return {
      /** Waits until a mark is beyond these, or this time is over (ms). `ended`: the session or the service ended. */
      next: (known: Marks, timeoutMs: number) =>
        new Promise<"changed" | "waited" | "ended">((resolve) => {
          const settle = (outcome: "changed" | "waited" | "ended") => {
            clearTimeout(timeout);
            resolve(outcome);
          };
          const timeout = setTimeout(settle, timeoutMs, "waited");
          state.wake = () => {
            if (state.ended) settle("ended");
            else if (hasChanged(known)) settle("changed");
          };
          state.wake();
        }),
      /** Forgets the reader, who is gone. */
      end: () => {
        state.ended = true;
        followers.delete(state);
        state.wake();
      },
    };
  }

  return {
    follow,
    /** Runs a read of a stream. An event that wakes all streams together leaves connections free for requests. */
    read: async <T>(work: () => Promise<T>): Promise<T> => {
      const release = await reads.acquire("all");
      if (release === undefined) throw new Error("too many streams wait to read");
      return work().finally(release);
    },
    /** Ends all streams. */
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      for (const follower of followers) {
        follower.ended = true;
        follower.wake();
      }
      await polling;
    },
  };
}

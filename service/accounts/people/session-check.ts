/** Whom a session belongs to and what they may do in its workspace, asked on every request of the dashboard's server. */
import type pg from "pg";
import type { Role } from "@/lib/contract/account-people";
import type { Caller } from "@/service/accounts/keys";
import { type Limits, limitOf } from "@/service/accounts/workspaces";
import { SESSION_MOVED_ON_S, SESSION_S } from "./library";

/** The person who asks, beside the workspace that `Caller` tells of. */
export interface Viewer {
  readonly personId: string;
  readonly sessionId: string;
  readonly role: Role;
  readonly operator: boolean;
  readonly demo: boolean;
}

export interface Visit {
  /** The key is the workspace's Dashboard key; null when it was revoked. */
  readonly caller: Caller;
  readonly viewer: Viewer;
}

export interface SessionCheck {
  /**
   * Undefined when the session is unknown or over, or its person is no member of its workspace any more.
   *
   * @param anew asks the database, whatever was known a moment ago
   */
  visitOf(token: string, anew?: boolean): Promise<Visit | undefined>;
}

/** A session that was ended, or a role that was changed, holds for at most this long in a process that knew it (ms). */
const KNOWN_FOR_MS = 1_000;
/** When a session was last used is written at most this often (ms). */
const USE_NOTED_EVERY_MS = 60_000;
/** Known sessions, at most; beyond it the oldest are forgotten. */
const MAX_KNOWN = 10_000;

const BY_TOKEN = `
select s.id, s.user_id, s.workspace_id, s.updated_at, m.role, u.operator, u.demo,
  w.blocked, w.plan, w.rate_per_minute, w.burst, k.id as key_id
from user_sessions s
join users u on u.id = s.user_id
join members m on m.workspace_id = s.workspace_id and m.user_id = s.user_id
join workspaces w on w.id = s.workspace_id
left join api_keys k on k.workspace_id = s.workspace_id and k.dashboard and k.revoked_at is null
where s.token = $1 and s.expires_at > $2`;

interface Row extends Limits {
  readonly id: string;
  readonly user_id: string;
  readonly workspace_id: string;
  readonly updated_at: Date;
  readonly role: Role;
  readonly operator: boolean;
  readonly demo: boolean;
  readonly blocked: boolean;
  readonly key_id: string | null;
}

/** A day's use moves the end on; within the day the row stays as long as it is. */
const NOTE_USE = `
update user_sessions set updated_at = $2,
  expires_at = case when expires_at < $2::timestamptz + interval '${SESSION_S - SESSION_MOVED_ON_S} s'
    then $2::timestamptz + interval '${SESSION_S} s' else expires_at end
where id = $1 and expires_at > $2`;

/**
 * @param now ms since 1970
 * @param demo whether the demo account may be used
 */
export function openSessionCheck(pool: pg.Pool, now: () => number, demo: boolean): SessionCheck {
  const known = new Map<string, { visit: Visit; until: number }>();

  return {
    async visitOf(token, anew = false) {
      const held = known.get(token);
      if (!anew && held !== undefined && held.until > now()) return held.visit;
      known.delete(token);
      const at = now();
      const { rows } = await pool.query<Row>({
        name: "session-by-token",
        text: BY_TOKEN,
        values: [token, new Date(at)],
      });
      const [row] = rows;
      if (row === undefined || (row.demo && !demo)) return undefined;
      const visit = visitOf(row);
      for (const oldest of known.keys()) {
        if (known.size < MAX_KNOWN) break;
        known.delete(oldest);
      }
      known.set(token, { visit, until: at + KNOWN_FOR_MS });
      if (at - row.updated_at.getTime() >= USE_NOTED_EVERY_MS)
        // When a session was last used is information, not part of the answer: a failure here must not fail the request.
        pool.query(NOTE_USE, [row.id, new Date(at)]).catch(() => undefined);
      return visit;
    },
  };
}

function visitOf(row: Row): Visit {
  return {
    caller: { keyId: row.key_id, workspaceId: row.workspace_id, blocked: row.blocked, limit: limitOf(row) },
    viewer: {
      personId: row.user_id,
      sessionId: row.id,
      role: row.role,
      operator: row.operator,
      demo: row.demo,
    },
  };
}

/** Checks the session, its person and their permissions on every request of the dashboard's server. */

import type { Role } from "@dealflow/contract/account/people";
import { createCache } from "@/lib/cache/bounded-cache";
import type { Caller } from "@/service/accounts/keys";
import { getRateLimit, type Limits } from "@/service/accounts/workspaces";
import type { Pools } from "@/service/store/pools/pools";
import { hashToken } from "../token";

/** The workspace of the signed-in person is in `Caller`. */
export interface Viewer {
  readonly personId: string;
  readonly sessionId: string;
  readonly role: Role;
  readonly operator: boolean;
  readonly demo: boolean;
  /** The address is confirmed. */
  readonly confirmed: boolean;
}

export interface AuthenticatedSession {
  /** The key is the workspace's Dashboard key; null when it was revoked. */
  readonly caller: Caller;
  readonly viewer: Viewer;
}

/** An ended session or a changed role may still apply this long in a process that cached it (ms). */
const CACHE_TTL_MS = 1_000;
/** While the primary is away and its replica serves reads, a session that was checked this long ago may read on (ms). */
const OUTAGE_MS = 60_000;
/** The last use of a session is written at most this often (ms). */
const USE_WRITE_INTERVAL_MS = 60_000;
/** Holds about 4,000 sessions. */
const SESSION_CACHE_BYTES = 4 * 1024 * 1024;
const SESSION_BYTES = 700;
/** Holds the people of about 6,000 sessions. */
const PERSON_CACHE_BYTES = 2 * 1024 * 1024;
const PERSON_BYTES = 72;

const BY_TOKEN = `
select s.id as "sessionId", s.user_id as "personId", s.workspace_id as "workspaceId", s.updated_at as "usedAt",
  m.role, u.operator, u.demo, u.email_verified as confirmed, w.blocked, w.plan, w.rate_per_minute, w.burst, k.id as "keyId"
from user_sessions s
join users u on u.id = s.user_id and u.disabled_at is null
join members m on m.workspace_id = s.workspace_id and m.user_id = s.user_id
join workspaces w on w.id = s.workspace_id
left join api_keys k on k.workspace_id = s.workspace_id and k.dashboard and k.revoked_at is null
where s.token_hash = $1 and s.expires_at > $2`;

interface Row extends Limits, Viewer, Omit<Caller, "limit"> {
  readonly usedAt: Date;
}

const RECORD_USE = "update user_sessions set updated_at = $2 where id = $1 and expires_at > $2";

/**
 * @param now ms since 1970
 * @param demo allows the demo account
 */
export function createSessionCheck(
  { sessions, main, replica }: Pick<Pools, "sessions" | "main" | "replica">,
  now: () => number,
  demo: boolean,
) {
  const cache = createCache<{ session: AuthenticatedSession; expiresAt: number }>({
    name: "sessions of people",
    maxBytes: SESSION_CACHE_BYTES,
    measureBytes: () => SESSION_BYTES,
  });
  const personIds = createCache<string>({
    name: "people of sessions",
    maxBytes: PERSON_CACHE_BYTES,
    measureBytes: () => PERSON_BYTES,
  });
  /** Concurrent requests of one page share a check in progress. */
  const checks = new Map<string, Promise<AuthenticatedSession | undefined>>();

  async function check(token: string): Promise<AuthenticatedSession | undefined> {
    const at = now();
    const { rows } = await sessions.query<Row>({
      name: "session-by-token",
      text: BY_TOKEN,
      values: [hashToken(token), new Date(at)],
    });
    const [row] = rows;
    if (row === undefined || (row.demo && !demo)) {
      cache.delete(token);
      return undefined;
    }
    const { keyId, workspaceId, blocked, personId, sessionId, role, operator, confirmed } = row;
    const session = {
      caller: { keyId, workspaceId, blocked, limit: getRateLimit(row) },
      viewer: { personId, sessionId, role, operator, demo: row.demo, confirmed },
    };
    cache.set(token, { session, expiresAt: at + CACHE_TTL_MS });
    personIds.set(token, session.viewer.personId);
    if (at - row.usedAt.getTime() >= USE_WRITE_INTERVAL_MS)
      // When a session was last used is information, not part of the response: a failure here must not fail the request.
      main.query(RECORD_USE, [row.sessionId, new Date(at)]).catch(() => undefined);
    return session;
  }

  function checkShared(token: string): Promise<AuthenticatedSession | undefined> {
    const running = checks.get(token) ?? check(token).finally(() => checks.delete(token));
    checks.set(token, running);
    return running;
  }

  /**
   * Returns undefined when the session is unknown or expired, or its person is no longer a member of its workspace.
   * @param refresh reads the database and ignores the cache
   */
  async function getSession(token: string, refresh = false): Promise<AuthenticatedSession | undefined> {
    const cached = cache.get(token);
    const mayBeOldMs = replica?.isPrimaryAway === true ? OUTAGE_MS : 0;
    if (!refresh && cached !== undefined && cached.expiresAt + mayBeOldMs > now()) return cached.session;
    return refresh ? check(token) : checkShared(token);
  }

  return {
    getSession,
    /**
     * Returns the person of a session, also a past one, for limits by person that come before any other check: cached
     * once it was read, since it never changes.
     */
    getPersonId: async (token: string) => personIds.get(token) ?? (await getSession(token))?.viewer.personId,
  };
}

/** Browser sessions: the usage of one account, in total and by view. Stored in memory; a restart clears them. */
import "server-only";
import { randomBytes } from "node:crypto";
import { cookieName, isSecure } from "@dealflow/contract/account/people";
import { type BoundedCache, createCache } from "@/lib/cache/bounded-cache";

export const SESSION_COOKIE = "dealflow_session";
/** A session ends after this long without a request. */
export const SESSION_MS = 8 * 60 * 60 * 1000;

/** Enough for about 20,000 sessions and as many views. */
const SESSIONS_BYTES = 8 * 1024 * 1024;
const VIEWS_BYTES = 8 * 1024 * 1024;
const USED_BYTES = 80;

interface SessionUsage {
  readonly credits: number;
  /** Credits that the last response cost, and number of requested records. */
  readonly lastCost: number;
  readonly lastRequested: number;
}

const NO_USAGE: SessionUsage = { credits: 0, lastCost: 0, lastRequested: 0 };

export class Sessions {
  readonly #sessions: BoundedCache<SessionUsage>;
  /** Credits, by session and view. */
  readonly #views: BoundedCache<number>;

  constructor(now: () => number = Date.now) {
    const cacheOptions = { ttlMs: SESSION_MS, slidingTtl: true, now };
    this.#sessions = createCache<SessionUsage>({
      name: "sessions of use",
      maxBytes: SESSIONS_BYTES,
      sizeOf: () => USED_BYTES,
      ...cacheOptions,
    });
    this.#views = createCache<number>({
      name: "views of sessions",
      maxBytes: VIEWS_BYTES,
      sizeOf: () => 0,
      ...cacheOptions,
    });
  }

  /** Key of a browser's usage of this account, which is separate from that of other accounts. */
  static key(account: string, id: string): string {
    return `${account} ${id}`;
  }

  /** The same for a caller; undefined in a browser without a session. */
  static of({ account, caller }: { account: string; caller: { session: string | undefined } }): string | undefined {
    return caller.session === undefined ? undefined : Sessions.key(account, caller.session);
  }

  /** The browser's own id when it is well-formed, also after a restart; else a new one. */
  idOf(cookie: string | undefined): string {
    return cookie !== undefined && /^[\w-]{22}$/.test(cookie) ? cookie : randomBytes(16).toString("base64url");
  }

  /** Whether usage is counted under that id. */
  has(id: string): boolean {
    return this.#sessions.has(id);
  }

  /** Starts counting usage under that id. */
  start(id: string): void {
    if (!this.has(id)) this.#sessions.set(id, NO_USAGE);
  }

  /**
   * Records a response and its cost; a cached one costs nothing. Free responses start no session, or free requests
   * could evict other people's sessions.
   */
  record(id: string, view: string, credits: number, records: number): void {
    if (credits > 0) this.start(id);
    const used = this.#sessions.get(id);
    if (used === undefined) return;
    this.#sessions.set(id, { credits: used.credits + credits, lastCost: credits, lastRequested: records });
    if (credits > 0)
      this.#views.set(sessionViewKey(id, view), (this.#views.get(sessionViewKey(id, view)) ?? 0) + credits);
  }

  /** Credits used in the session, and in one view of it. */
  used(id: string | undefined, view?: string): { session: number; view: number } {
    if (id === undefined) return { session: 0, view: 0 };
    return {
      session: this.#sessions.get(id)?.credits ?? 0,
      view: view === undefined ? 0 : (this.#views.get(sessionViewKey(id, view)) ?? 0),
    };
  }

  last(id: string | undefined): { lastCost: number; lastRequested: number } {
    const { lastCost, lastRequested } = (id === undefined ? undefined : this.#sessions.get(id)) ?? NO_USAGE;
    return { lastCost, lastRequested };
  }
}

function sessionViewKey(id: string, view: string): string {
  return `${id} ${view}`;
}

/** The `Set-Cookie` that extends a session. */
export function sessionCookie(id: string, dashboardUrl: string): string {
  return createCookie(SESSION_COOKIE, id, SESSION_MS / 1000, dashboardUrl);
}

/** A `Set-Cookie` for the whole dashboard, this host only, not readable by scripts. `seconds` 0 deletes it. */
export function createCookie(name: string, value: string, seconds: number, dashboardUrl: string): string {
  const parts = [`${cookieName(dashboardUrl, name)}=${value}`, "Path=/", `Max-Age=${seconds}`];
  return [...parts, "HttpOnly", "SameSite=Lax", ...(isSecure(dashboardUrl) ? ["Secure"] : [])].join("; ");
}

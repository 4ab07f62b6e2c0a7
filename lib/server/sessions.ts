/** Sessions of browsers: what each has used of one account, in all and by view. Kept in memory; a restart forgets them. */
import "server-only";
import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { cookieName, isSecure } from "@/lib/contract/account-people";

export const SESSION_COOKIE = "dealflow_session";
/** A session is over when nothing was asked for this long. */
export const SESSION_MS = 8 * 60 * 60 * 1000;

const SESSIONS_KEPT = 10_000;
const VIEWS_KEPT = 2_000;

interface Used {
  credits: number;
  /** Credits that the last answer cost, and records that were asked for. */
  lastCost: number;
  lastAsked: number;
  readonly views: LRUCache<string, { credits: number }>;
}

export class Sessions {
  readonly #sessions: LRUCache<string, Used>;

  constructor(now: () => number = Date.now) {
    this.#sessions = new LRUCache({
      max: SESSIONS_KEPT,
      ttl: SESSION_MS,
      updateAgeOnGet: true,
      ttlResolution: 0,
      perf: { now },
    });
  }

  /** Under which a browser's use of this account is counted: of another account it tells nothing. */
  static key(account: string, id: string): string {
    return `${account} ${id}`;
  }

  /** The same for whoever asks; undefined in a browser that has no session yet. */
  static of({ account, asker }: { account: string; asker: { session: string | undefined } }): string | undefined {
    return asker.session === undefined ? undefined : Sessions.key(account, asker.session);
  }

  /** The browser's own id when it has the form of one, also after a restart; else a new one. */
  idOf(cookie: string | undefined): string {
    return cookie !== undefined && /^[\w-]{22}$/.test(cookie) ? cookie : randomBytes(16).toString("base64url");
  }

  /** Notes an answer that cost so many credits; one that comes from the cache costs none. */
  add(id: string, view: string, credits: number, asked: number): void {
    let used = this.#sessions.get(id);
    if (used === undefined) {
      used = { credits: 0, lastCost: 0, lastAsked: 0, views: new LRUCache({ max: VIEWS_KEPT }) };
      this.#sessions.set(id, used);
    }
    used.credits += credits;
    used.lastCost = credits;
    used.lastAsked = asked;
    used.views.set(view, { credits: (used.views.get(view)?.credits ?? 0) + credits });
  }

  /** Credits used in the session, and in one view of it. */
  used(id: string | undefined, view?: string): { session: number; view: number } {
    const used = id === undefined ? undefined : this.#sessions.get(id);
    return {
      session: used?.credits ?? 0,
      view: view === undefined ? 0 : (used?.views.get(view)?.credits ?? 0),
    };
  }

  last(id: string | undefined): { lastCost: number; lastAsked: number } {
    const used = id === undefined ? undefined : this.#sessions.get(id);
    return { lastCost: used?.lastCost ?? 0, lastAsked: used?.lastAsked ?? 0 };
  }
}

/** The `Set-Cookie` that keeps a session going. */
export function sessionCookie(id: string, dashboardUrl: string): string {
  return ownCookie(SESSION_COOKIE, id, SESSION_MS / 1000, dashboardUrl);
}

/** A `Set-Cookie` for the whole dashboard and this host alone, which no script can read. `seconds` 0: it is to go. */
export function ownCookie(name: string, value: string, seconds: number, dashboardUrl: string): string {
  const parts = [`${cookieName(dashboardUrl, name)}=${value}`, "Path=/", `Max-Age=${seconds}`];
  return [...parts, "HttpOnly", "SameSite=Lax", ...(isSecure(dashboardUrl) ? ["Secure"] : [])].join("; ");
}

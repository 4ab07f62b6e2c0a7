/**
 * Counts what browser sessions use at a foreign host, in total and by view. Memory holds them, so a restart clears
 * them.
 */
import "server-only";
import { randomBytes } from "node:crypto";
import { type BoundedCache, createCache } from "@/lib/cache/bounded-cache";
import { createCookie } from "../http/cookie";

export const SESSION_COOKIE = "dealflow_session";
/** A session ends after this long without a request. */
export const SESSION_MS = 8 * 60 * 60 * 1000;

/** This holds about 20,000 sessions and as many views. */
const SESSIONS_BYTES = 8 * 1024 * 1024;
const VIEWS_BYTES = 8 * 1024 * 1024;
const USED_BYTES = 80;

export class Sessions {
  readonly #sessions: BoundedCache<number>;
  readonly #views: BoundedCache<number>;

  constructor(now: () => number = Date.now) {
    const cacheOptions = { ttlMs: SESSION_MS, slidingTtl: true, now };
    this.#sessions = createCache<number>({
      name: "sessions of use",
      maxBytes: SESSIONS_BYTES,
      measureBytes: () => USED_BYTES,
      ...cacheOptions,
    });
    this.#views = createCache<number>({
      name: "views of sessions",
      maxBytes: VIEWS_BYTES,
      measureBytes: () => 0,
      ...cacheOptions,
    });
  }

  /** Returns the browser's own id when it is well-formed, also after a restart; else a new one. */
  readId(cookie: string | undefined): string {
    return cookie !== undefined && /^[\w-]{22}$/.test(cookie) ? cookie : randomBytes(16).toString("base64url");
  }

  has(id: string): boolean {
    return this.#sessions.has(id);
  }

  start(id: string): void {
    if (!this.has(id)) this.#sessions.set(id, 0);
  }

  /**
   * Records what a response cost. Free responses start no session, or free requests could evict other people's sessions.
   */
  record(id: string, view: string, credits: number): void {
    if (credits === 0) return;
    const key = sessionViewKey(id, view);
    this.#sessions.set(id, (this.#sessions.get(id) ?? 0) + credits);
    this.#views.set(key, (this.#views.get(key) ?? 0) + credits);
  }

  used(id: string | undefined, view?: string): { session: number; view: number } {
    if (id === undefined) return { session: 0, view: 0 };
    return {
      session: this.#sessions.get(id) ?? 0,
      view: view === undefined ? 0 : (this.#views.get(sessionViewKey(id, view)) ?? 0),
    };
  }
}

function sessionViewKey(id: string, view: string): string {
  return `${id} ${view}`;
}

export function sessionCookie(id: string, dashboardUrl: string): string {
  return createCookie(SESSION_COOKIE, id, SESSION_MS / 1000, dashboardUrl);
}

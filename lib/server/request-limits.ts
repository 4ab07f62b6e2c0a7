/**
 * How much of the dashboard's server one browser may take before it costs memory or a question to the service: so many
 * requests a minute, and so many at once. Whoever is known to be signed in is counted by their session, everybody else by
 * address, and all of one address together.
 */
import "server-only";
import { DASHBOARD_CONCURRENCY, REQUEST_LIMITS } from "@/lib/contract/limits";
import { ConcurrencyLimiter, type Release } from "@/lib/limits/concurrency-limiter";
import { RateLimiter } from "@/lib/limits/rate-limiter";
import { RejectionDelay } from "@/lib/limits/rejection-delay";

export interface Requester {
  /** Digest of a session that the service has vouched for; undefined: a visitor. */
  readonly session: string | undefined;
  /** Network of the browser; undefined when nobody vouches for it. */
  readonly address: string | undefined;
}

/** A refusal, by the seconds after which the same is answered. */
export interface RateLimited {
  readonly seconds: number;
}

export class RequestLimits {
  readonly #sessions: RateLimiter;
  readonly #visitors: RateLimiter;
  readonly #addresses: RateLimiter;
  readonly #running = {
    session: new ConcurrencyLimiter(DASHBOARD_CONCURRENCY.session),
    visitor: new ConcurrencyLimiter(DASHBOARD_CONCURRENCY.visitor),
    address: new ConcurrencyLimiter(DASHBOARD_CONCURRENCY.address),
  };
  readonly #rejectionDelay = new RejectionDelay();

  /**
   * @param factor multiplies the requests a minute, and at once after a rest
   * @param now ms of a clock that never goes back
   */
  constructor(factor = 1, now?: () => number) {
    const rate = (of: keyof typeof REQUEST_LIMITS, name: string) => {
      const { perMinute, burst } = REQUEST_LIMITS[of];
      return new RateLimiter(name, { perMinute: perMinute * factor, burst: burst * factor }, now);
    };
    this.#sessions = rate("person", "dashboard requests by session");
    this.#visitors = rate("visitor", "dashboard requests by visitor");
    this.#addresses = rate("address", "dashboard requests by address");
  }

  /**
   * Counts a request; not undefined: it is one too many.
   *
   * @param cost what it counts as, of somebody who is signed in
   */
  async take({ session, address }: Requester, cost = 1): Promise<RateLimited | undefined> {
    const waitMs =
      (address === undefined ? 0 : this.#addresses.take(address)) ||
      (session !== undefined
        ? this.#sessions.take(session, cost)
        : address !== undefined
          ? this.#visitors.take(address)
          : 0);
    return waitMs === 0 ? undefined : this.#reject(Math.ceil(waitMs / 1000));
  }

  /** A place among those that run; to be given back. */
  async acquire({ session, address }: Requester): Promise<Release | RateLimited> {
    const slots: Release[] = [];
    const release = () => {
      for (const one of slots.splice(0)) one();
    };
    const keys = [
      ...(session !== undefined ? [["session", session] as const] : []),
      ...(session === undefined && address !== undefined ? [["visitor", address] as const] : []),
      ...(address !== undefined ? [["address", address] as const] : []),
    ];
    for (const [of, key] of keys) {
      const slot = await this.#running[of].acquire(key);
      if (slot === undefined) {
        release();
        return this.#reject(1);
      }
      slots.push(slot);
    }
    return release;
  }

  async #reject(seconds: number): Promise<RateLimited> {
    await this.#rejectionDelay.wait();
    return { seconds };
  }
}

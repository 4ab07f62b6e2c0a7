/**
 * Limits how much of the dashboard's server one browser may use before it costs memory or a request to the service:
 * requests per minute, and concurrent requests. Signed-in people are counted by session, all others by address, and
 * each address in total.
 */
import "server-only";
import { DASHBOARD_CONCURRENCY, REQUEST_LIMITS } from "@dealflow/contract/limits";
import { ConcurrencyLimiter, type Release } from "@/lib/limits/concurrency-limiter";
import { RateLimiter } from "@/lib/limits/rate-limiter";
import { RejectionDelay } from "@/lib/limits/rejection-delay";

export interface LimitedClient {
  /** The service has verified the session with this digest; a visitor has none. */
  readonly session: string | undefined;
  /** The network of the browser is undefined when it cannot be trusted. */
  readonly address: string | undefined;
}

/** A rejection has the seconds until the request may be retried. */
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
   * @param factor multiplies the requests per minute and the burst
   * @param now ms of a monotonic clock
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
   * Counts a request; not undefined: the limit is exceeded.
   *
   * @param cost weight of the request when the caller is signed in
   */
  async consume({ session, address }: LimitedClient, cost = 1): Promise<RateLimited | undefined> {
    const waitMs =
      (address === undefined ? 0 : this.#addresses.consume(address)) ||
      (session !== undefined
        ? this.#sessions.consume(session, cost)
        : address !== undefined
          ? this.#visitors.consume(address)
          : 0);
    return waitMs === 0 ? undefined : this.#reject(Math.ceil(waitMs / 1000));
  }

  /** Acquires a concurrency slot, to be released by the caller. */
  async acquire({ session, address }: LimitedClient): Promise<Release | RateLimited> {
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

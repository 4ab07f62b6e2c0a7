/**
 * Limits how often a key may do something: a rate per minute, and a burst after a pause. Counted in this process
 * and in bounded memory: the least recently used keys are evicted.
 *
 * By the generic cell rate algorithm it stores one instant per key, the one at which its whole burst is available again.
 */
import { createCache } from "@/lib/cache/bounded-cache";

export interface Rate {
  readonly perMinute: number;
  readonly burst: number;
}

/** This is enough for the counts of about 8,000 addresses. */
const MAX_BYTES = 2 * 1024 * 1024;

export class RateLimiter {
  /** One is available again after this time. */
  readonly intervalMs: number;
  readonly #burstMs: number;
  readonly #now: () => number;
  readonly #restedAt;

  /**
   * @param name of what is counted, in the registry of caches
   * @param now ms of a monotonic clock
   */
  constructor(name: string, { perMinute, burst }: Rate, now: () => number = () => performance.now()) {
    this.#restedAt = createCache<number>({ name, maxBytes: MAX_BYTES, measureBytes: () => 0 });
    this.intervalMs = 60_000 / perMinute;
    this.#burstMs = burst * this.intervalMs;
    this.#now = now;
  }

  /**
   * Takes one, or the given cost. 0: taken; else nothing is taken, and the result is the wait in ms, after exactly
   * which the request is allowed.
   */
  consume(key: string, cost = 1): number {
    const now = this.#now();
    const restedAt = Math.max(now, this.#restedAt.get(key) ?? now) + cost * this.intervalMs;
    // Instants are sums of fractions: a rounding error is not a wait.
    const waitMs = Math.ceil(restedAt - this.#burstMs - now - 1e-6);
    if (waitMs > 0) return waitMs;
    this.#restedAt.set(key, restedAt);
    return 0;
  }

  /** Records that the whole burst of a key is available again in `restMs` at the earliest, because it is used elsewhere too. */
  extend(key: string, restMs: number): void {
    const restedAt = this.#now() + restMs;
    if (restedAt > (this.#restedAt.get(key) ?? 0)) this.#restedAt.set(key, restedAt);
  }
}

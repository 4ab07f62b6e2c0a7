/**
 * How often one key may do something: so many times a minute in the long run, and so many at once after a rest. Counted in
 * this process alone and in bounded memory: of keys that were not seen for longest the count is forgotten.
 *
 * The generic cell rate algorithm: of each key one instant is kept, the one at which its whole burst is there again.
 */
import { createCache } from "@/lib/cache/bounded-cache";

export interface Rate {
  readonly perMinute: number;
  readonly burst: number;
}

/** Room for the counts of about 8,000 addresses. */
const MAX_BYTES = 2 * 1024 * 1024;

export class RateLimiter {
  readonly #intervalMs: number;
  readonly #burstMs: number;
  readonly #now: () => number;
  readonly #restedAt;

  /**
   * @param name of what is counted, in the register of caches
   * @param now ms of a clock that never goes back
   */
  constructor(name: string, { perMinute, burst }: Rate, now: () => number = () => performance.now()) {
    this.#restedAt = createCache<number>({ name, maxBytes: MAX_BYTES, sizeOf: () => 0 });
    this.#intervalMs = 60_000 / perMinute;
    this.#burstMs = burst * this.#intervalMs;
    this.#now = now;
  }

  /**
   * Takes one, or as many as it costs. 0: taken; else nothing is, and there is so long to wait (ms): whoever waits exactly
   * that long is let through.
   */
  take(key: string, cost = 1): number {
    const now = this.#now();
    const restedAt = Math.max(now, this.#restedAt.get(key) ?? now) + cost * this.#intervalMs;
    // Instants are sums of fractions: what is left over by rounding is no wait.
    const waitMs = Math.ceil(restedAt - this.#burstMs - now - 1e-6);
    if (waitMs > 0) return waitMs;
    this.#restedAt.set(key, restedAt);
    return 0;
  }
}

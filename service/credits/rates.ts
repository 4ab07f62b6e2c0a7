/**
 * Caches the rate limits of the workspaces, so that a request over its limit is rejected without a query. Other
 * processes can only have used more, so the cached value is an upper bound: a rejection by it is always right, and an
 * admission is decided by the charge.
 */
import { createCache } from "@/lib/cache/bounded-cache";
import type { RateLimit } from "./charge";

/** Holds about 10,000 workspaces; others are read again. */
const CACHE_BYTES = 3 * 1024 * 1024;
const RATE_BYTES = 40;

export type RateCache = ReturnType<typeof createRateCache>;

export function createRateCache() {
  const cache = createCache<{ tokens: number; sentAt: number }>({
    name: "rates of requests",
    maxBytes: CACHE_BYTES,
    measureBytes: () => RATE_BYTES,
  });
  return {
    /** Records the tokens left by a charge that was sent at `sentAt` (ms of a monotonic clock). */
    record: (workspaceId: string, tokens: number, sentAt: number) => cache.set(workspaceId, { tokens, sentAt }),
    /** Returns an upper bound of the workspace's tokens now; undefined when none is known. */
    getUpperBound(workspaceId: string, limit: RateLimit, now: number) {
      const cached = cache.get(workspaceId);
      if (cached === undefined) return undefined;
      return Math.min(limit.burst, cached.tokens + ((now - cached.sentAt) / 60_000) * limit.perMinute);
    },
  };
}

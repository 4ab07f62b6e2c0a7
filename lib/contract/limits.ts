/** What a workspace and an address may do in a time (decisions, Rate limits, 403, Idempotency-Key). */

/** Requests of a workspace, by its plan: so many a minute, and so many at once after a rest. */
export const RATE_LIMITS = {
  free: { perMinute: 60, burst: 20 },
  paid: { perMinute: 1_000, burst: 100 },
} as const;

export type Plan = keyof typeof RATE_LIMITS;

/** Unusable keys from one address within a window, and how long requests with such keys are refused after that. */
export const BAD_KEYS = { count: 20, windowMinutes: 10, blockedMinutes: 15 } as const;

/** How long the answer to a request under an idempotency key is kept, and how long such a key may be. */
export const IDEMPOTENCY = { hours: 24, maxKeyLength: 255 } as const;

/**
 * Requests of the dashboard's people, so many a minute and so many at once after a rest; `RATE_LIMIT_FACTOR` multiplies
 * both. `person`: of somebody who is signed in. `address`: all that come from one address. `visitor`: those of them that
 * come without a session. Far above what a page or a person asks, and counted in each process.
 */
export const REQUEST_LIMITS = {
  person: { perMinute: 1_200, burst: 300 },
  address: { perMinute: 6_000, burst: 1_500 },
  visitor: { perMinute: 600, burst: 200 },
} as const;

/**
 * Requests that run at once in one process of the service; so many more wait, for so long (ms), and the rest is refused.
 * Of one person: `change` what changes something, `heavy` what adds up much, `file` what is downloaded for as long as their
 * network takes, `feed` pages of records, `read` everything else. Together they leave connections free for others.
 * `address`: all of one address but files.
 */
export const CONCURRENCY = {
  read: { running: 2, waiting: 50, waitMs: 2_000 },
  change: { running: 1, waiting: 50, waitMs: 2_000 },
  heavy: { running: 1, waiting: 10, waitMs: 2_000 },
  file: { running: 1, waiting: 0, waitMs: 0 },
  feed: { running: 4, waiting: 50, waitMs: 2_000 },
  address: { running: 16, waiting: 200, waitMs: 2_000 },
} as const;

/** Requests that run at once in one process of the dashboard; more are refused. */
export const DASHBOARD_CONCURRENCY = {
  session: { running: 64, waiting: 0, waitMs: 0 },
  visitor: { running: 32, waiting: 0, waitMs: 0 },
  address: { running: 256, waiting: 0, waitMs: 0 },
} as const;

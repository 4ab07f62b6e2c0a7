/** Workspaces and addresses have rate and concurrency limits (decisions, Rate limits, 403, Idempotency-Key). */

/** Requests of a workspace are limited by plan: per minute, and as a burst. */
export const RATE_LIMITS = {
  free: { perMinute: 60, burst: 20 },
  paid: { perMinute: 1_000, burst: 100 },
} as const;

export type Plan = keyof typeof RATE_LIMITS;

/**
 * Invalid keys from one address are counted within a window; after too many, requests with such keys are rejected for a
 * while.
 */
export const BAD_KEYS = { count: 20, windowMinutes: 10, blockedMinutes: 15 } as const;

/** The response to an idempotency key is stored for this long, and such a key has at most this length. */
export const IDEMPOTENCY = { hours: 24, maxKeyLength: 255 } as const;

/**
 * Requests of the dashboard's people are limited per minute and as a burst; `RATE_LIMIT_FACTOR` multiplies both.
 * `person` is a signed-in person, `address` everything from one address, `visitor` its requests without a session,
 * `registration` those of MCP clients and documents that are fetched for them, from one address, and `summary` the
 * summaries of a person. The limits are far above normal use. `person` is counted by all processes
 * of the service together, the others by each.
 */
export const REQUEST_LIMITS = {
  person: { perMinute: 1_200, burst: 300 },
  address: { perMinute: 6_000, burst: 1_500 },
  visitor: { perMinute: 600, burst: 200 },
  registration: { perMinute: 5, burst: 20 },
  summary: { perMinute: 240, burst: 60 },
} as const;

/**
 * One process of the service handles this many concurrent requests; more wait in a queue for a limited time (ms), and
 * the rest are rejected. Per person, `change` writes, `heavy` aggregates, `file` downloads as long as its network
 * takes, `stream` serves server-sent events, `feed` pages of records, and `read` everything else. Together they leave
 * connections free for others. `address` is everything from one address except files and streams.
 */
export const CONCURRENCY = {
  read: { running: 2, waiting: 50, waitMs: 2_000 },
  change: { running: 1, waiting: 50, waitMs: 2_000 },
  heavy: { running: 1, waiting: 10, waitMs: 2_000 },
  file: { running: 1, waiting: 0, waitMs: 0 },
  stream: { running: 8, waiting: 0, waitMs: 0 },
  feed: { running: 4, waiting: 50, waitMs: 2_000 },
  address: { running: 16, waiting: 200, waitMs: 2_000 },
} as const;

/** One process of the dashboard handles this many concurrent requests; more are rejected. */
export const DASHBOARD_CONCURRENCY = {
  session: { running: 64, waiting: 0, waitMs: 0 },
  visitor: { running: 32, waiting: 0, waitMs: 0 },
  address: { running: 256, waiting: 0, waitMs: 0 },
} as const;

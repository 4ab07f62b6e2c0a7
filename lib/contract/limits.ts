/** What a workspace and an address may do in a time (decisions, Rate limits, 403, Idempotency-Key). */

/** Requests of a workspace, by its plan: so many a minute, and so many at once after a rest. */
export const RATE_LIMITS = {
  free: { perMinute: 60, burst: 20 },
  paid: { perMinute: 1_000, burst: 100 },
} as const;

export type Plan = keyof typeof RATE_LIMITS;

/** Unusable keys from one address within a window, and how long requests with such keys are refused after that. */
export const BAD_KEYS = { count: 20, windowMinutes: 10, refusedMinutes: 15 } as const;

/** How long the answer to a request under an idempotency key is kept, and how long such a key may be. */
export const IDEMPOTENCY = { hours: 24, maxKeyLength: 255 } as const;

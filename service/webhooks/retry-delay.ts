/** Schedules the retries of a failed delivery. */

import { WEBHOOK_RETRY_DELAYS_MS } from "@dealflow/contract/webhook-events";

const SECOND = 1_000;

const JITTER = 0.2;
/** `Retry-After` is honoured up to the delay times this. */
const MOST_RETRY_AFTER = 2;
/** After a timeout or 429 the delay is at least this. */
const OVERLOADED_DELAY_MS = 60 * SECOND;
const TOO_MANY_REQUESTS = 429;

interface FailedAttempt {
  /** This attempt is counted too. */
  readonly attemptsSinceReplay: number;
  readonly timedOut: boolean;
  readonly status: number | null;
  /** The wait comes from the response's Retry-After header. */
  readonly retryAfterMs: number | undefined;
}

/**
 * Returns the wait after a failed attempt (ms); undefined after the last one.
 * @param random from 0 to below 1
 */
export function retryDelay(failed: FailedAttempt, random: number): number | undefined {
  const base = WEBHOOK_RETRY_DELAYS_MS[failed.attemptsSinceReplay - 1];
  if (base === undefined) return undefined;
  const jittered = Math.round(base * (1 - JITTER + 2 * JITTER * random));
  const overloaded = failed.timedOut || failed.status === TOO_MANY_REQUESTS;
  const delay = overloaded ? Math.max(jittered, OVERLOADED_DELAY_MS) : jittered;
  return Math.max(delay, Math.min(failed.retryAfterMs ?? 0, MOST_RETRY_AFTER * delay));
}

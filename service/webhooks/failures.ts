/** Schedules the retries of a failed delivery, and decides when failures disable a subscription. */

import { WEBHOOK_RETRY_DELAYS_MS } from "@dealflow/contract/webhook-events";

const [HOUR, DAY] = [3_600_000, 86_400_000];
const JITTER = 0.2;
/** `Retry-After` is honoured up to the delay times this. */
const MOST_RETRY_AFTER = 2;
/** After a timeout or 429 the delay is at least this. */
const OVERLOADED_DELAY_MS = 60_000;
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

/** Failures for this long, without a success, disable a subscription (ms). */
const FAILING_MS = 5 * DAY;
/**
 * The longest wait is 24 h × 1.2 for jitter × 2 for `Retry-After` = 57.6 h, so failures further apart than this belong to
 * different streaks (ms). The rest is for the attempt itself, and for a worker that is late.
 */
const SEPARATE_FAILURES_MS = 60 * HOUR;

export interface FailureStreak {
  /** The streak begins with the first failure since the last success. */
  readonly since: Date;
  readonly latest: Date;
}

export function extendStreak(streak: FailureStreak | null, at: Date): FailureStreak {
  const continues = streak !== null && at.getTime() - streak.latest.getTime() <= SEPARATE_FAILURES_MS;
  return { since: continues ? streak.since : at, latest: at };
}

export function isFailing({ since, latest }: FailureStreak): boolean {
  return latest.getTime() - since.getTime() >= FAILING_MS;
}

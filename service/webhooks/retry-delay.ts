/** Schedules the retries of a failed delivery. */

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

/** Retries follow after these delays (ms), before jitter. */
export const RETRY_DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 10 * HOUR, 24 * HOUR] as const;
const JITTER = 0.2;
/** After a timeout or 429 the delay is at least this. */
const OVERLOADED_DELAY_MS = 60 * SECOND;
const TOO_MANY_REQUESTS = 429;

interface FailedAttempt {
  /** This attempt is counted too. */
  readonly attemptsSinceReplay: number;
  readonly timedOut: boolean;
  readonly status: number | null;
  /** The wait comes from the response's Retry-After header. */
  readonly retryAfterMs: number | null;
}

/**
 * Returns the wait after a failed attempt (ms); undefined after the last one.
 * @param random from 0 to below 1
 */
export function retryDelay(failed: FailedAttempt, random: number): number | undefined {
  const base = RETRY_DELAYS_MS[failed.attemptsSinceReplay - 1];
  if (base === undefined) return undefined;
  const jittered = Math.round(base * (1 - JITTER + 2 * JITTER * random));
  const overloaded = failed.timedOut || failed.status === TOO_MANY_REQUESTS;
  const delay = overloaded ? Math.max(jittered, OVERLOADED_DELAY_MS) : jittered;
  return Math.max(delay, Math.min(failed.retryAfterMs ?? 0, 2 * delay));
}

/** Parses the header in either of its forms, seconds or an HTTP date (ms); null when absent, past or malformed. */
export function parseRetryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND;
  const at = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return at > now ? at - now : null;
}

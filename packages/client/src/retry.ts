/** Decides whether and when a failed request may be retried: never where it could be charged twice. */
import { CHARGE_UNKNOWN, ERROR_STATUS, type ErrorCode } from "@dealflow/contract/errors";
import type { ResponseFailure } from "./send-once";

/** The first wait without a Retry-After is this long, and each further one twice as long. */
const BACKOFF_MS = 500;

export interface Attempt {
  /** This attempt is counted too. */
  readonly attempts: number;
  /** The request carried an idempotency key that the host supports, so a retry is never charged again. */
  readonly replayable: boolean;
  /** This number from 0 to 1 keeps clients that failed together from retrying together. */
  readonly random: number;
}

/** Returns the ms to wait, or undefined when the request must not be retried. */
export function waitBeforeRetry(failure: ResponseFailure, attempt: Attempt): number | undefined {
  const { status, reason, retryAfterMs, error, charged } = failure;
  const limited = status === ERROR_STATUS.TOO_MANY_REQUESTS;
  // A retry without an idempotency key could be charged twice.
  if (error?.code === CHARGE_UNKNOWN && !attempt.replayable) return undefined;
  if ((limited || status === ERROR_STATUS.SERVICE_UNAVAILABLE) && retryAfterMs !== undefined) return retryAfterMs;
  const wait = retryAfterMs ?? BACKOFF_MS * 2 ** (attempt.attempts - 1) * (0.75 + attempt.random / 2);
  // The request was rejected before anything was looked up.
  if (limited && charged === "no") return wait;
  if (!attempt.replayable) return undefined;
  const running = error?.code === ("CONFLICT" satisfies ErrorCode);
  const lost = reason === "timeout" || reason === "unreachable" || reason === "broken";
  return running || lost || status >= 500 ? wait : undefined;
}

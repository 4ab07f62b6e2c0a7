/** Whether a request that failed may be sent again, and after how long: never where it could be charged twice. */
import { CHARGE_UNKNOWN, ERROR_STATUS, type ErrorCode } from "@/lib/contract/errors";
import type { ResponseFailure } from "./parse-response";

/** First wait where the API says nothing, doubled with each further one. */
const BACKOFF_MS = 500;

export interface Attempt {
  /** Attempts that were made, this one included. */
  readonly attempts: number;
  /** It carried an idempotency key, and the host honours those: another one is never charged again. */
  readonly replayable: boolean;
  /** From 0 to 1, so that clients which failed together do not come back together. */
  readonly random: number;
}

/** Ms to wait, or undefined: not again. */
export function waitBeforeRetry(failure: ResponseFailure, attempt: Attempt): number | undefined {
  const { status, reason, retryAfterMs, error, charged } = failure;
  const limited = status === ERROR_STATUS.TOO_MANY_REQUESTS;
  // Whoever repeats it without an idempotency key may pay twice.
  if (error?.code === CHARGE_UNKNOWN && !attempt.replayable) return undefined;
  if ((limited || status === ERROR_STATUS.SERVICE_UNAVAILABLE) && retryAfterMs !== undefined) return retryAfterMs;
  const wait = retryAfterMs ?? BACKOFF_MS * 2 ** (attempt.attempts - 1) * (0.75 + attempt.random / 2);
  // Refused before anything was looked up.
  if (limited && charged === "no") return wait;
  if (!attempt.replayable) return undefined;
  const running = error?.code === ("CONFLICT" satisfies ErrorCode);
  const lost = reason === "timeout" || reason === "unreachable" || reason === "broken";
  return running || lost || status >= 500 ? wait : undefined;
}

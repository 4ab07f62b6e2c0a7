/** Maps any error to the error envelope: no stack, no SQL, and the correct statement about the charge. */

import { CHARGE_UNKNOWN, type ErrorCode } from "@dealflow/contract/errors";
import { RETRY_AFTER_HEADER } from "@dealflow/contract/headers";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Logger } from "pino";
import { TooBusy } from "@/service/accounts/people/hashing";
import { ChargeOutcomeUnknown } from "@/service/credits/charge";
import { isOutage } from "@/service/store/pools/connection-loss";
import { RequestRefused } from "@/service/store/refusal";
import { ApiError, errorBody } from "./api-error";
import type { Env } from "./context";
import { OutOfTime } from "./response-deadline";

/** This is the SQLSTATE of a statement timeout; the next are those of a lost conflict. */
const TIMED_OUT = "57014";
const LOST_CONFLICT = /^(40001|40P01)$/;
/** A text has a null byte, which no column can store. */
const UNSTORABLE = /^(22021|22P05)$/;
const RETRY_AFTER_S = 5;
/** A full queue has been worked off by then: a request waits in it for 2.5 s at most. */
const OVERLOAD_RETRY_AFTER_S = 3;

/** Nothing was charged, for these reasons. */
const REJECTED = {
  cancelled: "the request was cancelled; nothing was charged",
  overloaded: `the service is overloaded; nothing was charged; try again in ${OVERLOAD_RETRY_AFTER_S} seconds`,
  locked: "the query timed out; nothing was charged",
  incomplete: "the body of the request did not arrive in time; nothing was charged",
  unavailable: "the database is unavailable; nothing was charged",
} as const satisfies Readonly<Record<RequestRefused["reason"] | OutOfTime["reason"], string>>;

export function handleError(error: Error, c: Context<Env>, log: Logger): Response {
  const requestId = c.get("requestId");
  const envelope = toApiError(error, requestId, log, c.get("payment")?.pending);
  return c.body(errorBody(envelope.code, envelope.message, requestId), envelope.status as ContentfulStatusCode, {
    "Content-Type": "application/json",
    ...envelope.headers,
  });
}

/** Returns the error that is reported to the client, and logs one that is the service's fault. */
export function toApiError(error: Error, requestId: string, log: Logger, isCharged = false): ApiError {
  const apiError =
    error instanceof ApiError
      ? error
      : (toUnavailableError(isCharged ? new ChargeOutcomeUnknown(error) : error, requestId) ?? toInputError(error));
  const reason = getReason(error);
  // A flood, or an outage, must not cost a stack trace for each request.
  if ((reason === "overloaded" || reason === "unavailable") && !isCharged)
    log.warn({ requestId, problem: error.message }, `request failed: ${reason}`);
  else if (apiError === undefined || (apiError.status >= 500 && reason !== "cancelled" && reason !== "incomplete"))
    log.error({ requestId, err: error }, "request failed");
  return apiError ?? new ApiError("INTERNAL_ERROR", "something went wrong; nothing was charged");
}

function getState(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

/** Returns why a request was not served; a client that is gone or too slow is no failure. */
function getReason(error: Error): keyof typeof REJECTED | undefined {
  if (error instanceof RequestRefused || error instanceof OutOfTime) return error.reason;
  const code = getState(error);
  if (code === TIMED_OUT) return "locked";
  return LOST_CONFLICT.test(code) || isOutage(error) ? "unavailable" : undefined;
}

function toInputError(error: Error): ApiError | undefined {
  return UNSTORABLE.test(getState(error))
    ? new ApiError("INVALID_INPUT", "the request contains an invalid character")
    : undefined;
}

function toUnavailableError(error: Error, requestId: string): ApiError | undefined {
  if (error instanceof ChargeOutcomeUnknown)
    return unavailableError(
      `the request failed during its charge or after it, so it may have been charged; look for ${requestId} in the ledger before you repeat it without an Idempotency-Key`,
      RETRY_AFTER_S,
      CHARGE_UNKNOWN,
    );
  if (error instanceof TooBusy) return unavailableError("too many people are signing in; try again in a few seconds");
  const reason = getReason(error);
  return reason === undefined
    ? undefined
    : unavailableError(REJECTED[reason], reason === "overloaded" ? OVERLOAD_RETRY_AFTER_S : RETRY_AFTER_S);
}

function unavailableError(
  message: string,
  retryAfterS = RETRY_AFTER_S,
  code: ErrorCode = "SERVICE_UNAVAILABLE",
): ApiError {
  return new ApiError(code, message, { [RETRY_AFTER_HEADER]: String(retryAfterS) });
}
